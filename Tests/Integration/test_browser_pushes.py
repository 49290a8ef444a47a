"""Web Push: what shows a banner reaches a subscribed browser through its push service, and disappears with it."""

from __future__ import annotations

import json
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Callable

import pytest

from browser_device import BrowserDevice, PushedBrowser
from clock import HostClock
from notifier import Notifier
from push_service import PushService
from streams import Refused
from today_host import TodayHost
from waiting import Collected, eventually


@pytest.fixture
def host_arguments() -> list[str]:
    """The host sends pushes to services on this machine too."""
    return ["--allow-loopback-push"]


def outbox(host: TodayHost) -> list[tuple]:
    """The rows of the outbox, which only the database tells: the identifier and the state of each."""
    with closing(sqlite3.connect(f"file:{host.state}/promises.sqlite?mode=ro", uri=True)) as database:
        return database.execute("SELECT identifier, state FROM pushOutbox ORDER BY identifier").fetchall()


def test_notification_reaches_the_push_service_as_a_banner_shows_it(browser: PushedBrowser, notifier: Notifier):
    notifier.add(
        "dinner", title="Dinner", subtitle="Tonight", body="Soup", categoryIdentifier="all", badge=3,
        deepLink="notifier://dinner", interruptionLevel="time-sensitive", sound="default",
    )
    (sent,) = browser.wait_for(1)
    headers = sent["headers"]
    assert sent["path"] == "/browser/1" and sent["size"] <= 4096
    assert (headers["ttl"], headers["urgency"]) == (str(4 * 3600), "high")
    assert headers["content-encoding"] == "aes128gcm"
    assert sent["token"]["alg"] == "ES256" and sent["claims"]["sub"].startswith("https:")
    message = json.loads(sent["content"])
    assert message["web_push"] == 8030 and message["app_badge"] == 3
    shown = message["notification"]
    assert (shown["title"], shown["body"]) == ("Dinner", "Tonight\nSoup")
    assert shown["tag"] == headers["topic"]
    origin = browser.device.origin
    assert shown["navigate"] == f"{origin}/open?url=notifier%3A%2F%2Fdinner&from={Notifier.APP}"
    assert [action["action"] for action in shown["actions"]] == ["plain", "say"]
    number = shown["data"]["id"]
    assert [action.get("navigate") for action in shown["actions"]] == [
        None, f"{origin}/notifications?answer={number}&action=say",
    ]
    # What the browser then sends as any page does reaches the app.
    browser.device.ask("POST", "/api/notifications/answer", {"notification": number, "action": "plain", "waits": False})
    notifier.wait_for_actions("plain")


def test_push_service_is_told_the_configured_contact(browser: PushedBrowser, notifier: Notifier):
    host = notifier.host
    host.stop()
    (host.state / "config.json").write_text('{"push-contact": "mailto:ada@example.org"}')
    host.start()
    notifier.add("dinner", title="Dinner")
    (sent,) = browser.wait_for(1)
    assert sent["claims"]["sub"] == "mailto:ada@example.org"


def test_level_decides_about_urgency_and_time(browser: PushedBrowser, notifier: Notifier):
    # What shows no banner is not sent.
    for level in "passive", "active", "time-sensitive":
        notifier.add(level, interruptionLevel=level)
    sent = browser.wait_for(2)
    assert [each["notification"]["title"] for each in browser.contents] == ["active", "time-sensitive"]
    told = [(each["headers"]["urgency"], each["headers"]["ttl"]) for each in sent]
    assert told == [("normal", str(24 * 3600)), ("high", str(4 * 3600))]


def test_key_of_the_host_is_its_own_and_stays(browser: PushedBrowser, notifier: Notifier):
    host = notifier.host
    key = host.state / "push.key"
    # It is made when a browser first asks for it.
    assert not key.exists()
    shown = browser.device.ask("GET", "/api/push-subscription")["key"]
    assert key.stat().st_mode & 0o777 == 0o600 and len(key.read_bytes()) == 32
    host.stop()
    host.start()
    assert browser.device.ask("GET", "/api/push-subscription")["key"] == shown
    notifier.add("one")
    (sent,) = browser.wait_for(1)
    assert sent["headers"]["authorization"].endswith(f",k={shown}")


