"""Habits: a tick in the widget is done in the app, on the badge, in the reminders and on the status bar."""

from __future__ import annotations

import os
import signal

import pytest

from clock import HostClock
from habits import Habits
from notifier import NotificationWatch
from today_host import TodayHost
from waiting import eventually

TODAY = "2026-11-21"
TOMORROW = "2026-11-22"


@pytest.fixture
def ready(habits: Habits) -> Habits:
    """Two habits, the first of which has a reminder at half past nine in the evening."""
    habits.add("Read", reminder="21:30")
    habits.add("Run")
    habits.allow()
    return habits


def test_a_tick_is_done_everywhere_and_so_is_an_untick(ready: Habits):
    assert ready.pending(TODAY) == ["Read"] and ready.badge == 2 and ready.complication.startswith("0/2")
    with ready.host.watch(opens=True) as page:
        ready.wait_for_rows(page, ("Read", False), ("Run", False))

        ready.tick(page, "Read")

        ready.wait_for_rows(page, ("Read", True), ("Run", False))
        ready.wait_for_mark("Read", TODAY, "done")
        assert ready.badge == 1
        assert ready.pending(TODAY) == [] and ready.pending(TOMORROW) == ["Read"]
        assert ready.complication.startswith("1/2")

        ready.tick(page, "Run")
        ready.wait_for_mark("Run", TODAY, "done")
        assert ready.badge == 0
        assert ready.complication.startswith("2/2")

        ready.tick(page, "Read")

        ready.wait_for_rows(page, ("Read", False), ("Run", True))
        ready.wait_for_mark("Read", TODAY, "open")
        assert ready.badge == 1
        assert ready.pending(TODAY) == ["Read"]
        assert ready.complication.startswith("1/2")
        # A ticked habit never lost its tick meanwhile.
        shown = [dict(ready.rows_of(card)) for card in page.compact_cards(ready.WIDGET)]
        ticks = [rows["Run"] for rows in shown if "Run" in rows]
        assert ticks == sorted(ticks)


def test_ticks_follow_what_pages_and_reminders_changed_between_them(ready: Habits, clock: HostClock):
    """The app need not ask for all reminders at each tick; what else changes them is not lost on it."""
    ready.add("Sit", reminder="20:00")
    with ready.host.watch(opens=True) as page:
        for name in ("Run", "Read"):
            assert "done" in ready.tick(page, name)
            ready.wait_until_processed()
        assert ready.pending(TODAY) == ["Sit"] and ready.pending(TOMORROW) == ["Sit", "Read"]

        ready.add("Walk", reminder="19:00")
        assert ready.pending(TODAY) == ["Walk", "Sit"]
        assert "done" in ready.tick(page, "Sit")
        ready.wait_until_processed()
        assert ready.pending(TODAY) == ["Walk"]

        ready.end()
        assert "done" in ready.tick(page, "Read")
        ready.wait_until_processed()
        assert ready.pending(TODAY) == ["Walk", "Read"]
        assert "done" in ready.tick(page, "Walk")
        ready.wait_until_processed()
        assert ready.pending(TODAY) == ["Read"] and ready.pending(TOMORROW) == ["Walk", "Sit", "Read"]


def test_a_tick_on_the_page_between_ticks_in_the_widget_counts_for_the_reminders(ready: Habits):
    """Once done in the week, the habit has no more reminders in it; undone in the widget, it has all of them again."""
    ready.save_settings(first_weekday="2")
    ready.add("Gym", schedule="weekly:1", reminder="18:00")
    with ready.host.watch(opens=True) as page:
        assert "done" in ready.tick(page, "Run")
        ready.wait_until_processed()
        assert ready.pending(TODAY) == ["Gym", "Read"] and ready.pending(TOMORROW) == ["Gym", "Read"]
        ready.tap("", "Gym")
        assert ready.pending(TODAY) == ["Read"] and ready.pending(TOMORROW) == ["Read"]
        ready.wait_for_rows(page, ("Read", False), ("Run", True), ("Gym", True))

        assert "done" in ready.tick(page, "Gym")
        ready.wait_until_processed()
        assert ready.pending(TODAY) == ["Gym", "Read"] and ready.pending(TOMORROW) == ["Gym", "Read"]


