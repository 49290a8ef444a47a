"""A push that the person answers on one device disappears from the others, also without a message."""

from __future__ import annotations

from pathlib import Path

import pytest

from fixture_apps import make_app
from keeper import Keeper
from notifier import NotificationWatch
from today_cloud import TodayCloud
from today_host import TodayHost
from two_mailers import TwoMailers
from waiting import eventually


def answer(host: TodayHost, notification: dict) -> None:
    """Opens a notification, as a person does who taps it."""
    order = {"notification": notification["id"], "action": "today.default", "waits": True}
    assert "gone" not in host.request("POST", "/api/notifications/answer", order)


def dismiss(host: TodayHost, notification: dict) -> None:
    """Dismisses a notification, as a person does who swipes it away."""
    host.request("POST", "/api/notifications/dismiss", {"notifications": {"ids": [notification["id"]]}})


@pytest.mark.parametrize("settle", [answer, dismiss])
def test_push_that_is_answered_on_one_device_disappears_from_the_other(two: TwoMailers, settle) -> None:
    laptop, desk = two.laptop.host, two.desk.host
    with NotificationWatch(laptop) as here, NotificationWatch(desk) as there:
        for text in ("Doors", "Lights"):
            two.alert(text)
        for page in (here, there):
            page.wait_for("Doors", "Lights")
        settle(laptop, here.find("Doors"))
        there.wait_for("Lights")
        here.wait_for("Lights")
        # And in the other direction.
        settle(desk, there.find("Lights"))
        here.wait_for()
    assert two.laptop.messages() == [] and two.desk.messages() == []


def test_device_that_is_off_meanwhile_shows_nothing_of_it(two: TwoMailers) -> None:
    laptop, desk = two.laptop.host, two.desk.host
    with NotificationWatch(laptop) as here, NotificationWatch(desk) as there:
        two.alert("Before")
        for page in (here, there):
            page.wait_for("Before")
        # One notification is on the device when it goes off, the other one is sent meanwhile.
        assert desk.stop() == 0
        two.alert("Meanwhile")
        here.wait_for("Before", "Meanwhile")
        for title in ("Before", "Meanwhile"):
            dismiss(laptop, here.find(title))
        here.wait_for()
    desk.start()
    with NotificationWatch(desk) as there:
        # What is sent afterwards comes after the answers.
        two.alert("After")
        there.wait(lambda page: page.titles == ["After"], "only what was not answered")


def test_answer_without_the_cloud_is_told_when_it_is_back(two: TwoMailers) -> None:
    laptop, desk = two.laptop.host, two.desk.host
    with NotificationWatch(desk) as there:
        with NotificationWatch(laptop) as here:
            two.alert("Doors")
            for page in (here, there):
                page.wait_for("Doors")
            two.cloud.kill()
            dismiss(laptop, here.find("Doors"))
            here.wait_for()
        # The answer is on disk, so that the host may end before it could tell it.
        laptop.kill()
        assert there.titles == ["Doors"]
        two.cloud.start()
        laptop.start()
        there.wait(lambda page: page.titles == [], "that what was answered disappears", timeout=90)


def test_message_of_a_topic_that_is_answered_on_one_device_disappears_from_the_other(two: TwoMailers) -> None:
    laptop, desk = two.laptop.host, two.desk.host
    laptop.today("topics", "add", "home")
    eventually(lambda: "home" in desk.today("topics").stdout, "the topic on the other device")
    with NotificationWatch(laptop) as here, NotificationWatch(desk) as there:
        for text in ("Doors", "Lights"):
            status, _ = two.cloud.request("POST", "/home", text.encode(), {"Title": text})[:2]
            assert status == 200
        for page in (here, there):
            page.wait_for("Doors", "Lights")
        dismiss(laptop, here.find("Doors"))
        there.wait_for("Lights")
        answer(desk, there.find("Lights"))
        here.wait_for()


def test_alert_about_a_record_that_is_answered_on_one_device_disappears_from_the_other(
    log_file: Path, tmp_path: Path
) -> None:
    logs = [log_file.with_suffix(f".{name}.log") for name in ("cloud", "laptop", "desk")]
    with TodayCloud(logs[0]) as cloud, TodayHost(logs[1]) as laptop, TodayHost(logs[2]) as desk:
        cloud.start()
        keepers = []
        for name, host in (("laptop", laptop), ("desk", desk)):
            host.arguments = ["--no-cloud"]
            host.start()
            # An app that only keeps records has no channel in the cloud.
            keeper = Keeper(host, make_app, tmp_path / name, push=False).install()
            keeper.link(cloud.ready["url"], cloud.today("user", "add", "ada").strip())
            keeper.allow()
            keeper.subscribe(alert="A note")
            # Its subscription is in the cloud once it has answered.
            keeper.ask("records/zones")
            keepers.append(keeper)
        with NotificationWatch(laptop) as here, NotificationWatch(desk) as there:
            # The app on a device is not told what it saved itself, but its widget is another process.
            for number, settle in enumerate((answer, dismiss)):
                note = {"save": {"name": f"n{number}", "text": "Tea"}}
                assert "done" in laptop.tap_widget(Keeper.WIDGET, note, verb="save")
                for page in (here, there):
                    page.wait_for("Keeper")
                first, second = ((laptop, here), (desk, there)) if number == 0 else ((desk, there), (laptop, here))
                settle(first[0], first[1].find("Keeper"))
                first[1].wait_for()
                second[1].wait_for()
