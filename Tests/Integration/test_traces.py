"""Traces: where a notification or a push has been, and with which answer."""

from __future__ import annotations

import json
import re

import pytest
import urbanairship as ua

from browser_device import BrowserDevice, PushedBrowser
from clock import HostClock
from desktop import Desktop
from mailer import Mailer
from notifier import Notifier
from today_host import TodayHost
from waiting import eventually


@pytest.fixture
def host_arguments() -> list[str]:
    """The host sends pushes to services on this machine too."""
    return ["--allow-loopback-push"]


def hops(host: TodayHost, name: str, *arguments: str) -> list[str]:
    """The hops of a trace, each with what else is known of it but its date."""
    return [
        " ".join(str(event[key]) for key in ("kind", "surface", "detail", "status") if key in event)
        for event in host.today_json("trace", name, *arguments)["events"]
    ]


def wait_for_hops(host: TodayHost, name: str, *expected: str) -> None:
    """Waits until a trace has exactly these hops; no event announces one."""
    eventually(lambda: hops(host, name) == list(expected), f"the hops {expected} of {name}")


def test_trace_of_a_notification_that_is_pushed_to_a_phone_and_answered_there(
    browser: PushedBrowser, notifier: Notifier, clock: HostClock
):
    host = notifier.host
    browser.answer("503")
    notifier.add("dinner", title="Secret supper", body="Private soup", categoryIdentifier="all")
    browser.wait_for(1)
    wait_for_hops(host, "dinner", "stored banner", "sent browser retry")
    clock.advance(seconds=30)
    browser.wait_until_shown("Secret supper")
    wait_for_hops(host, "dinner", "stored banner", "sent browser retry", "sent browser accepted")
    number = browser.contents[-1]["notification"]["data"]["id"]
    # As the service worker does, also if the service delivers it twice.
    for _ in range(2):
        browser.device.ask("POST", f"/api/push-subscription/shown/{number}")
    browser.device.ask("POST", "/api/notifications/answer", {"notification": number, "action": "plain", "waits": False})
    notifier.wait_for_actions("plain")

    # It is found by its number, by its identifier and by how that begins, also after it is gone.
    whole = [
        "stored banner", "sent browser retry", "sent browser accepted", "shown browser push", "acted-on browser plain",
    ]
    assert [hops(host, name) for name in (str(number), "dinner", "dinn")] == [whole] * 3
    trace = host.today_json("trace", "dinner")
    assert (trace["app"], trace["identifier"]) == (Notifier.APP, "dinner")
    assert [event.get("service") for event in trace["events"]] == [None, "127.0.0.1", "127.0.0.1", None, None]
    # Nothing of its content, and nothing that addresses a browser, is in it.
    text = json.dumps(trace) + host.today("trace", "dinner").stdout
    assert not re.search(r"[Ss]ecret|soup|/browser/1", text) and browser.device.cookie.split("=")[1] not in text
    lines = host.today("trace", "dinner").stdout.splitlines()
    assert lines[0] == f"dinner of {Notifier.APP}" and lines[1].split() == ["TIME", "AFTER", "HOP"]
    assert [line[21:].split("  ")[0].strip() for line in lines[3:5]] == ["0.0 ms", "30.0 s"]
    assert "it is sent again: " in lines[3] and "127.0.0.1" in lines[3]
    assert "Shown as a notification of the system" in lines[5]
    assert "Answered: " in lines[6] and lines[6].endswith(", plain")


def test_what_a_push_service_answers_is_in_the_trace(browser: PushedBrowser, notifier: Notifier):
    for number, (answer, hop) in enumerate((("403", "sent browser refused 403"), ("410", "sent browser gone")), 1):
        browser.answer(answer)
        notifier.add(answer)
        browser.wait_for(number)
        wait_for_hops(notifier.host, answer, "stored banner", hop)


def test_page_that_is_open_shows_the_banner_and_is_not_pushed_to(
    browser: PushedBrowser, notifier: Notifier, clock: HostClock
):
    with browser.device.visible_page():
        notifier.add("seen")
        wait_for_hops(notifier.host, "seen", "stored banner", "shown browser")
        clock.advance(seconds=3)
        wait_for_hops(notifier.host, "seen", "stored banner", "shown browser", "withheld browser page-open")
    # The page may ask for it too.
    assert browser.device.ask("GET", "/api/traces/seen")["identifier"] == "seen"


def test_trace_says_why_there_is_no_banner_and_who_withdrew(notifier: Notifier, clock: HostClock):
    host = notifier.host
    host.today("settings", "--quiet-hours", "00:00-23:59")
    notifier.add("night")
    notifier.ask("notifications/remove", pending=False, delivered=True, identifiers=["night"])
    wait_for_hops(host, "night", "stored list", "withheld quiet-hours", "withdrawn app")
    host.today("settings", Notifier.APP, "--deny")
    notifier.add("denied")
    wait_for_hops(host, "denied", "withheld not-allowed")
    assert "No banner: quiet hours" in host.today("trace", "night").stdout
    # The trace ends with its app, and what has no trace is said so.
    host.today("uninstall", "notifier", "--yes")
    assert "There is no trace of night" in host.today("trace", "night", status=1).stderr


def test_bubble_on_the_desktop_is_in_the_trace(desktop: Desktop, notifier: Notifier):
    desktop.start_dunst()
    notifier.offer()
    notifier.add("milk", title="Buy milk", categoryIdentifier="all")
    desktop.wait_for_bubble("Buy milk")
    wait_for_hops(notifier.host, "milk", "stored banner", "shown desktop")
    number = notifier.host.today_json("trace", "milk")["events"][0]["notification"]
    notifier.host.today("respond", str(number), "plain")
    assert hops(notifier.host, "milk") == ["stored banner", "shown desktop", "acted-on terminal plain"]
    # It survives a crash of the host, as the notification does.
    notifier.host.kill()
    notifier.host.start()
    assert hops(notifier.host, "milk")[0] == "stored banner"


def test_trace_of_a_push_begins_with_the_request_of_its_sender(mailer: Mailer, sender):
    mailer.wait_until("connected")
    push = ua.Push(sender)
    push.audience, push.device_types = ua.all_, ua.device_types("all")
    push.notification = ua.notification(alert="A private alert")
    push.message = ua.message(title="A private title", body="A private body")
    id = push.send().push_ids[0]
    mailer.wait_for("A private title")
    wait_for_hops(mailer.host, id, "accepted", "taken", "body-fetched", "stored banner")

    trace = mailer.host.today_json("trace", id[:8])
    assert {event["push"] for event in trace["events"]} == {id}
    # The message and the notification lead to the same hops.
    message, number = mailer.id("A private title"), trace["events"][-1]["notification"]
    assert mailer.host.today_json("trace", message)["events"] == trace["events"]
    assert mailer.host.today_json("trace", str(number))["events"] == trace["events"]
    assert "private" not in json.dumps(trace)
    dates = [event["date"] for event in trace["events"]]
    assert dates == sorted(dates)
    mailer.host.today("respond", str(number), "dismiss")
    assert hops(mailer.host, id)[-1] == "dismissed"


def test_hostile_names_find_nothing(notifier: Notifier):
    notifier.add("one")
    device = BrowserDevice(notifier.host)
    for name in "x" * 129, "..", "%00", "ü" * 65:
        path = name if name == "%00" else "".join(f"%{byte:02X}" for byte in name.encode())
        status, answer = device.send("GET", f"/api/traces/{path}")
        assert status in (400, 404) and "one" not in answer.get("error", {}).get("identifier", ""), name