def test_what_is_answered_withdrawn_or_replaced_elsewhere_disappears(browser: PushedBrowser, notifier: Notifier):
    for name in ("answered", "withdrawn", "replaced"):
        notifier.add(name, categoryIdentifier="all")
    browser.wait_until_shown("answered", "withdrawn", "replaced")
    ids = {each["notification"]["title"]: each["notification"]["data"]["id"] for each in browser.contents}
    tags = {each["notification"]["title"]: each["notification"]["tag"] for each in browser.contents}
    notifier.host.request(
        "POST", "/api/notifications/answer", {"notification": ids["answered"], "action": "plain", "waits": False}
    )
    notifier.ask("notifications/remove", pending=False, delivered=True, identifiers=["withdrawn"])
    notifier.add("replaced", title="newer")
    browser.wait_until_shown("newer")
    closings = [
        (content["close"], sent["headers"]["topic"])
        for content, sent in zip(browser.contents, browser.received)
        if "close" in content
    ]
    assert sorted(closings) == sorted((tags[name], tags[name]) for name in ("answered", "withdrawn"))
    assert browser.shown() == {tags["replaced"]: "newer"}
    eventually(lambda: outbox(notifier.host) == [("replaced", "shown")], "an outbox without what was removed")


def test_what_is_withdrawn_before_it_was_sent_is_never_sent(
    browser: PushedBrowser, notifier: Notifier, clock: HostClock
):
    browser.answer("503")
    notifier.add("first")
    browser.wait_for(1)
    notifier.add("withdrawn")
    notifier.ask("notifications/remove", pending=False, delivered=True, identifiers=["withdrawn"])
    notifier.add("last")
    clock.advance(hours=1)
    browser.wait_until_shown("first", "last")
    assert [each["notification"]["title"] for each in browser.contents] == ["first", "first", "last"]


def test_clock_that_jumps_ahead_ends_no_subscription(browser: PushedBrowser, notifier: Notifier, clock: HostClock):
    clock.advance(days=300)
    notifier.add("later")
    browser.wait_until_shown("later")


def test_visible_page_is_not_pushed_to_unless_it_closes_at_once(
    browser: PushedBrowser, notifier: Notifier, service: PushService, clock: HostClock
):
    other = BrowserDevice(notifier.host)
    other.subscribe(service, "/browser/2")
    with browser.device.visible_page():
        notifier.add("seen")
        browser.wait_for(1)
        clock.advance(seconds=3)
        eventually(lambda: outbox(notifier.host) == [("seen", "shown")], "an outbox without the open browser")
        notifier.add("missed")
        browser.wait_for(2)
    clock.advance(seconds=3)
    sent = [(each["path"], json.loads(each["content"])["notification"]["title"]) for each in browser.wait_for(3)]
    assert sent == [("/browser/2", "seen"), ("/browser/2", "missed"), ("/browser/1", "missed")]


def test_ended_subscription_is_forgotten(browser: PushedBrowser, notifier: Notifier):
    for number, answer in enumerate(("404", "410"), 1):
        browser.answer(answer)
        notifier.add(answer)
        browser.wait_for(number)
        eventually(lambda: browser.device.endpoint is None, "the end of the subscription")
        assert outbox(notifier.host) == []
        browser.device.subscribe(browser.service)


def test_message_that_is_too_large_is_sent_shorter(browser: PushedBrowser, notifier: Notifier):
    browser.answer("413")
    notifier.add("long", body="Much to say. " * 600)
    sent = browser.wait_for(2)
    assert [each["size"] <= limit for each, limit in zip(sent, (4096, 2048 + 103))] == [True, True]
    assert sent[0]["size"] > 4000 and sent[1]["size"] > 2000
    assert all(each["notification"]["body"].endswith("…") for each in browser.contents)


def test_refused_message_is_sent_again_after_a_wait(browser: PushedBrowser, notifier: Notifier, clock: HostClock):
    answers = ["429", "500", "503", "closed"]
    for number, answer in enumerate(answers):
        browser.answer(answer)
        notifier.add(answer)
        browser.wait_for(2 * number + 1)
        eventually(lambda: waits(notifier.host) > 0, "the note of the failed attempt")
        clock.advance(seconds=11)
        browser.wait_for(2 * number + 2)
        browser.wait_until_shown(*answers[: number + 1])
        shown = [(each, "shown") for each in sorted(answers[: number + 1])]
        eventually(lambda: outbox(notifier.host) == shown and waits(notifier.host) == 0, "the end of the wait")


