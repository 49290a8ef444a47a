"""Records on real hosts: two that have joined one cloud."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Iterator

import pytest

from fixture_apps import make_app
from keeper import Keeper
from today_cloud import TodayCloud
from today_host import TodayHost


class Two:
    """Two hosts of one person, and the cloud that they have joined."""

    def __init__(self, cloud: TodayCloud, hosts: list[Keeper]):
        self.cloud = cloud
        self.laptop, self.desk = hosts

    def link(self, keeper: Keeper, person: str = "ada") -> None:
        keeper.link(self.cloud.ready["url"], self.cloud.today("user", "add", person).strip())


@pytest.fixture
def two(log_file: Path, tmp_path: Path) -> Iterator[Two]:
    logs = [log_file.with_suffix(f".{name}.log") for name in ("cloud", "laptop", "desk")]
    with TodayCloud(logs[0]) as cloud, TodayHost(logs[1]) as laptop, TodayHost(logs[2]) as desk:
        cloud.start()
        hosts = []
        for name, host in (("laptop", laptop), ("desk", desk)):
            host.arguments = ["--no-cloud"]
            host.start()
            hosts.append(Keeper(host, make_app, tmp_path / name).install())
        two = Two(cloud, hosts)
        for keeper in hosts:
            two.link(keeper)
            keeper.subscribe()
            # Its subscription is in the cloud once it has answered.
            keeper.ask("records/zones")
        yield two


def test_a_save_on_one_host_reaches_the_other_one_and_not_the_app_that_made_it(two: Two):
    two.laptop.save("n1", "Milk")
    two.desk.wait(lambda: two.desk.notes == {"n1": "Milk"}, "the note")
    assert two.desk.pushes == ["created n1"]
    [result] = two.desk.fetch("n1")
    assert result["record"]["fields"] == {"text": "Milk"}

    # The other direction; the laptop was not told of its own save before.
    two.desk.save("n2", "Bread")
    two.laptop.wait(lambda: two.laptop.notes == {"n1": "Milk", "n2": "Bread"}, "both notes")
    assert two.laptop.pushes == ["created n2"]
    two.laptop.ask("records/delete", names=["n1"])
    two.desk.wait(lambda: two.desk.notes == {"n2": "Bread"}, "the deletion")
    assert two.desk.pushes == ["created n1", "deleted n1"]


def test_a_widgets_save_notifies_its_own_app(two: Two):
    outcome = two.laptop.host.tap_widget(Keeper.WIDGET, {"save": {"name": "w", "text": "Tea"}}, verb="save")
    assert "done" in outcome, outcome
    two.laptop.wait(lambda: two.laptop.notes == {"w": "Tea"}, "the note of the widget")
    two.desk.wait(lambda: two.desk.notes == {"w": "Tea"}, "the note of the other host's widget")


def test_a_host_that_was_off_gets_everything_when_it_starts(two: Two):
    two.desk.host.stop()
    for number in range(3):
        two.laptop.save(f"n{number}", str(number))
    two.laptop.save("n0", "changed")
    two.laptop.fetch("n0")
    two.desk.host.start()
    two.desk.wait(lambda: two.desk.notes == {"n0": "changed", "n1": "1", "n2": "2"}, "all notes")
    two.desk.wait(lambda: len(two.desk.pushes) == 4, "a push for each change")


def test_saves_wait_while_the_cloud_is_off_and_survive_the_host(two: Two):
    two.cloud.stop()
    two.laptop.save("n1", "Milk")
    answer = two.laptop.ask("records/fetch", names=["n1"])
    assert answer["error"] == -32020, answer
    two.laptop.host.kill()
    two.laptop.host.start()
    two.laptop.save("n2", "Bread")
    two.cloud.start()
    two.desk.wait(lambda: two.desk.notes == {"n1": "Milk", "n2": "Bread"}, "the notes")


def test_a_conflict_is_reported_to_the_app_once(two: Two):
    two.laptop.save("n", "first")
    two.laptop.fetch("n")
    two.desk.save("n", "mine", policy="ifUnchanged")
    two.desk.wait(lambda: two.desk.failures == ["n EXISTS"], "the failure")
    runs = lambda: {each.get("run") for each in two.desk.host.today_json("why", two.desk.APP)}
    two.desk.wait(lambda: "records" in runs(), "the run in the ledger")
    two.desk.host.kill()
    two.desk.host.start()
    # A later failure comes after the first one, which does not come again.
    two.desk.save("n", "mine again", policy="ifUnchanged", changeTag="old")
    two.desk.wait(lambda: two.desk.failures == ["n EXISTS", "n CONFLICT"], "the second failure")
    [result] = two.desk.fetch("n")
    assert result["record"]["fields"]["text"] == "first"


def test_another_container_is_refused(two: Two):
    answer = two.laptop.ask("records/save", container="iCloud.test.other", records=[])
    assert answer["error"] == -32001
    assert "iCloud.test.other" in answer["message"]


def test_a_stamp_names_the_device_that_saved(two: Two):
    two.laptop.save("n", "Milk")
    [own] = two.laptop.fetch("n")
    [other] = two.desk.fetch("n")
    assert own["record"]["modified"]["device"] != other["record"]["modified"]["device"]
    devices = json.loads(two.cloud.today("user", "list", "ada", "--json"))
    assert len(devices) == 2
