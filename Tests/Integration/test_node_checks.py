"""What script/kills --nodes looks at in the end is noticed if it is wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Callable

import pytest

from node_checks import NodeEvidence
from node_load import SentPush


def evidence() -> NodeEvidence:
    """Evidence of two people, of whom one has two devices; all is well."""
    sent = [
        SentPush(["a-0"], None, True, False, is_acknowledged=True),
        SentPush(["a-1", "a-2"], "ada", False, False, is_acknowledged=True),
        SentPush(["a-3"], None, False, False, is_acknowledged=False),
        SentPush(["a-4"], None, False, True, is_acknowledged=True),
    ]

    def host(name: str, person: str, *titles: str) -> SimpleNamespace:
        pushes = [("push", {"push_id": title, "alert": {"title": title}}) for title in titles]
        events = dict(enumerate(pushes, 1))
        return SimpleNamespace(name=name, person=person, events=events, last=len(events), mistakes=[])

    hosts = [host("phone", "ada", "a-0", "a-1", "a-2", "a-4"), host("laptop", "ada", "a-0", "a-1", "a-2", "a-4"),
             host("desktop", "bob", "a-0", "a-4")]
    topic = SimpleNamespace(name="home", published={"x": "1", "y": "2", "z": None})
    history = [("1", "x"), ("2", "y")]
    subscriber = SimpleNamespace(name="subscriber", topic=topic, received=list(history))
    notes = SimpleNamespace(written={"n": [1, 2]}, acknowledged={"n": 1})
    reader = SimpleNamespace(name="reader", content={"n": 2})
    return NodeEvidence(
        sent=[sent], hosts=hosts, inboxes={each.name: ["a-0"] for each in hosts}, histories={"home": history},
        topics=[topic], subscribers=[subscriber], notes=notes, records={"n": 2}, readers=[reader],
    )


def test_nothing_is_wrong():
    assert evidence().problems() == []


def _lose_last(found: NodeEvidence) -> None:
    del found.hosts[2].events[2]
    found.hosts[2].last = 1


def _swap(found: NodeEvidence) -> None:
    events = found.hosts[0].events
    events[1], events[2] = events[2], events[1]


def _add(found: NodeEvidence, title: str, place: int = 2) -> None:
    host = found.hosts[place]
    host.last += 1
    host.events[host.last] = "push", {"push_id": title, "alert": {"title": title}}


@pytest.mark.parametrize(
    ("breaks", "told"),
    [
        (_lose_last, "desktop: 1 acknowledged pushes did not come: a-4"),
        (lambda found: found.hosts[2].events.pop(1), "desktop: the numbers 1 are missing of 2"),
        (lambda found: _add(found, "a-4"), "desktop: came twice: a-4, 2 times"),
        (lambda found: _add(found, "a-1"), "desktop: 1 pushes came that were not for it: a-1"),
        (lambda found: _add(found, "a-3"), "of a-3 came 1, but not a-3 to phone, a-3 to laptop"),
        (_swap, "phone: a-1 came before a-0, which had been acknowledged when it was sent"),
        (lambda found: found.inboxes["laptop"].clear(), "laptop: 1 messages are not in the inbox: a-0"),
        (lambda found: found.inboxes["laptop"].append("a-0"), "laptop: the inbox has twice: a-0, 2 times"),
        (lambda found: found.histories["home"].pop(), "home: the acknowledged message y is not there"),
        (lambda found: found.subscribers[0].received.pop(), "subscriber: 1 messages did not come: y"),
        (lambda found: found.subscribers[0].received.append(("1", "x")), "subscriber: came twice: x, 2 times"),
        (lambda found: found.records.clear(), "the record n has None; 1 was acknowledged"),
        (lambda found: found.readers[0].content.update(n=1), "reader has other values of 1 records: n"),
    ],
)
def test_each_broken_promise_is_told(breaks: Callable[[NodeEvidence], object], told: str):
    found = evidence()
    breaks(found)
    assert told in found.problems()