def test_push_service_says_how_long_to_wait(browser: PushedBrowser, notifier: Notifier, clock: HostClock):
    browser.answer("429/600")
    notifier.add("one")
    browser.wait_for(1)
    eventually(lambda: waits(notifier.host) > 0, "the note of the failed attempt")
    clock.advance(seconds=599)
    notifier.add("another")
    assert len(browser.received) == 1
    clock.advance(seconds=2)
    browser.wait_until_shown("one", "another")


def waits(host: TodayHost) -> int:
    """How often the push service of the only browser has refused in a row."""
    with closing(sqlite3.connect(f"file:{host.state}/promises.sqlite?mode=ro", uri=True)) as database:
        return database.execute("SELECT attempts FROM pushSubscription").fetchone()[0]


def test_message_that_is_refused_for_good_is_dropped(browser: PushedBrowser, notifier: Notifier):
    browser.answer("400")
    notifier.add("refused")
    browser.wait_for(1)
    notifier.add("next")
    browser.wait_for(2)
    eventually(lambda: outbox(notifier.host) == [("next", "shown")], "an outbox without what was refused")


def test_kill_loses_nothing_and_shows_nothing_withdrawn(browser: PushedBrowser, notifier: Notifier):
    host = notifier.host
    browser.answer("silent")
    notifier.add("withdrawn")
    browser.wait_for(1)
    # The browser may have it; the host does not know.
    notifier.add("kept")
    host.kill()
    host.start()
    browser.wait_until_shown("withdrawn", "kept")
    host.kill()
    browser.service.close()
    host.start()
    notifier.ask("notifications/remove", pending=False, delivered=True, identifiers=["withdrawn"])
    assert ("withdrawn", "close") in outbox(host)
    eventually(lambda: "A push service cannot be reached" in host.log.read_text(), "the cause in the log")
    host.kill()
    host.start()
    assert ("withdrawn", "close") in outbox(host)


def test_signing_out_ends_the_subscription(browser: PushedBrowser, notifier: Notifier, service: PushService):
    device = notifier.host.today_json("devices")["devices"][0]["id"]
    other = BrowserDevice(notifier.host)
    other.subscribe(service, "/browser/2")
    notifier.host.today("devices", "sign-out", device)
    notifier.add("one")
    (sent,) = browser.wait_for(1)
    assert sent["path"] == "/browser/2"
    eventually(lambda: outbox(notifier.host) == [("one", "shown")], "an outbox of one browser")


def test_device_that_may_only_look_gets_no_buttons(browser: PushedBrowser, notifier: Notifier):
    device = notifier.host.today_json("devices")["devices"][0]["id"]
    notifier.host.today("devices", "rights", device, "view")
    notifier.add("one", categoryIdentifier="all")
    browser.wait_for(1)
    assert "actions" not in browser.contents[0]["notification"]
    with pytest.raises(Refused) as refusal:
        browser.device.subscribe(browser.service)
    assert refusal.value.status == 403


def test_texts_are_in_the_language_of_the_browser(notifier: Notifier, service: PushService, received: Collected):
    device = BrowserDevice(notifier.host, language="de-DE")
    device.subscribe(service)
    notifier.add("one")
    received.wait_for(1, "a message")
    assert json.loads(received[0]["content"])["notification"]["lang"] == "de-DE"


def test_test_says_what_the_push_service_answered(browser: PushedBrowser):
    test = browser.device.ask("POST", "/api/push-subscription/test")
    assert (test["isAccepted"], test["service"], test["answer"]) == (True, "127.0.0.1", "")
    (sent,) = browser.wait_for(1)
    assert test["bytes"] == sent["size"]
    assert browser.contents[0]["notification"]["data"] == {"test": test["id"]}
    browser.answer("503")
    test = browser.device.ask("POST", "/api/push-subscription/test")
    assert (test["isAccepted"], test["isGone"], test["answer"]) == (False, False, "the reason")
    browser.answer("410")
    assert browser.device.ask("POST", "/api/push-subscription/test")["isGone"]
    assert browser.device.endpoint is None
    assert browser.device.send("POST", "/api/push-subscription/test")[0] == 404


