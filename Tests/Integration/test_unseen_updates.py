"""Widgets that are updated while nobody watches: when, how often, and what the person is told of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Callable

import pytest
import urbanairship as ua

import mailer as mailer_fixture
from clock import HostClock
from today_host import TodayHost
from waiting import eventually, wait_in_folder

GROUP = "group.test.fresh"
WIDGET = "test.fresh.widget"


class Fresh:
    """A host that follows a clock, with a widget that notes its updates."""

    def __init__(self, host: TodayHost, clock: HostClock, widget: str = WIDGET, group: str = GROUP):
        self.host, self.clock, self.widget, self.folder = host, clock, widget, host.group_folder(group)
        self.group = group
        self.before = 0
        #: How many updates of killed hosts are not in the ledger, which a host writes after the widget has answered.
        self.lost = 0

    def begin(self) -> None:
        """Has the widget updated with the host, and counts from then on."""
        self.host.today("reload", self.widget)
        self.before = len(self.all_updates)

    def restart(self) -> None:
        """Kills the host and starts it again; what it was about to write to the ledger is lost."""
        self.host.kill()
        self.host.start()
        self.host.today("reload", self.widget)
        self.lost = len(self.all_updates) - len(self.ledger)

    @property
    def all_updates(self) -> list[str]:
        file = self.folder / "updates.txt"
        return file.read_text().splitlines() if file.exists() else []

    @property
    def updates(self) -> list[str]:
        """The updates since it began: the reasons and the language of each."""
        return self.all_updates[self.before :]

    def wait_for_updates(self, count: int) -> list[str]:
        """Waits until the widget was updated so many times, and the host has shown it."""
        wait_in_folder(self.folder, lambda: len(self.updates) >= count, f"{count} updates; there were {self.updates}")
        eventually(lambda: len(self.ledger) + self.lost >= len(self.all_updates), f"{count} updates in the ledger")
        return self.updates

    @property
    def ledger(self) -> list[dict]:
        return self.host.request("GET", f"/api/widgets/{self.widget}/ledger?limit=100")

    @property
    def schedule(self) -> dict:
        return self.host.request("GET", f"/api/widgets/{self.widget}/schedule")

    def write(self, word: str) -> None:
        """Changes the group as the command line does."""
        self.host.request("PUT", f"/api/defaults/{self.group}/word", word)

    def open(self) -> None:
        """Looks at the screen once, as a person does."""
        self.host.request("GET", "/api/screen?opens=1&settle=30")

    @property
    def shown(self) -> str:
        """What the next look would show, without an update."""
        return json.dumps(self.host.request("GET", "/api/screen"))


@pytest.fixture
def make_fresh(stopped_host: TodayHost, clock: HostClock, fixture_app: Callable[..., Path]) -> Callable[..., Fresh]:
    """Starts the host, installs the widget, and looks at it: at 9:00 in Berlin."""

    def make(*arguments: str, refresh: float | None = None) -> Fresh:
        stopped_host.arguments = ["--clock-file", str(clock.file), *arguments]
        stopped_host.start()
        stopped_host.install(fixture_app("fresh", app="plain_app", widget="fresh_widget", groups=[GROUP]))
        fresh = Fresh(stopped_host, clock)
        if refresh is not None:
            (fresh.folder / "refresh.txt").write_text(str(refresh))
        fresh.open()
        fresh.begin()
        return fresh

    return make


def test_a_refresh_that_is_due_runs_with_nobody_watching(make_fresh):
    fresh = make_fresh(refresh=15)
    fresh.clock.advance(seconds=16)
    assert fresh.wait_for_updates(1) == ["refreshTime en-US"]
    # The next one is due after 15 s more; it waits for 15 minutes.
    fresh.clock.advance(seconds=65)
    schedule = fresh.schedule
    assert schedule["unseenUpdates"] == 1
    fresh.clock.advance(minutes=14)
    assert fresh.wait_for_updates(2)[1] == "refreshTime en-US"
    assert fresh.schedule["unseenUpdates"] == 2


def test_a_change_of_the_group_is_on_the_screen_before_the_first_look(make_fresh):
    fresh = make_fresh()
    fresh.write("plum")
    assert fresh.wait_for_updates(1) == ["groupChanged en-US"]
    assert "word plum" in fresh.shown
    # What follows is one update as soon as it is over.
    for word in ("fig", "pear", "quince"):
        fresh.clock.advance(seconds=2)
        fresh.write(word)
    fresh.clock.advance(seconds=5)
    assert fresh.wait_for_updates(2)[1] == "groupChanged en-US"
    assert "word quince" in fresh.shown
    # A fence: nothing else was on its way.
    fresh.host.today("reload", WIDGET)
    assert fresh.wait_for_updates(3)[2] == "reload en-US"
    assert fresh.schedule["unseenUpdates"] == 2


def test_a_widget_that_names_no_refresh_is_updated_every_hour(make_fresh):
    fresh = make_fresh()
    for count in (1, 2):
        fresh.clock.advance(hours=1)
        assert fresh.wait_for_updates(count)[count - 1] == "refreshTime en-US"
        assert fresh.schedule["unseenUpdates"] == count


def test_a_day_changes_with_nobody_watching(make_fresh):
    fresh = make_fresh()
    fresh.clock.set("2026-11-21T23:00:00Z")
    assert fresh.wait_for_updates(1) == ["dayChanged en-US"]
    assert fresh.schedule["unseenUpdates"] == 1


@pytest.mark.parametrize("changes_group", [True, False])
def test_a_push_updates_the_widget_of_its_app(
    timed_host: TodayHost, clock: HostClock, fixture_app, changes_group: bool
) -> None:
    bundle = fixture_app(
        "mailer", app="mailer_app", widget="fresh_widget", groups=[mailer_fixture.GROUP], push=True
    )
    timed_host.install(bundle)
    mailer = mailer_fixture.Mailer.__new__(mailer_fixture.Mailer)
    mailer.host = timed_host
    fresh = Fresh(timed_host, clock, "test.mailer.widget", mailer_fixture.GROUP)
    if not changes_group:
        (fresh.folder / "writes-nothing.txt").touch()
    fresh.open()
    fresh.begin()
    mailer.wait_until("connected")
    keys = timed_host.request("GET", f"/api/cloud/keys?app={mailer_fixture.APP}")
    client = mailer_fixture.airship(keys["url"], keys["appKey"], keys["masterSecret"])
    push = ua.Push(client)
    push.audience, push.device_types = ua.all_, ua.device_types("all")
    push.notification = ua.notification(ios=ua.ios(content_available=True))
    push.send()
    assert fresh.wait_for_updates(1) == ["groupChanged,push en-US" if changes_group else "push en-US"]
    assert fresh.schedule["unseenUpdates"] == 1


def test_a_widget_that_asks_for_itself_in_each_update_stays_within_its_budget(make_fresh):
    fresh = make_fresh()
    (fresh.folder / "again.txt").touch()
    fresh.write("plum")
    assert fresh.wait_for_updates(1) == ["groupChanged en-US"]
    assert fresh.schedule["unseenUpdates"] == 1
    # A fence: nothing but what the person asks for runs before 15 minutes have passed.
    fresh.clock.advance(minutes=14)
    fresh.host.today("reload", WIDGET)
    assert fresh.wait_for_updates(2)[1:] == ["reload en-US"]
    fresh.clock.advance(minutes=1)
    assert fresh.wait_for_updates(3)[2:] == ["reload en-US"]
    assert fresh.schedule["unseenUpdates"] == 2


def test_a_widget_that_writes_its_group_in_each_update_stays_within_its_budget(make_fresh):
    fresh = make_fresh()
    (fresh.folder / "counts.txt").touch()
    fresh.write("plum")
    assert fresh.wait_for_updates(1) == ["groupChanged en-US"]
    fresh.clock.advance(minutes=16)
    # A fence: the write of its own update did not make it stale.
    fresh.host.today("reload", WIDGET)
    assert fresh.wait_for_updates(2)[1:] == ["reload en-US"]
    assert fresh.schedule["unseenUpdates"] == 1
    assert fresh.host.request("GET", f"/api/defaults/{GROUP}/count") is not None


def test_the_limit_of_a_day_survives_a_restart(make_fresh):
    fresh = make_fresh("--unseen-updates", "1")
    # The only one of the day shows the last of these.
    for word, minutes in (("pear", 1), ("plum", 2)):
        fresh.write(word)
        fresh.clock.advance(minutes=minutes)
    fresh.wait_for_updates(1)
    assert "word plum" in fresh.shown
    fresh.clock.advance(hours=1)
    fresh.write("fig")
    for _ in range(2):
        schedule = fresh.schedule
        assert (schedule["unseenUpdates"], schedule["unseenUpdateLimit"]) == (1, 1)
        assert schedule["obstacle"] == "limitReached"
        fresh.restart()
    text = fresh.host.today("why", WIDGET).stdout
    assert "next update about 23:00" in text.splitlines()[0]
    assert "Updates today while nobody watched: 1 of 1." in text
    assert "No updates while nobody watches until midnight" in text
    # A host that starts updates every widget; nothing else has run.
    assert [each for each in fresh.updates if each.split()[0] not in ("added", "reload", "added,reload")] == [
        "groupChanged en-US"
    ]
    before = len(fresh.updates)
    fresh.clock.set("2026-11-21T23:00:00Z")
    assert fresh.wait_for_updates(before + 1)[before] == "dayChanged en-US"


def test_none_runs_on_a_low_battery(make_fresh, tmp_path: Path):
    battery = tmp_path / "power/BAT0"
    battery.mkdir(parents=True)
    for name, value in (("type", "Battery"), ("capacity", "7"), ("status", "Discharging")):
        (battery / name).write_text(value + "\n")
    fresh = make_fresh("--power-supply-folder", str(battery.parent))
    fresh.write("plum")
    assert fresh.schedule["obstacle"] == "lowBattery"
    assert "the battery is low." in fresh.host.today("why", WIDGET).stdout
    fresh.host.today("reload", WIDGET)
    assert fresh.wait_for_updates(1) == ["groupChanged,reload en-US"]
    fresh.write("fig")
    (battery / "status").write_text("Charging\n")
    fresh.clock.advance(minutes=15)
    assert fresh.wait_for_updates(2)[1] == "groupChanged en-US"


def test_turned_off_nothing_runs_until_somebody_looks(stopped_host: TodayHost, make_fresh):
    (stopped_host.state / "config.json").write_text('{"unseen-updates": 0}')
    fresh = make_fresh(refresh=15)
    fresh.write("plum")
    fresh.clock.advance(hours=2)
    assert fresh.schedule["obstacle"] == "turnedOff"
    fresh.open()
    assert fresh.wait_for_updates(1) == ["groupChanged,opened en-US"]


def test_the_terminal_shows_the_age_and_the_next_update(make_fresh):
    fresh = make_fresh()
    assert "Updated" not in fresh.host.today("show").stdout
    shown = fresh.host.today("show", "--ages").stdout
    assert "Updated " in shown and " · next update about " in shown
    [widget] = fresh.host.today_json("show")["widgets"]
    assert widget["nextUpdate"] == "2026-11-21T09:00:00.000Z"
