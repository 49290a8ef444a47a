"""What people do with notifications, and what their apps are told: once, in order, whatever dies meanwhile."""

from __future__ import annotations

import subprocess
import threading

import pytest

from notifier import Notifier, NotificationWatch
from today_host import TODAY, TodayHost
from waiting import eventually


@pytest.fixture
def page(notifier: Notifier):
    with NotificationWatch(notifier.host) as page:
        yield page


def deliver(notifier: Notifier, page: NotificationWatch, name: str = "hello", **content) -> str:
    """Delivers a notification with every kind of action; returns its number."""
    notifier.add(name, categoryIdentifier="all", **content)
    return str(page.wait(lambda page: page.find(name)["id"] if name in page.titles else None, name))


def respond(notifier: Notifier, *arguments: str, status: int = 0, **more) -> subprocess.CompletedProcess:
    return notifier.host.today("respond", *arguments, status=status, **more)


def start_responding(host: TodayHost, *arguments: str) -> subprocess.Popen:
    return subprocess.Popen(
        [TODAY, "respond", *arguments, "--state", host.state], env=host.environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )


# What is offered


def test_list_offers_what_the_category_does(notifier: Notifier, page: NotificationWatch):
    deliver(notifier, page)

    text = notifier.host.today("notifications", "list").stdout
    [shown] = notifier.host.today_json("notifications", "list")["notifications"]

    assert "wipe = Wipe (destructive, needs the passcode)" in text
    assert [action["identifier"] for action in shown["actions"]] == ["plain", "say", "show", "wipe"]
    assert [action["identifier"] for action in page.find("hello")["minimalActions"]] == ["plain", "say"]


def test_categories_that_break_a_rule_are_refused_whole(notifier: Notifier):
    def action(identifier: str, title: str = "Title") -> dict:
        return {"identifier": identifier, "title": title}

    five = {"identifier": "five", "actions": [action(name) for name in "abcde"]}
    three = {"identifier": "three", "actions": [], "minimalActions": [action(name) for name in "abc"]}
    twice = [{"identifier": name, "actions": [action("same", name)]} for name in ("one", "two")]
    for categories, words in (([five], "five"), ([three], "three"), (twice, "same")):
        with pytest.raises(AssertionError, match=words):
            notifier.offer(*categories)
    notifier.offer(*[{"identifier": name, "actions": [action("same")]} for name in ("one", "two")])


# Background actions


def test_action_reaches_the_app_that_runs(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page, userInfo={"glasses": 3})
    notifier.host.program(Notifier.PROGRAM)

    assert respond(notifier, number, "plain").stdout == ""

    [response] = notifier.responses
    assert (response["action"], response["identifier"]) == ("plain", "hello")
    page.wait_for()


def test_action_starts_the_app_that_does_not_run(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page)
    notifier.end()
    assert notifier.host.programs(Notifier.PROGRAM) == []

    respond(notifier, number, "plain")

    assert notifier.actions == ["plain"]


def test_text_comes_along(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page)
    assert "--text" in respond(notifier, number, "say", status=1).stderr
    text = 'Tea, "please" – お茶\n🫖'

    respond(notifier, number, "say", "--text", text)

    assert notifier.responses[0]["text"] == text


def test_unknown_actions_and_numbers_are_named(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page)

    assert "plain, say, show, wipe" in respond(notifier, number, "plane", status=1).stderr
    assert "999999" in respond(notifier, "999999", "plain", status=1).stderr
    assert notifier.responses == []


def test_responses_come_in_order(notifier: Notifier, page: NotificationWatch):
    numbers = [deliver(notifier, page, f"n{index}") for index in range(4)]
    gate = notifier.gate("respond.block")
    waiting = []
    for index, number in enumerate(numbers):
        waiting.append(start_responding(notifier.host, number, "plain"))
        # Withdrawn means on disk: the next is answered after this one.
        page.wait(lambda page: f"n{index}" not in page.titles, f"the end of n{index}")
    gate.wait()
    gate.open()

    assert [process.wait(60) for process in waiting] == [0] * 4
    assert [response["identifier"] for response in notifier.responses] == ["n0", "n1", "n2", "n3"]


def test_first_of_two_at_once_wins(notifier: Notifier, page: NotificationWatch):
    for round in range(3):
        number = deliver(notifier, page, f"round {round}")
        both = [start_responding(notifier.host, number, action) for action in ("plain", "plain")]

        results = [process.communicate(timeout=60) + (process.returncode,) for process in both]

        assert sorted(status for _, _, status in results) == [0, 1], results
        assert [response["identifier"] for response in notifier.responses].count(f"round {round}") == 1


def test_second_answer_is_told_that_it_is_too_late(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page)
    respond(notifier, number, "plain")

    assert respond(notifier, number, "plain", status=1).stderr
    answer = {"notification": int(number), "action": "plain", "waits": True}
    assert notifier.host.request("POST", "/api/notifications/answer", answer) == {"gone": {}}
    assert notifier.actions == ["plain"]


# Foreground actions, opening and dismissing


def test_foreground_action_shows_the_page(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page, deepLink="notifier://deep")

    assert "notifier://deep" in respond(notifier, number, "show").stdout

    assert notifier.actions == ["show"]


def test_app_opens_another_page_than_the_notifications(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page, deepLink="notifier://deep")
    notifier.write("respond.open", "notifier://other")

    outcome = respond(notifier, number, "show", "--json").stdout

    assert outcome == '{"outcome":"open","url":"notifier://other"}\n'


