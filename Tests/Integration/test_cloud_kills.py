"""`kill -9` of a cloud and its hosts at random points under load: the short form of script/kills."""

from __future__ import annotations

import random
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Callable

import pytest

from browser_device import PushedBrowser
from cloud_kills import KillRun
from kill_checks import Done, Evidence, HostEvidence, Sent
from push_service import PushService
from waiting import Collected


@pytest.mark.parametrize(
    ("kills", "is_inside"),
    [
        # The first starts are interrupted too: of the cloud and both hosts, or of the hosts alone.
        pytest.param(6, False, id="cloud"),
        pytest.param(4, True, id="cloud inside a host"),
        pytest.param(24, False, id="cloud, at length", marks=pytest.mark.full),
        pytest.param(12, True, id="cloud inside a host, at length", marks=pytest.mark.full),
    ],
)
def test_acknowledged_pushes_come_exactly_once_whatever_is_killed(log_file: Path, kills: int, is_inside: bool):
    seed = random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}")  # Shown if this fails.
    with KillRun(log_file.with_suffix(""), seed, is_inside=is_inside) as run:
        problems = run.run(kills)
        print(run.summary())
    assert problems == []
    assert run.kills >= kills and run.evidence is not None and len(run.evidence.acknowledged) > kills


def test_request_that_a_kill_cut_short_is_none():
    arrived = Collected()
    head = b"POST /browser/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n"
    with PushService(arrived.append) as service:
        for sent in head[:-20], head, head + b"\r\n", head + b"\r\nhalf of", head + b"\r\nnot readable":
            with socket.create_connection(("127.0.0.1", service.port)) as connection:
                connection.sendall(sent)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(4096):
                    pass
        # Only the last one was whole. That it cannot be decrypted is a mistake that the checks tell.
        [request] = arrived
        browser = PushedBrowser(None, service, arrived)
    assert request["size"] == 12 and browser.contents == [] and browser.mistakes == [request["mistake"]]


def test_evidence_that_a_kill_left_incomplete_is_collected_again():
    looks = iter([KeyError("habit"), ConnectionResetError(), []])

    def look() -> list[str]:
        seen = next(looks)
        if isinstance(seen, Exception):
            raise seen
        return seen

    run = object.__new__(KillRun)
    run.hosts, run.look = [], look
    assert run._settle() == [] and next(looks, None) is None


def test_victim_that_had_ended_by_itself_is_told_also_if_it_was_not_the_first():
    def fail() -> None:
        raise AssertionError("it had ended by itself")

    run = object.__new__(KillRun)
    with pytest.raises(AssertionError, match="ended by itself"):
        run.kill_programs([SimpleNamespace(kill=lambda: None), SimpleNamespace(kill=fail)])


def evidence() -> Evidence:
    """Two acknowledged messages, one read and one deleted; one that was sent with another, and neither came."""
    pushes = [
        {"push_id": "push1", "message_id": "id1", "alert": {"title": "One"}, "content_available": True},
        {"push_id": "push2", "message_id": "id2", "alert": {"title": "Two"}},
        {"push_id": "push3", "message_id": "id3", "alert": {"title": "Three"}},
        {"push_id": "push4", "message_id": "id4", "alert": {"title": "Four"}},
    ]
    host = HostEvidence(
        name="host",
        messages=[
            {"id": "id1", "title": "One", "isRead": False, "hasBody": True},
            {"id": "id2", "title": "Two", "isRead": True, "hasBody": True},
            {"id": "id4", "title": "Four", "isRead": False, "hasBody": True},
        ],
        unread=2, badge=2, shown=["One", "Four"], older=0, arrivals={"One": 1, "Two": 1}, numbers={"One": 1, "Two": 1},
        handed={"push1": 1}, pushed=["Four", "One"],
    )
    return Evidence(
        sent=[
            Sent(["One"], ["push1"]), Sent(["Two", "Three"], ["push2", "push3"]), Sent(["Four"]), Sent(["Five", "Six"])
        ],
        read=Done({"id2"}, {"id2"}), deleted=Done({"id3"}, {"id3"}), pushes=pushes,
        inbox=[
            {"message_id": "id1", "unread": True},
            {"message_id": "id2", "unread": False},
            {"message_id": "id4", "unread": True},
        ],
        hosts=[host],
    )


def test_checks_find_nothing_where_nothing_is_wrong():
    assert evidence().problems() == []


def lose_push(found: Evidence) -> None:
    found.sent.append(Sent(["Seven"], ["push7"]))


def accept_half(found: Evidence) -> None:
    found.sent[3].titles[0] = "Four"


def forget_on_host(found: Evidence) -> None:
    del found.hosts[0].messages[0]


def forget_in_cloud(found: Evidence) -> None:
    del found.inbox[0]


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lose_push, "push7 (Seven) was acknowledged and never delivered"),
        (accept_half, "some were accepted and some were not"),
        (lambda found: found.pushes.append(found.pushes[0]), "the cloud sent the push: push1, 2 times"),
        (forget_in_cloud, "id1 (One) is not in the cloud's inbox"),
        (lambda found: found.inbox.append(found.inbox[0]), "the cloud's inbox has twice: id1"),
        (lambda found: found.inbox.append({"message_id": "id3", "unread": True}), "though it was deleted"),
        (lambda found: found.inbox[1].update(unread=True), "is unread in the cloud though it was read"),
        (lambda found: found.inbox[0].update(unread=False), "is read in the cloud though nobody read it"),
        (forget_on_host, "host: the message id1 is missing"),
        (lambda found: found.hosts[0].messages.append(found.hosts[0].messages[0]), "host: the inbox has twice: id1"),
        (lambda found: found.hosts[0].messages[0].update(hasBody=False), "host: the body of the message id1"),
        (lambda found: setattr(found.hosts[0], "unread", 3), "2 messages are unread; the inbox says 3"),
        (lambda found: setattr(found.hosts[0], "badge", 1), "the app's badge 1"),
        (lambda found: found.hosts[0].shown.remove("One"), "1 notifications show and 0 more, of 2"),
        (lambda found: found.hosts[0].shown.append("Two"), "the notification of Two shows, which is read or gone"),
        (lambda found: found.hosts[0].shown.append("One"), "the notification shows twice: One"),
        (lambda found: found.hosts[0].arrivals.update(One=2), "the banner of One came 2 times"),
        (lambda found: found.hosts[0].numbers.update(One=2), "One had 2 notifications"),
        (lambda found: found.hosts[0].pushed.remove("One"), "the subscribed browser does not show One"),
        (lambda found: found.hosts[0].pushed.append("Two"), "the subscribed browser shows Two, which is read or gone"),
        (lambda found: found.hosts[0].pushed.append("One"), "the subscribed browser shows twice: One"),
        (lambda found: found.hosts[0].mistakes.append("the content: no"), "a message to the subscribed browser was wrong"),
        (lambda found: found.hosts[0].handed.clear(), "the app was not handed the push push1"),
        (lambda found: found.hosts[0].handed.update(push1=2), "the app was handed the push push1 2 times"),
    ],
)
def test_checks_notice_what_is_wrong(spoil: Callable[[Evidence], None], problem: str):
    found = evidence()
    spoil(found)
    assert any(problem in each for each in found.problems()), found.problems()
