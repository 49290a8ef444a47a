"""Habits on two hosts of one person: ticks arrive, offline ticks converge, and with Sync off nothing leaves."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Iterator

import pytest

from cloudkit_client import DEFAULT_ZONE
from cloudkit_helpers import names, save
from cloudkit_requests import create
from habits import Habits
from two_hosts import TwoHosts, this_day, two_hosts
from waiting import eventually


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
    data = {"action": {"set": {"habit": habits.id(name), "day": this_day(), "done": done}}}
    outcome = habits.host.tap_widget(habits.WIDGET, data, None)
    assert "done" in outcome, outcome


def test_a_tick_follows_on_the_other_host(synced: TwoHosts):
    today = this_day()
    with synced.desk.host.watch(opens=True) as page:
        tick(synced.laptop, "Read")
        synced.desk.wait_for_rows(page, ("Read", True), ("Run", False))
        synced.wait_for(synced.desk, "Read", today, "done")
        synced.shows(synced.desk, ("Read", True), ("Run", False))

        tick(synced.desk, "Read", done=False)
        synced.wait_for(synced.laptop, "Read", today, "open")
        synced.shows(synced.laptop, ("Read", False), ("Run", False))


def test_a_host_that_was_off_follows_when_it_starts(synced: TwoHosts):
    synced.desk.host.stop()
    tick(synced.laptop, "Read")
    tick(synced.laptop, "Run")
    synced.desk.host.start()
    synced.wait_for(synced.desk, "Run", this_day(), "done")
    synced.wait_for(synced.desk, "Read", this_day(), "done")
    synced.shows(synced.desk, ("Read", True), ("Run", True))


def test_ticks_wait_while_the_cloud_is_down(synced: TwoHosts):
    synced.cloud.stop()
    tick(synced.laptop, "Read")
    tick(synced.desk, "Run")
    for habits, name in ((synced.laptop, "Read"), (synced.desk, "Run")):
        synced.wait_for(habits, name, this_day(), "done")
    synced.cloud.start()
    synced.wait_for(synced.desk, "Read", this_day(), "done")
    synced.wait_for(synced.laptop, "Run", this_day(), "done")
    for habits in (synced.laptop, synced.desk):
        synced.shows(habits, ("Read", True), ("Run", True))


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
    eventually(lambda: months(synced.laptop) == months(synced.desk) and synced.desk.mark("Run", this_day()) == "done",
               "equal marks after another tick", timeout=60)
    for habits in (synced.laptop, synced.desk):
        synced.shows(habits, ("Read", habits.mark("Read", this_day()) == "done"), ("Run", True))


def test_with_sync_off_completions_stay_here(two: TwoHosts):
    client = two.client()

    def sent(type: str) -> list[str]:
        """The names of the records of a type that the cloud has, once the laptop has sent all that it wants to send."""
        two.laptop.wait_until_processed()
        eventually(lambda: not two.laptop.host.waiting_records, "an empty queue of records")
        return names(client.query_all(type, zone="habits"))

    two.laptop.add("Read")
    tick(two.laptop, "Read")
    two.wait_for(two.laptop, "Read", this_day(), "done")
    two.laptop.wait_until_processed()
    eventually(lambda: not two.laptop.host.waiting_records, "an empty queue of records")
    assert [each["zoneID"]["zoneName"] for each in client.zones_list()["zones"]] == [DEFAULT_ZONE]
    records = [each for each in client.records_changes(DEFAULT_ZONE)["records"] if not each.get("deleted")]
    assert {each["recordType"] for each in records} <= {"WidgetUpdate"}

    two.desk.save_settings(sync=True)
    two.desk.add("Other")
    tick(two.desk, "Other")
    two.wait_for(two.desk, "Other", this_day(), "done")
    other = two.desk.id("Other")
    completion = f"completion.{other}.{this_day()}"
    eventually(lambda: sent("Completion") == [completion], "the tick of the desk")
    assert sent("Habit") == [f"habit.{other}"]
    assert list(two.desk.names) == ["Other"] and list(two.laptop.names) == ["Read"]

    two.laptop.save_settings(sync=True)
    eventually(lambda: sorted(two.desk.names) == ["Other", "Read"], "the habit after Sync was turned on", timeout=60)
    two.wait_for(two.desk, "Read", this_day(), "done")
    two.wait_for(two.laptop, "Other", this_day(), "done")


def test_a_tick_takes_back_the_records_of_its_own_device_alone(two: TwoHosts):
    """A record whose tick was discarded, and one of another device: the first goes, and not before the next tick."""
    client, laptop = two.client(), two.laptop
    for name in ("Read", "Run"):
        laptop.add(name)
    eventually(lambda: client.subscriptions_list()["subscriptions"], "the subscription of the app")
    laptop.host.stop()
    laptop.host.start("--no-wake-for-actions")
    two.cloud.stop()
    tick(laptop, "Read")
    [action] = laptop.waiting
    laptop.host.today("actions", "discard", str(action["number"]))
    two.cloud.start()
    device = laptop.defaults["habits"][0]["habit"]["stamp"].split(" ")[2]
    discarded, foreign = f"WidgetUpdate.{device}.{action['id']}", "WidgetUpdate.OTHER.x"

    # The cloud's push finds an empty queue.
    eventually(lambda: "push" in laptop.runs, "a push", timeout=60)
    assert names(client.query_all("WidgetUpdate")) == [discarded] and laptop.mark("Read", this_day()) == "open"

    save(client, create("WidgetUpdate", {"device": "OTHER"}, foreign))
    tick(laptop, "Run")
    two.wait_for(laptop, "Run", this_day(), "done")
    eventually(lambda: names(client.query_all("WidgetUpdate")) == [foreign], "the record of the other device alone")
