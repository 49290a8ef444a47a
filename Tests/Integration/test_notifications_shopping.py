"""Shopping List's reminder: at the time that was chosen, with its three actions, from the command line."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from contextlib import closing

import pytest

from clock import HostClock
from notifier import NotificationWatch
from shopping import Shopping
from today_host import TODAY

TITLE = "Time to Go Shopping"
PASSCODE = "open sesame"


def today(shopping: Shopping, *arguments: str, lines: str = "", status: int = 0) -> subprocess.CompletedProcess:
    """Runs a command with lines on standard input."""
    result = subprocess.run(
        [TODAY, *arguments, "--state", shopping.host.state],
        input=lines, capture_output=True, text=True, timeout=60, env=shopping.host.environment,
    )
    assert result.returncode == status, f"{arguments}: {result.returncode} {result.stdout}{result.stderr}"
    return result


def respond(shopping: Shopping, number: str, action: str, passcode: str = PASSCODE, status: int = 0, *more: str):
    """Acts on the reminder, with the passcode on standard input."""
    return today(
        shopping, "respond", number, action, "--passcode-stdin", *more, lines=f"{passcode}\n", status=status
    )


@pytest.fixture
def page(shopping: Shopping):
    with NotificationWatch(shopping.host) as page:
        yield page


@pytest.fixture
def reminder(shopping: Shopping, page: NotificationWatch, clock: HostClock) -> str:
    """A list with two items whose reminder is there, and a passcode that is set; returns the reminder's number."""
    today(shopping, "passcode", "set", "--passcode-stdin", lines=f"{PASSCODE}\n")
    for title in ("Milk", "Bread"):
        shopping.add(title)
    assert "done" in shopping.remind("2026-11-21", "10:00")
    shopping.host.today("settings", "Shopping List", "--allow")
    clock.set("2026-11-21T09:00:00Z")
    return str(page.wait_for(TITLE)["id"])


def test_reminder_comes_at_the_chosen_time_in_both_contexts_and_languages(
    shopping: Shopping, page: NotificationWatch, reminder: str
):
    shown = page.find(TITLE)
    assert [action["identifier"] for action in shown["actions"]] == ["justInform", "editList", "trashAction"]
    assert [action["identifier"] for action in shown["minimalActions"]] == ["justInform", "editList"]
    assert page.arrivals == [TITLE]
    with NotificationWatch(shopping.host, language="ja-JP") as japanese:
        shown = japanese.wait_for("買い物の時間です")
        assert shown["appTitle"] == "買い物リスト"
        assert [action["title"] for action in shown["actions"]] == ["了解", "リストを編集", "リストを空にする"]
    text = shopping.host.today("notifications", "list", environment={"LANG": "ja_JP.UTF-8"}).stdout
    assert "trashAction = リストを空にする (destructive, needs the passcode)" in text
    assert shopping.host.today_json("notifications", "pending") == []


@pytest.mark.parametrize("runs", [pytest.param(True, id="running", marks=pytest.mark.full), pytest.param(False, id="not running")])
def test_just_inform_just_goes_away(shopping: Shopping, page: NotificationWatch, reminder: str, runs: bool):
    if not runs:
        shopping.end()

    assert today(shopping, "respond", reminder, "justInform").stdout == ""

    page.wait_for()
    assert shopping.items() == [("Milk", False), ("Bread", False)]


@pytest.mark.parametrize("runs", [pytest.param(True, id="running", marks=pytest.mark.full), pytest.param(False, id="not running")])
def test_edit_list_opens_the_page_with_the_cursor_in_its_field(
    shopping: Shopping, page: NotificationWatch, reminder: str, runs: bool
):
    if not runs:
        shopping.end()

    printed = respond(shopping, reminder, "editList").stdout

    assert "Milk" in printed and "New item" in printed
    page.wait_for()
    assert shopping.host.scene(Shopping.EDIT_URL)["focus"] == "item"


def test_edit_list_says_which_page_it_opens(shopping: Shopping, reminder: str):
    printed = respond(shopping, reminder, "editList", PASSCODE, 0, "--json").stdout
    assert printed == '{"outcome":"open","url":"today-shopping://edit"}\n'


@pytest.mark.parametrize("runs", [True, False], ids=["running", "not running"])
def test_trash_empties_the_list_on_every_open_screen(
    shopping: Shopping, page: NotificationWatch, reminder: str, runs: bool
):
    with shopping.host.watch() as screen, shopping.host.watch(scene=Shopping.URL) as scene:
        shopping.wait_for_widget(screen, "2 to buy")
        drawn = len([name for name, _ in scene.events if name == "scene"])
        if not runs:
            shopping.end()

        respond(shopping, reminder, "trashAction")

        assert shopping.items() == []
        shopping.wait_for_widget(screen, "All done")
        scene.wait(
            lambda page: len([name for name, _ in page.events if name == "scene"]) > drawn, "the page drawn again"
        )
        page.wait_for()