def test_before_the_app_runs_the_widget_does_what_it_may(ready: Habits):
    app = ready.host.program(ready.PROGRAM)
    os.kill(app.pid, signal.SIGSTOP)
    try:
        with ready.host.watch(opens=True) as page:
            ready.tick(page, "Read")

            ready.wait_for_rows(page, ("Read", True), ("Run", False))
            assert ready.badge == 1 and ready.pending(TODAY) == []
            assert ready.mark("Read", TODAY) == "open" and ready.complication.startswith("0/2")

            ready.tick(page, "Run")
            ready.wait_for_rows(page, ("Read", True), ("Run", True))
            assert ready.badge == 0

            ready.tick(page, "Read")
            ready.wait_for_rows(page, ("Read", False), ("Run", True))
            assert ready.badge == 1 and ready.pending(TODAY) == ["Read"]
    finally:
        os.kill(app.pid, signal.SIGCONT)
    ready.wait_for_mark("Run", TODAY, "done")
    assert ready.mark("Read", TODAY) == "open"
    assert ready.complication.startswith("1/2")


def test_a_tap_that_is_repeated_is_one_tick(ready: Habits):
    with ready.host.watch(opens=True) as page:
        ready.wait_for_rows(page, ("Read", False), ("Run", False))
        ready.tick(page, "Read", id="tap-1")
        ready.wait_for_mark("Read", TODAY, "done")
        stored = ready.defaults
        ready.host.tap_widget(
            ready.WIDGET, {"action": {"set": {"habit": ready.id("Read"), "day": TODAY, "done": True}}}, None, "tap-1"
        )
        ready.tick(page, "Run")
        ready.wait_for_mark("Run", TODAY, "done")
        key = f"marks.{ready.id('Read')}.{TODAY[:7]}"
        assert ready.defaults[key] == stored[key]


def test_the_day_changes_with_nobody_watching(ready: Habits, clock: HostClock):
    with ready.host.watch(opens=True) as page:
        for name in ("Read", "Run"):
            ready.tick(page, name)
            ready.wait_for_mark(name, TODAY, "done")
    assert ready.badge == 0
    ready.end()

    # A day passes, and another begins: the clocks of the person show five past midnight.
    clock.set("2026-11-22T23:05:00Z")

    # The status bar and the badge follow without a page.
    eventually(lambda: ready.complication.startswith("0/2"), "the status bar of the new day")
    assert ready.badge == 2
    shown = {each["id"]: each for each in ready.host.request("GET", "/api/screen")["widgets"]}[ready.WIDGET]
    assert "Run" in str(shown["compact"]) and "CheckmarkCircle" not in str(shown["compact"])
    with ready.host.watch(opens=True) as page:
        ready.wait_for_rows(page, ("Read", False), ("Run", False))
        ready.tick(page, "Read")
        ready.wait_for_mark("Read", "2026-11-23", "done")
    assert ready.mark("Read", TODAY) == "done" and ready.mark("Read", TOMORROW) == "open"
    assert ready.complication.startswith("1/2")


def test_the_widget_turns_the_page_itself_while_the_app_cannot_run(ready: Habits, clock: HostClock):
    with ready.host.watch(opens=True) as page:
        ready.tick(page, "Read")
        ready.wait_for_mark("Read", TODAY, "done")
        ready.wait_for_rows(page, ("Read", True), ("Run", False))
    app = ready.host.program(ready.PROGRAM)
    os.kill(app.pid, signal.SIGSTOP)
    try:
        clock.set("2026-11-21T23:00:00Z")
        with ready.host.watch(opens=True) as page:
            ready.wait_for_rows(page, ("Read", False), ("Run", False))
            with NotificationWatch(ready.host) as notifications:
                notifications.wait_for_badge(ready.APP, 2)
    finally:
        os.kill(app.pid, signal.SIGCONT)


def test_the_day_changes_with_the_zone_alone(ready: Habits, clock: HostClock):
    """Half past four in the afternoon in Berlin is half past midnight of the next day in Tokyo."""
    clock.set("2026-11-21T15:30:00Z")
    with ready.host.watch(opens=True) as page:
        for name in ("Read", "Run"):
            ready.tick(page, name)
            ready.wait_for_mark(name, TODAY, "done")
    assert ready.badge == 0 and ready.pending(TODAY) == []
    ready.end()

    clock.set("2026-11-21T15:30:00Z", zone="Asia/Tokyo")

    eventually(lambda: ready.complication.startswith("0/2"), "the status bar of the new day")
    assert ready.badge == 2
    # The reminder at half past nine in the evening of the 22nd in Tokyo.
    due = ready.host.today_json("notifications", "pending", ready.APP)[0]["due"]
    assert due.startswith("2026-11-22T12:30:00"), due
    with ready.host.watch(opens=True) as page:
        ready.wait_for_rows(page, ("Read", False), ("Run", False))
        ready.tick(page, "Run")
        ready.wait_for_mark("Run", TOMORROW, "done")
    assert ready.mark("Run", TODAY) == "done"


