"""Devices that have been silent for longer than expected are reported: on the screen, in Settings and by commands."""

from __future__ import annotations

import json
import re
from datetime import datetime

import pytest

from browser_device import BrowserDevice, PushedBrowser
from clock import HostClock
from notifier import Notifier
from today_host import TodayHost
from waiting import eventually

NOTICE = "“Phone” was not seen for longer than usual."


@pytest.fixture
def host_arguments() -> list[str]:
    """The host sends pushes to services on this machine too."""
    return ["--allow-loopback-push"]


def devices(host: TodayHost) -> dict[str, dict]:
    """What `today devices` says, by the name of each device."""
    return {device["name"]: device for device in host.today_json("devices", "list")["devices"]}


def pair(host: TodayHost, name: str) -> BrowserDevice:
    """A browser that is signed in, with a name."""
    known = {device["id"] for device in host.today_json("devices", "list")["devices"]}
    browser = BrowserDevice(host)
    [id] = {device["id"] for device in host.today_json("devices", "list")["devices"]} - known
    host.today("devices", "rename", id, name)
    return browser


def pass_time(host: TodayHost, clock: HostClock, desk: BrowserDevice, **units: float) -> None:
    """Moves the clock, and visits from the device named Desk until the host has noticed."""
    clock.advance(**units)

    def has_noticed() -> bool:
        desk.page("/")
        return datetime.fromisoformat(devices(host)["Desk"]["last_seen"]) == clock.now

    eventually(has_noticed, "the time of the clock")


def doctor(host: TodayHost) -> list[dict]:
    report = json.loads(host.today("doctor", "--json").stdout)
    return [finding for finding in report if finding["subject"] == "Devices"]


def test_silence_is_reported_by_the_habit_of_each_device(timed_host: TodayHost, clock: HostClock) -> None:
    phone, desk, tablet = (pair(timed_host, name) for name in ("Phone", "Desk", "Tablet"))
    weekly = pair(timed_host, "Weekly")
    timed_host.today("devices", "rights", "Tablet", "act")
    for day in range(7):
        pass_time(timed_host, clock, desk, days=1)
        for device in (phone, tablet) if day < 6 else (phone, tablet, weekly):
            device.page("/")
    pass_time(timed_host, clock, desk, days=2)
    assert "not seen" not in desk.page("/")
    tablet.page("/")
    assert [finding["severity"] for finding in doctor(timed_host)] == ["ok"]
    pass_time(timed_host, clock, desk, days=2)
    # Both Desk and Tablet are there; Weekly is seen more seldom than that.
    assert "not seen" not in tablet.page("/")
    screen, settings = desk.page("/"), desk.page("/settings")
    assert NOTICE in screen
    assert settings.count("Not seen since") == 1 and "usually seen every day. Open Today there" in settings
    assert "Not seen since" not in tablet.page("/settings")
    assert {name for name, device in devices(timed_host).items() if device["silent"]} == {"Phone"}
    listed = timed_host.today("devices").stdout.splitlines()
    assert re.fullmatch(r"Phone was not seen since 2026-11-28 [\d:]{8}; it is usually seen every day\.", listed[-1])
    [finding] = doctor(timed_host)
    assert finding["severity"] == "warning" and "Phone was not seen" in finding["text"]
    timed_host.today("devices", "sign-out", finding["remedy"].split()[-1])
    assert "Phone" not in devices(timed_host)
    assert "not seen" not in desk.page("/")


def test_notice_is_dismissed_once_for_each_silence(timed_host: TodayHost, clock: HostClock) -> None:
    phone, desk, tablet = (pair(timed_host, name) for name in ("Phone", "Desk", "Tablet"))
    timed_host.today("devices", "rights", "Tablet", "act")
    pass_time(timed_host, clock, desk, days=4)
    tablet.page("/")
    assert NOTICE in desk.page("/")
    # A device that may not change settings dismisses nothing.
    assert tablet.send("POST", "/silence/dismiss")[0] == 403
    assert NOTICE in desk.page("/")
    assert desk.send("POST", "/silence/dismiss")[0] == 303
    for _ in range(2):
        assert NOTICE not in desk.page("/")
        assert "Not seen since" in desk.page("/settings")
        timed_host.stop()
        timed_host.start()
    phone.page("/")
    assert "Not seen since" not in desk.page("/settings")
    pass_time(timed_host, clock, desk, days=13)
    tablet.page("/")
    assert NOTICE in desk.page("/")


def test_clock_that_jumps_reports_nothing_for_good(timed_host: TodayHost, clock: HostClock) -> None:
    phone, desk = pair(timed_host, "Phone"), pair(timed_host, "Desk")
    pass_time(timed_host, clock, desk, days=100)
    assert NOTICE in desk.page("/")
    phone.page("/")
    assert devices(timed_host)["Phone"]["usual_gap_seconds"] == 30 * 86_400
    clock.advance(days=-100)
    assert NOTICE not in desk.page("/")
    # The phone counts as seen in 100 days, after which it may be silent for 90.
    pass_time(timed_host, clock, desk, days=189)
    assert NOTICE not in desk.page("/")
    pass_time(timed_host, clock, desk, days=2)
    assert NOTICE in desk.page("/")


def test_device_whose_push_service_ended_its_subscription_is_reported_at_once(
    browser: PushedBrowser, notifier: Notifier, clock: HostClock
) -> None:
    host = notifier.host
    [id] = [device["id"] for device in host.today_json("devices", "list")["devices"]]
    host.today("devices", "rename", id, "Phone")
    desk = pair(host, "Desk")
    pass_time(host, clock, desk, hours=1)
    browser.answer("410")
    notifier.add("one")
    browser.wait_for(1)
    eventually(lambda: devices(host)["Phone"]["pushes_ended"], "the end of the subscription")
    assert NOTICE in desk.page("/")
    assert "its push service has ended its notifications" in desk.page("/settings")
    assert "its push service has ended its notifications" in host.today("devices").stdout
    browser.device.page("/")
    assert NOTICE not in desk.page("/")
    entries = [entry for entry in host.today_json("audit")["entries"] if entry["kind"].startswith("pushes-")]
    assert [(entry["kind"], entry["detail"]) for entry in reversed(entries)] == [
        ("pushes-subscribed", ""), ("pushes-ended", "Phone, ended by the push service"),
    ]