@pytest.mark.parametrize("content, url", [({"deepLink": "notifier://deep"}, "notifier://deep"), ({}, "notifier://")])
def test_opening_leads_to_the_deep_link_or_the_app(notifier: Notifier, page: NotificationWatch, content: dict, url: str):
    number = deliver(notifier, page, **content)

    assert url in respond(notifier, number, "open").stdout.splitlines()

    assert notifier.actions == ["today.default"]


def test_dismissal_is_told_to_apps_that_ask(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page)
    notifier.add("no category")
    page.wait_for("hello", "no category")

    respond(notifier, str(page.find("no category")["id"]), "dismiss")
    respond(notifier, number, "dismiss")

    page.wait_for()
    notifier.wait_for_responses()
    assert [(each["identifier"], each["action"]) for each in notifier.responses] == [("hello", "today.dismiss")]


# Things that die


def test_app_that_dies_over_a_response_gets_it_again(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page)
    notifier.write("respond.die")

    respond(notifier, number, "plain")

    assert notifier.actions == ["plain"]
    attempts = notifier.lines("attempts.txt")
    assert len(attempts) == 2 and attempts[0] == attempts[1]


def test_host_killed_between_tap_and_acknowledgement(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page)
    gate = notifier.gate("respond.block")
    waiting = start_responding(notifier.host, number, "plain")
    gate.wait()  # The app has written, and its answer has not come.

    notifier.host.kill()
    gate.open()
    waiting.communicate(timeout=60)
    assert waiting.returncode != 0
    notifier.host.start()

    notifier.wait_for_actions("plain")
    attempts = notifier.lines("attempts.txt")
    assert len(attempts) == 2 and attempts[0] == attempts[1]
    with NotificationWatch(notifier.host) as page:
        notifier.add("fence")
        page.wait_for("fence")  # And it is gone from every surface.
    assert notifier.actions == ["plain"]


def test_host_killed_again_and_again_delivers_every_response_once(notifier: Notifier, page: NotificationWatch):
    numbers = [deliver(notifier, page, f"n{index}") for index in range(6)]
    acknowledged = []
    for round, delay in enumerate((0.0, 0.03, 0.06)):
        pair = numbers[round * 2 : round * 2 + 2]
        waiting = [start_responding(notifier.host, number, "plain") for number in pair]
        kill = threading.Timer(delay, notifier.host.kill)
        kill.start()
        kill.join()
        acknowledged += [number for number, process in zip(pair, waiting) if process.wait(60) == 0]
        for process in waiting:
            process.communicate()
        notifier.host.start()
    for number in numbers:  # Those that never reached the host.
        respond(notifier, number, "plain", status=None)

    notifier.wait_for_responses(6)
    names = [response["identifier"] for response in notifier.responses]
    assert sorted(names) == [f"n{index}" for index in range(6)]
    assert len({response["id"] for response in notifier.responses}) == 6


def test_app_that_never_acknowledges_is_reported_and_can_be_asked_again(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page)
    notifier.write("respond.fail")

    assert "does not want to" in respond(notifier, number, "plain", status=1).stderr

    assert len(notifier.lines("attempts.txt")) == 3
    [failure] = notifier.host.today_json("notifications", "list")["failures"]
    assert failure["action"] == "Plain" and "does not want to" in failure["reason"]
    assert "Notifier did not do" in notifier.host.today("notifications", "list").stdout
    page.wait(lambda page: page.summary_now["failures"], "the failure on the surface")

    notifier.remove("respond.fail")
    notifier.host.request("POST", f"/api/responses/{failure['id']}/retry")

    page.wait(lambda page: not page.summary_now["failures"], "the end of the failure")
    notifier.wait_for_actions("plain")


def test_failure_survives_the_host_and_can_be_discarded(notifier: Notifier, page: NotificationWatch):
    number = deliver(notifier, page)
    notifier.write("respond.fail")
    respond(notifier, number, "plain", status=1)
    notifier.host.kill()
    notifier.host.start()

    [failure] = notifier.host.today_json("notifications", "list")["failures"]
    notifier.host.request("DELETE", f"/api/responses/{failure['id']}")

    assert notifier.host.today_json("notifications", "list")["failures"] == []
    assert len(notifier.lines("attempts.txt")) == 3


# The app in front


def test_app_in_front_decides_how_its_notification_shows(notifier: Notifier, page: NotificationWatch):
    with notifier.host.watch(scene=Notifier.SCENE):
        notifier.write("present.json", '{"options": ["list"]}')
        notifier.add("listed", badge=4)
        assert page.wait_for("listed")["isListed"] is True
        notifier.write("present.json", '{"options": ["banner", "badge"]}')
        notifier.add("banner", badge=5)
        page.wait_for_badge(Notifier.APP, 5)
        notifier.write("present.json", '{"options": []}')
        notifier.add("nothing")
        notifier.remove("present.json")
        notifier.add("everything")  # Without an answer it shows as always.
        page.wait(lambda page: "everything" in page.arrivals, "everything")

        assert notifier.lines("presented.txt") == ["listed", "banner", "nothing", "everything"]
        assert page.arrivals == ["banner", "everything"]
        assert "nothing" not in page.titles

    eventually(lambda: front_is_gone(notifier, page), "the app no longer in front")


def front_is_gone(notifier: Notifier, page: NotificationWatch) -> bool:
    """Whether a notification shows without the app being asked."""
    asked = len(notifier.lines("presented.txt"))
    notifier.add("again")
    page.wait(lambda page: "again" in page.titles, "again")
    return len(notifier.lines("presented.txt")) == asked