HOSTILE = [
    "http://push.example.org/x", "https://127.0.0.2.nip.example:x/", "https://10.0.0.1/x", "https://[::1]/x",
    "https://localhost/x", "https://169.254.169.254/latest", "file:///etc/passwd", "https://a:b@push.example.org/x",
    "https://push.example.org/" + "x" * 3000, "", "javascript:alert(1)",
]
# How resolvers read this machine's address too.
THIS_MACHINE = ["2130706433", "0x7f000001", "127.1", "0", "0177.0.0.1", "[::ffff:127.0.0.1]", "127.0.0.1."]


def test_hostile_endpoint_is_refused(host: TodayHost, service: PushService, subtests: pytest.Subtests):
    device = BrowserDevice(host)
    for endpoint in HOSTILE + [f"https://{name}:{service.port}/x" for name in THIS_MACHINE]:
        with subtests.test(endpoint=endpoint[:50]):
            status, answer = device.send("PUT", "/api/push-subscription", {"endpoint": endpoint, "keys": service.keys})
            assert (status, answer["code"]) == (400, "invalid")
            assert "public host" in answer["message"]
            assert device.endpoint is None


def test_name_that_leads_to_this_machine_or_its_network_is_not_connected_to(host: TodayHost, service: PushService):
    device = BrowserDevice(host)
    # The own name of a machine is an address of its own or of its network.
    name = socket.gethostname()
    with socket.create_server((socket.gethostbyname(name), 0)) as server:
        server.setblocking(False)
        endpoint = f"https://{name}:{server.getsockname()[1]}/x"
        device.ask("PUT", "/api/push-subscription", {"endpoint": endpoint, "keys": service.keys})
        test = device.ask("POST", "/api/push-subscription/test")
        assert (test["isAccepted"], test["answer"]) == (False, "The push service is not on a public host.")
        with pytest.raises(BlockingIOError):
            server.accept()


def test_hostile_bodies_are_refused(host: TodayHost, service: PushService):
    device = BrowserDevice(host)
    address = "https://push.example.org/x"
    bodies: list[object] = [
        b"", b"{", b"[" * 4000, b"x" * 9000, {}, {"endpoint": 7}, {"endpoint": address}, {"endpoint": address, "keys": {}},
        {"endpoint": address, "keys": {**service.keys, "p256dh": "BA" * 44}},
        {"endpoint": address, "keys": {**service.keys, "auth": "AA"}},
    ]
    for body in bodies:
        assert device.send("PUT", "/api/push-subscription", body)[0] in (400, 413), body
    assert device.endpoint is None
    # Another page cannot subscribe the browser, and nobody without a session can.
    subscription = {"endpoint": address, "keys": service.keys}
    assert device.send("PUT", "/api/push-subscription", subscription, Origin="https://evil.example")[0] == 403
    assert device.send("PUT", "/api/push-subscription", subscription, Cookie="")[0] == 401
    assert device.send("PUT", "/api/push-subscription", subscription)[0] == 204
    assert device.endpoint == address
    device.ask("DELETE", "/api/push-subscription")
    assert device.endpoint is None


def test_what_is_shown_is_reported_only_by_a_browser_that_is_pushed_to(
    notifier: Notifier, service: PushService
):
    host = notifier.host
    device = BrowserDevice(host)
    notifier.add("one")
    number = host.today_json("trace", "one")["events"][0]["notification"]
    path = f"/api/push-subscription/shown/{number}"
    assert device.send("POST", path)[0] == 404, "it has no subscription"
    device.subscribe(service)
    assert device.send("POST", path, Origin="https://evil.example")[0] == 403
    assert device.send("POST", path, Cookie="")[0] == 401
    assert device.send("POST", "/api/push-subscription/shown/x")[0] == 400
    assert device.send("POST", "/api/push-subscription/shown/999999")[0] == 204
    assert [event["kind"] for event in host.today_json("trace", "one")["events"]] == ["stored"]


def test_service_on_this_machine_is_refused_without_the_option(
    stopped_host: TodayHost, service: PushService, fixture_app: Callable[..., Path]
):
    stopped_host.start()
    with pytest.raises(Refused) as refusal:
        BrowserDevice(stopped_host).subscribe(service)
    assert refusal.value.status == 400