def test_wrong_passcode_does_nothing(shopping: Shopping, page: NotificationWatch, reminder: str):
    for action in "editList", "trashAction":
        assert "not the passcode" in respond(shopping, reminder, action, "open barley", status=1).stderr
        today(shopping, "respond", reminder, action, status=3)

        assert page.titles == [TITLE]
        assert len(shopping.items()) == 2

    respond(shopping, reminder, "trashAction")
    page.wait_for()


def test_reminder_that_repeats_comes_every_day(shopping: Shopping, page: NotificationWatch, clock: HostClock):
    shopping.remind("2026-11-21", "10:00", "daily")
    shopping.host.today("settings", "Shopping List", "--allow")
    for count, moment in enumerate(("2026-11-21T09:00:00Z", "2026-11-22T09:00:00Z", "2026-11-23T09:00:00Z"), 1):
        clock.set(moment)
        page.wait(lambda page: page.arrivals == [TITLE] * count, moment)
        today(shopping, "respond", str(page.wait_for(TITLE)["id"]), "justInform")
        page.wait_for()
    [pending] = shopping.host.today_json("notifications", "pending", "Shopping List")
    assert pending["due"] == "2026-11-24T09:00:00.000Z" and pending["repeats"] is True


def test_reminder_is_replaced_and_taken_back(shopping: Shopping):
    def pending() -> list[str]:
        return [each["due"] for each in shopping.host.today_json("notifications", "pending")]

    shopping.remind("2026-11-21", "10:00")
    shopping.remind("2026-11-22", "18:30")
    assert pending() == ["2026-11-22T17:30:00.000Z"]
    assert "done" in shopping.tap("Remove Reminder")
    assert pending() == []


def test_app_registers_at_its_start(shopping: Shopping, page: NotificationWatch):
    shopping.scene()
    page.wait(lambda page: page.summary_now.get("questions"), "the question")
    [question] = page.summary_now["questions"]
    assert question["app"] == Shopping.APP and sorted(question["wanted"]) == ["alert", "sound"]
    # The person's word stays, also after another start.
    shopping.host.today("settings", "Shopping List", "--deny")
    shopping.end()
    shopping.scene()
    assert shopping.host.today_json("settings", "Shopping List")["authorization"] == "denied"
    page.wait(lambda page: not page.summary_now["questions"], "no question")


def test_app_sets_its_category_if_the_person_decided_before_its_first_start(shopping: Shopping):
    shopping.host.today("settings", "Shopping List", "--allow")
    # The app does this after what it does at its start.
    assert "done" in shopping.add("Milk")
    with closing(sqlite3.connect(f"file:{shopping.host.state}/promises.sqlite?mode=ro", uri=True)) as database:
        query = "SELECT categories FROM notificationCategories WHERE appID = ?"
        [(text,)] = database.execute(query, [Shopping.APP]).fetchall()
    assert [category["identifier"] for category in json.loads(text)] == ["reminder"]


def test_reminder_is_only_listed_while_the_list_is_in_front(
    shopping: Shopping, page: NotificationWatch, clock: HostClock
):
    shopping.remind("2026-11-21", "10:00")
    shopping.host.today("settings", "Shopping List", "--allow")
    with shopping.host.watch(scene=Shopping.URL) as scene:
        assert "Remove Reminder" in json.dumps(shopping.scene())
        drawn = len([name for name, _ in scene.events if name == "scene"])
        clock.set("2026-11-21T09:00:00Z")
        shown = page.wait_for(TITLE)
        assert shown["isListed"] is True and page.arrivals == []
        scene.wait(
            lambda page: len([name for name, _ in page.events if name == "scene"]) > drawn, "the page drawn again"
        )
        # The reminder is over.
        assert "Remove Reminder" not in json.dumps(shopping.scene())
        today(shopping, "respond", str(shown["id"]), "justInform")
        page.wait_for()


def test_reminder_shows_a_banner_over_the_other_pages_of_its_app(
    shopping: Shopping, page: NotificationWatch, clock: HostClock
):
    shopping.remind("2026-11-21", "10:00")
    shopping.host.today("settings", "Shopping List", "--allow")
    with shopping.host.watch(scene=Shopping.HISTORY_URL):
        clock.set("2026-11-21T09:00:00Z")
        page.wait_for(TITLE)
        page.wait(lambda page: page.arrivals == [TITLE], "the banner")


def test_reminder_survives_the_host_and_comes_late(shopping: Shopping, clock: HostClock):
    shopping.remind("2026-11-21", "10:00")
    shopping.host.today("settings", "Shopping List", "--allow")
    shopping.host.kill()
    clock.set("2026-11-21T12:00:00Z")
    shopping.host.start()
    with NotificationWatch(shopping.host) as page:
        assert page.wait_for(TITLE)["due"]["$date"] == "2026-11-21T09:00:00.000Z"


def test_reminder_of_an_app_that_is_denied_does_not_show(
    shopping: Shopping, page: NotificationWatch, clock: HostClock
):
    shopping.remind("2026-11-21", "10:00")
    shopping.host.today("settings", "Shopping List", "--deny")
    clock.set("2026-11-21T09:00:00Z")
    shopping.host.today("notify", "fence")
    page.wait_for("fence")
    assert page.arrivals == ["fence"]