@pytest.fixture
def autumn(clock: HostClock) -> HostClock:
    """A clock that shows ten in the evening before the day on which summer time ends in Berlin."""
    clock.set("2026-10-24T20:00:00Z")
    return clock


def test_the_day_on_which_summer_time_ends_has_25_hours(autumn: HostClock, ready: Habits):
    long_day, next_day = "2026-10-25", "2026-10-26"
    with ready.host.watch(opens=True) as page:
        ready.tick(page, "Read")
        ready.wait_for_mark("Read", "2026-10-24", "done")
        ready.end()
        autumn.set("2026-10-24T22:00:00Z")
        eventually(lambda: ready.complication.startswith("0/2"), "the status bar of the long day")
        ready.wait_for_rows(page, ("Read", False), ("Run", False))
        ready.tick(page, "Read")
        ready.wait_for_mark("Read", long_day, "done")

        autumn.set("2026-10-25T22:59:00Z")
        ready.tick(page, "Run")
        ready.wait_for_mark("Run", long_day, "done")
    assert ready.complication.startswith("2/2") and ready.badge == 0 and ready.pending(next_day) == ["Read"]
    ready.end()

    autumn.set("2026-10-25T23:00:00Z")

    eventually(lambda: ready.complication.startswith("0/2"), "the status bar of the day after it")
    assert ready.badge == 2 and ready.pending(next_day) == ["Read"]
    assert [ready.mark(name, next_day) for name in ("Read", "Run")] == ["open"] * 2


def test_a_day_may_begin_at_three(ready: Habits, clock: HostClock):
    ready.save_settings(boundary="03:00")
    with ready.host.watch(opens=True) as page:
        ready.tick(page, "Read")
        ready.wait_for_mark("Read", TODAY, "done")

        clock.set("2026-11-22T01:59:00Z")
        ready.tick(page, "Run")
        ready.wait_for_mark("Run", TODAY, "done")
        ready.wait_for_rows(page, ("Read", True), ("Run", True))

        clock.set("2026-11-22T02:00:00Z")
        ready.wait_for_rows(page, ("Read", False), ("Run", False))
        ready.tick(page, "Run")
        ready.wait_for_mark("Run", TOMORROW, "done")


def test_a_day_that_begins_at_three_changes_with_nobody_watching(ready: Habits, clock: HostClock):
    ready.save_settings(boundary="03:00")
    with ready.host.watch(opens=True) as page:
        ready.tick(page, "Read")
        ready.wait_for_mark("Read", TODAY, "done")
    assert ready.badge == 1
    ready.end()
    clock.set("2026-11-22T02:00:00Z")
    eventually(lambda: ready.complication.startswith("0/2"), "the status bar of the new day")
    assert ready.badge == 2


def test_a_reminder_offers_its_three_actions(ready: Habits, clock: HostClock):
    with NotificationWatch(ready.host) as page:
        clock.set("2026-11-21T20:30:00Z")
        shown = page.wait_for("Read")
        assert [each["identifier"] for each in shown["actions"]] == ["done", "snooze", "skip"]
        assert [each["identifier"] for each in shown["minimalActions"]] == ["done", "snooze"]

        ready.host.today("respond", str(shown["id"]), "snooze")
        page.wait_for()
        clock.set("2026-11-21T20:40:00Z")
        shown = page.wait_for("Read")
        ready.end()
        ready.host.today("respond", str(shown["id"]), "done")
        page.wait_for()
        ready.wait_for_mark("Read", TODAY, "done")
        assert ready.badge == 1 and ready.complication.startswith("1/2")

        clock.set("2026-11-22T20:30:00Z")
        ready.host.today("respond", str(page.wait_for("Read")["id"]), "skip")
        ready.wait_for_mark("Read", TOMORROW, "skipped")
        assert ready.badge == 1


def test_ticking_in_the_widget_withdraws_the_reminder_that_shows(ready: Habits, clock: HostClock):
    with NotificationWatch(ready.host) as notifications, ready.host.watch(opens=True) as page:
        clock.set("2026-11-21T20:30:00Z")
        notifications.wait_for("Read")
        ready.tick(page, "Read")
        notifications.wait_for()


