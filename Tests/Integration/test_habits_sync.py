"""Habits on two hosts of one person: ticks arrive, offline ticks converge, and with Sync off nothing leaves."""

from __future__ import annotations

import random
from datetime import datetime, timezone
from pathlib import Path
from typing import Iterator

import pytest

from habits import Habits
from two_hosts import TwoHosts, two_hosts
from waiting import eventually


def _today() -> str:
    """The hosts' day: they follow the system's clock, in UTC."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%d")


@pytest.fixture
def two(log_file: Path) -> Iterator[TwoHosts]:
    with two_hosts(log_file) as two:
        yield two


@pytest.fixture
def synced(two: TwoHosts) -> TwoHosts:
    """Both have Sync on and know two habits."""
    return two.synchronize()


def tick(habits: Habits, name: str, done: bool = True) -> None:
    """Ticks a habit in the widget."""
    data = {"action": {"set": {"habit": habits.id(name), "day": _today(), "done": done}}}
    outcome = habits.host.tap_widget(habits.WIDGET, data, None)
    assert "done" in outcome, outcome


def test_a_tick_follows_on_the_other_host(synced: TwoHosts):
    today = _today()
    with synced.desk.host.watch(opens=True) as page:
        tick(synced.laptop, "Read")
        synced.desk.wait_for_rows(page, ("Read", True), ("Run", False))
        synced.wait_for(synced.desk, "Read", today, "done")
        eventually(lambda: synced.desk.badge == 1, "the badge")
        assert synced.desk.pending(today) == []
        assert synced.desk.complication.startswith("1/2")

        tick(synced.desk, "Read", done=False)
        synced.wait_for(synced.laptop, "Read", today, "open")
        eventually(lambda: synced.laptop.badge == 2, "the badge of the laptop")


def test_a_host_that_was_off_follows_when_it_starts(synced: TwoHosts):
    synced.desk.host.stop()
    tick(synced.laptop, "Read")
    tick(synced.laptop, "Run")
    synced.desk.host.start()
    synced.wait_for(synced.desk, "Run", _today(), "done")
    synced.wait_for(synced.desk, "Read", _today(), "done")
    eventually(lambda: synced.desk.badge == 0, "the badge")


def test_ticks_wait_while_the_cloud_is_down(synced: TwoHosts):
    synced.cloud.stop()
    tick(synced.laptop, "Read")
    tick(synced.desk, "Run")
    for habits, name in ((synced.laptop, "Read"), (synced.desk, "Run")):
        synced.wait_for(habits, name, _today(), "done")
    synced.cloud.start()
    synced.wait_for(synced.desk, "Read", _today(), "done")
    synced.wait_for(synced.laptop, "Run", _today(), "done")


def test_conflicts_end_equal(synced: TwoHosts):
    choices = random.Random(20261121)
    synced.cloud.stop()
    for _ in range(20):
        tick(choices.choice([synced.laptop, synced.desk]), choices.choice(["Read", "Run"]), choices.random() < 0.5)
    synced.cloud.start()

    def months(habits: Habits) -> dict:
        return {key: value for key, value in habits.defaults.items() if key.startswith("marks.")}

    def is_idle(habits: Habits) -> bool:
        return "Run" in habits.names and bool(months(habits))

    eventually(
        lambda: is_idle(synced.laptop) and months(synced.laptop) == months(synced.desk), "equal marks", timeout=90
    )
    tick(synced.laptop, "Run", done=True)
    eventually(lambda: months(synced.laptop) == months(synced.desk) and synced.desk.mark("Run", _today()) == "done",
               "equal marks after another tick", timeout=60)


def test_with_sync_off_completions_stay_here(two: TwoHosts):
    two.laptop.add("Read")
    tick(two.laptop, "Read")
    two.wait_for(two.laptop, "Read", _today(), "done")
    two.desk.save_settings(sync=True)
    # What the desk has fetched after this was all that the laptop had sent.
    two.desk.add("Other")
    tick(two.desk, "Other")
    two.wait_for(two.desk, "Other", _today(), "done")
    assert list(two.desk.names) == ["Other"] and list(two.laptop.names) == ["Read"]

    two.laptop.save_settings(sync=True)
    eventually(lambda: sorted(two.desk.names) == ["Other", "Read"], "the habit after Sync was turned on", timeout=60)
    two.wait_for(two.desk, "Read", _today(), "done")
    two.wait_for(two.laptop, "Other", _today(), "done")