def test_pages_add_edit_order_delete_and_undo(ready: Habits):
    read = ready.id("Read")
    ready.tap("edit", "Move Read down")
    assert "done" in ready.host.tap_scene(
        f"{ready.URL}edit/{read}", None, {"action": {"save": {"habit": read}}},
        {"name": "Read more", "schedule": "weekdays", "days": "1,7"},
    )
    assert list(ready.names) != [] and ready.id("Read more") == read
    assert ready.pending(TODAY) == []
    with ready.host.watch(opens=True) as page:
        ready.wait_for_rows(page, ("Run", False), ("Read more", False))
        ready.tap(f"edit/{read}", "Delete")
        ready.wait_for_rows(page, ("Run", False))
        assert ready.badge == 1
        for rows in ([("Run", False), ("Read more", False)], [("Run", False), ("Read", False)]):
            ready.tap("edit", "Undo")
            ready.wait_for_rows(page, *rows)
        assert ready.pending(TODAY) == ["Read"]
        ready.tap("edit", "Undo")
        ready.wait_for_rows(page, ("Read", False), ("Run", False))


def test_past_days_are_corrected(ready: Habits):
    ready.tap("day/2026-11-19", "Run")
    ready.tap(f"habit/{ready.id('Run')}?month=2026-11", "20")
    ready.tap("", "Run")
    assert [ready.mark("Run", day) for day in ("2026-11-19", "2026-11-20", TODAY)] == ["done"] * 3
    assert "3 days" in str(ready.host.scene(ready.URL + "streaks"))
    ready.tap(f"habit/{ready.id('Run')}", "Undo")
    assert ready.mark("Run", "2026-11-20") == "open"
    assert "1 day" in str(ready.host.scene(ready.URL + "streaks"))


@pytest.mark.parametrize("language, texts", [("ja-JP", ["11月21日（土）", "残り 2 件"]), ("de-DE", ["Samstag, 21\\\\. November", "2 offen"])])
def test_pages_are_in_the_language_of_the_surface(ready: Habits, language: str, texts: list[str]):
    page = str(ready.host.request("GET", f"/api/scene?url={ready.URL}", language=language))
    for text in texts:
        assert text in page


def test_ticks_that_wait_too_long_open_the_app(stopped_host: TodayHost, clock: HostClock):
    """The widget says when they were last processed; a tick is stored and then opens the app, and so does an answer."""
    (stopped_host.state / "config.json").write_text('{"wake-for-actions": false, "action-wait-hours": 12}')
    stopped_host.arguments = ["--clock-file", str(clock.file), "--no-cloud"]
    stopped_host.start()
    habits = Habits(stopped_host).install()
    habits.add("Read", reminder="21:30")
    habits.add("Run")
    habits.add("Swim")
    habits.allow()
    with NotificationWatch(habits.host) as notifications, habits.host.watch(opens=True) as page:
        assert habits.tick(page, "Run") == {"done": {}}
        clock.set("2026-11-21T20:30:00Z")
        reminder = notifications.wait(
            lambda each: next((shown for shown in each.shown.values() if shown["title"] == "Read"), None), "the reminder"
        )
        habits.host.today("reload", habits.WIDGET)
        page.wait(lambda page: any("opens Habits." in text for text in page.texts(habits.WIDGET)), "what it says")

        assert habits.tick(page, "Swim") == {"done": {"open": habits.URL}}
        assert len(habits.waiting) == 2
        assert habits.host.today("respond", str(reminder["id"]), "done").stdout == f"{habits.URL}\n"

        # The app has run for the answer.
        habits.wait_until_processed()
        assert habits.tick(page, "Swim") == {"done": {}}


@pytest.fixture
def doorbell(stopped_host, clock: HostClock) -> Habits:
    """A host that does not start apps for queued actions."""
    stopped_host.arguments = ["--clock-file", str(clock.file), "--no-wake-for-actions"]
    stopped_host.start()
    return Habits(stopped_host).install()


def test_the_record_of_the_widget_alone_wakes_the_app(doorbell: Habits):
    doorbell.add("Read", reminder="21:30")
    doorbell.allow()
    doorbell.end()
    assert "push" not in doorbell.runs
    with doorbell.host.watch(opens=True) as page:
        doorbell.tick(page, "Read")
        doorbell.wait_for_mark("Read", TODAY, "done")
        assert "push" in doorbell.runs
        assert doorbell.badge == 0 and doorbell.pending(TODAY) == []
        assert doorbell.complication.startswith("1/1")
