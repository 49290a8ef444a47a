"""Notifications while no page is open: the switch in Settings, the test of it, and what the service worker does."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Worker, expect

from desktop import Desktop
from notifier import Notifier
from push_service import PushService
from today_host import TodayHost
from waiting import Collected, eventually

#: Stands in for the part of a browser that a push service on the internet belongs to.
SUBSCRIBING = """
    const stored = () => JSON.parse(localStorage.getItem("subscribed") ?? "null");
    const subscription = (json) => json && {
        toJSON: () => json, unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; },
    };
    PushManager.prototype.getSubscription = async () => subscription(stored());
    PushManager.prototype.subscribe = async (options) => {
        const json = await window.subscribeAtService(options.applicationServerKey);
        localStorage.setItem("subscribed", JSON.stringify(json));
        return subscription(json);
    };
"""


#: Counts the messages that the worker is done with. A Chromium that is asked what it shows while it is about to show
#: something forgets that.
COUNTING = """
    () => {
        const original = receivePush;
        self.handled = 0;
        receivePush = async (data) => {
            await original(data);
            self.handled += 1;
            self.notifyOfMessage?.();
        };
    }
"""
HANDLED = """
    (count) => new Promise((resolve) => {
        self.notifyOfMessage = () => { if (self.handled >= count) resolve(); };
        self.notifyOfMessage();
    })
"""


@pytest.fixture
def host(stopped_host: TodayHost) -> TodayHost:
    """A host that sends pushes to services on this machine too."""
    stopped_host.arguments = ["--allow-loopback-push"]
    stopped_host.start()
    return stopped_host


class Phone:
    """A browser whose page is in Settings, and that gets from the push service what the test hands on."""

    def __init__(self, visitors, host: TodayHost, service: PushService, received: Collected, **options):
        self.visitor = visitors(whole=True, service_workers="allow", permissions=["notifications"], **options)
        self.service = service
        self.received = received
        self.handed_on = 0
        self.visitor.context.expose_function("subscribeAtService", self._subscribe)
        self.visitor.context.add_init_script(SUBSCRIBING)
        self.page: Page = self.visitor.sign_in(host)
        self.page.goto(host.ready["url"] + "/settings#sessions")
        self.host = host
        #: What the worker failed in, such as loading the icon of a notification.
        self.worker_errors: list[str] = []
        self._registrations: list[dict] = []

    def _subscribe(self, key: str) -> dict:
        self.key = key
        return {"endpoint": self.service.url + "/browser/1", "keys": self.service.keys}

    @property
    def switch(self):
        return self.page.get_by_role("switch", name="Notifications on this device")

    def subscribe(self) -> None:
        """Switches notifications on, and finds the worker."""
        with self.page.expect_response("**/api/push-subscription") as answer:
            self.switch.check()
        assert answer.value.ok
        expect(self.page.get_by_role("button", name="Send a Test")).to_be_visible()
        self.page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        self.worker.evaluate(COUNTING)
        self.session = self.page.context.new_cdp_session(self.page)
        self.session.on(
            "ServiceWorker.workerRegistrationUpdated", lambda event: self._registrations.extend(event["registrations"])
        )
        self.session.on(
            "ServiceWorker.workerErrorReported",
            lambda event: self.worker_errors.append(event["errorMessage"]["errorMessage"]),
        )
        self.session.send("ServiceWorker.enable")

    @property
    def worker(self) -> Worker:
        [worker] = self.page.context.service_workers
        return worker

    def leave(self) -> None:
        """Closes the page of Today, so that nothing of it is visible."""
        self.page.goto("about:blank")

    def hand_on(self, count: int = 1) -> list[dict]:
        """Waits for messages at the push service and has the worker handle them, as the browser's own service would."""
        self.received.wait_for(self.handed_on + count, f"{count} more messages")
        messages = []
        for each in self.received[self.handed_on : self.handed_on + count]:
            assert "mistake" not in each, each["mistake"]
            self.session.send(
                "ServiceWorker.deliverPushMessage",
                {
                    "origin": self.host.ready["url"],
                    "registrationId": self._registrations[0]["registrationId"],
                    "data": each["content"],
                },
            )
            messages.append(json.loads(each["content"]))
        self.handed_on += count
        self.worker.evaluate(HANDLED, self.handed_on)
        return messages

    def shown(self) -> list[dict]:
        """What the browser shows."""
        return self.worker.evaluate(
            """async () => (await registration.getNotifications()).map((each) => ({
                title: each.title, body: each.body, tag: each.tag, actions: each.actions.map((one) => one.title),
            }))"""
        )

    def wait_until_shown(self, *titles: str) -> list[dict]:
        return eventually(
            lambda: (shown := self.shown()) is not None
            and sorted(each["title"] for each in shown) == sorted(titles)
            and (shown or [True]),
            f"{titles} on the screen",
            interval=0.05,
        )

    def press(self, title: str, action: str = "") -> list[str]:
        """Does what the worker does when the person presses a notification; returns the pages that it opens.

        A Chromium without windows shows nothing that could be pressed, so the worker's own function is called, and what
        only a press allows, opening a window, is recorded.
        """
        return self.worker.evaluate(
            """async ([title, action]) => {
                const opened = [];
                Object.defineProperty(clients, "openWindow", { configurable: true, value: async (url) => { opened.push(url); } });
                const notification = (await registration.getNotifications()).find((each) => each.title === title);
                notification.close();
                await answerNotification(notification, action);
                return opened;
            }""",
            [title, action],
        )


@pytest.fixture
def phone(visitors, notifier: Notifier, service: PushService, received: Collected) -> Phone:
    """A browser in Settings, of a host with the notifier."""
    return Phone(visitors, notifier.host, service, received)


def test_person_switches_notifications_on_and_off(phone: Phone, notifier: Notifier) -> None:
    expect(phone.switch).not_to_be_checked()
    expect(phone.page.get_by_role("button", name="Send a Test")).to_be_hidden()
    phone.subscribe()
    assert len(phone.key) == 87
    phone.page.reload()
    expect(phone.switch).to_be_checked()
    with phone.page.expect_response("**/api/push-subscription"):
        phone.switch.uncheck()
    expect(phone.page.get_by_role("button", name="Send a Test")).to_be_hidden()
    phone.page.reload()
    expect(phone.switch).not_to_be_checked()
    assert phone.page.evaluate("localStorage.getItem('subscribed')") is None
    notifier.add("one")
    assert list(phone.received) == []


def test_browser_that_allows_nothing_is_not_subscribed(notifier: Notifier, visitors) -> None:
    page = visitors(whole=True, service_workers="allow").sign_in(notifier.host)
    page.add_init_script("Notification.requestPermission = async () => 'denied';")
    page.goto(notifier.host.ready["url"] + "/settings#sessions")
    switch = page.get_by_role("switch", name="Notifications on this device")
    switch.click()
    expect(page.get_by_text("This browser does not allow notifications")).to_be_visible()
    expect(switch).not_to_be_checked()


def test_test_shows_each_hop(phone: Phone) -> None:
    phone.subscribe()
    hops = phone.page.locator(".hops li")
    phone.page.get_by_role("button", name="Send a Test").click()
    expect(hops).to_have_count(4)
    phone.hand_on()
    expect(hops).to_have_count(5)
    assert [line.split(" ")[0] for line in hops.all_inner_texts()] == ["This", "The", "It", "The", "It"]
    expect(hops.last).to_have_text("It has arrived on this device.")
    assert [each["title"] for each in phone.shown()] == ["Test"]
    # The settings that are drawn again keep what the script alone knows.
    with phone.page.expect_response("**/settings"):
        phone.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    phone.page.evaluate("new Promise(requestAnimationFrame)")
    expect(hops).to_have_count(5)
    expect(phone.switch).to_be_visible()

    phone.service.answers["/browser/1"] = ["500"]
    phone.page.get_by_role("button", name="Send a Test").click()
    expect(hops.last).to_have_text("The push service did not accept it: the reason")
    expect(hops.last).to_have_class("failed")


def test_notification_shows_and_its_actions_reach_the_app(phone: Phone, notifier: Notifier) -> None:
    phone.subscribe()
    phone.leave()
    notifier.add("dinner", title="Dinner", body="Soup", categoryIdentifier="all", badge=2)
    phone.hand_on()
    [shown] = phone.wait_until_shown("Dinner")
    assert (shown["body"], shown["actions"]) == ("Soup", ["Plain", "Say"])
    assert phone.worker_errors == []
    events = notifier.host.today_json("trace", "dinner")["events"]
    assert [event["kind"] for event in events] == ["stored", "sent", "shown"]
    assert phone.press("Dinner", "plain") == []
    notifier.wait_for_actions("plain")
    assert notifier.host.request("GET", "/api/notifications")["groups"] == []
    # The order to remove it finds nothing, and fails in nothing.
    phone.hand_on()
    phone.wait_until_shown()
    phone.page.goto(f"{phone.host.ready['url']}/trace/{events[0]['notification']}")
    expect(phone.page.locator("ol.log li b", has_text="Shown as a notification of the system")).to_be_visible()


def test_push_sets_the_badge_of_the_installed_app(phone: Phone, notifier: Notifier) -> None:
    phone.subscribe()
    phone.worker.evaluate(
        "() => { self.badges = []; navigator.setAppBadge = async (count) => { badges.push(count); }; }"
    )
    phone.leave()
    notifier.add("dinner", title="Dinner", badge=2)
    phone.hand_on()
    assert phone.worker.evaluate("badges") == [2]
    # The order to remove a notification brings the badge too.
    notifier.ask("notifications/badge", number=0)
    notifier.ask("notifications/remove", pending=False, delivered=True, identifiers=["dinner"])
    phone.hand_on()
    phone.wait_until_shown()
    assert phone.worker.evaluate("badges") == [2, 0]


def test_action_that_needs_more_opens_the_page(phone: Phone, notifier: Notifier) -> None:
    phone.subscribe()
    phone.leave()
    notifier.offer({"identifier": "lock", "actions": [
        {"identifier": "wipe", "title": "Wipe", "options": ["authenticationRequired"]},
        {"identifier": "say", "title": "Say", "textInput": {"buttonTitle": "Send"}},
    ]})
    notifier.add("lock", title="Lock", categoryIdentifier="lock")
    [message] = phone.hand_on()
    phone.wait_until_shown("Lock")
    number = message["notification"]["data"]["id"]
    [opened] = phone.press("Lock", "wipe")
    assert opened == f"{phone.host.ready['url']}/notifications?answer={number}&action=wipe"
    assert notifier.actions == []
    phone.page.goto(opened)
    expect(phone.page.get_by_role("dialog")).to_contain_text("Wipe")


def test_pressing_a_notification_opens_its_app_which_learns_who_asked(phone: Phone, notifier: Notifier) -> None:
    phone.subscribe()
    phone.leave()
    notifier.add("one", title="One", deepLink="notifier://one")
    phone.hand_on()
    phone.wait_until_shown("One")
    assert phone.press("One") == [
        f"{phone.host.ready['url']}/open?url=notifier%3A%2F%2Fone&from={notifier.APP}"
    ]
    notifier.wait_for_actions("today.default")


def test_page_that_the_app_opens_for_a_notification_names_the_opening(phone: Phone, notifier: Notifier) -> None:
    phone.subscribe()
    phone.leave()
    notifier.write("respond.open", "notifier://other")
    notifier.add("one", title="One")
    phone.hand_on()
    phone.wait_until_shown("One")
    [opened] = phone.press("One")
    address = f"{phone.host.ready['url']}/open?url=notifier%3A%2F%2Fother&from={notifier.APP}&opening="
    assert opened.startswith(address) and len(opened) > len(address)


def test_what_is_withdrawn_or_replaced_disappears(phone: Phone, notifier: Notifier) -> None:
    phone.subscribe()
    phone.leave()
    for name in ("first", "second"):
        notifier.add(name)
    phone.hand_on(2)
    phone.wait_until_shown("first", "second")
    notifier.ask("notifications/remove", pending=False, delivered=True, identifiers=["first"])
    notifier.add("second", title="newer")
    phone.hand_on(2)
    phone.wait_until_shown("newer")


def test_opening_the_page_removes_what_is_settled(phone: Phone, notifier: Notifier) -> None:
    phone.subscribe()
    phone.leave()
    for name in ("settled", "open"):
        notifier.add(name)
    phone.hand_on(2)
    phone.wait_until_shown("settled", "open")
    # The order to remove it gets lost.
    notifier.ask("notifications/remove", pending=False, delivered=True, identifiers=["settled"])
    phone.page.goto(phone.host.ready["url"])
    phone.wait_until_shown("open")


def test_action_without_the_host_can_be_chosen_again(phone: Phone, notifier: Notifier) -> None:
    phone.subscribe()
    phone.leave()
    notifier.add("one", title="One", categoryIdentifier="all")
    phone.hand_on()
    phone.wait_until_shown("One")
    phone.host.kill()
    assert phone.press("One", "plain") == []
    phone.wait_until_shown("One")
    phone.host.start()
    assert phone.press("One", "plain") == []
    notifier.wait_for_actions("plain")


def test_push_that_arrives_tells_the_host_that_the_phone_is_there(phone: Phone, notifier: Notifier) -> None:
    phone.subscribe()
    phone.leave()
    phone.host.stop()
    with closing(sqlite3.connect(phone.host.state / "promises.sqlite")) as database, database:
        database.execute("UPDATE session SET lastSeen = lastSeen - 7200000")
    phone.host.start()
    [before] = phone.host.today_json("devices", "list")["devices"]
    notifier.add("one", title="One")
    phone.hand_on()
    phone.wait_until_shown("One")
    [after] = phone.host.today_json("devices", "list")["devices"]
    assert datetime.fromisoformat(after["last_seen"]) > datetime.fromisoformat(before["last_seen"]) + timedelta(hours=1)


def test_dismissing_a_notification_dismisses_it_everywhere(phone: Phone, notifier: Notifier) -> None:
    phone.subscribe()
    phone.leave()
    notifier.add("one", title="One", categoryIdentifier="all")
    phone.hand_on()
    phone.wait_until_shown("One")
    phone.worker.evaluate(
        """async () => {
            const [notification] = await registration.getNotifications();
            await dismissNotification(notification);
        }"""
    )
    notifier.wait_for_actions("today.dismiss")
    assert notifier.host.request("GET", "/api/notifications")["groups"] == []


def test_signing_out_ends_the_subscription(phone: Phone, notifier: Notifier) -> None:
    phone.subscribe()
    phone.page.get_by_role("button", name="Sign out Chrome, Linux").click()
    phone.page.get_by_role("dialog").get_by_role("button", name="Sign out Chrome, Linux").click()
    expect(phone.page.get_by_text("today link").first).to_be_visible()
    notifier.add("one")
    assert list(phone.received) == []


@pytest.fixture
def desktop(log_file: Path) -> Iterator[Desktop]:
    """A desktop that shows the notifications of a Chromium with windows."""
    with Desktop(log_file.with_suffix(".desktop.log")) as desktop:
        desktop.start_mock("actions body")
        yield desktop


@pytest.fixture
def windows(desktop: Desktop, launch_own: Callable[..., BrowserContext], tmp_path: Path) -> BrowserContext:
    """A Chromium with windows, on a screen that nobody sees. One without would show its notifications to nobody."""
    return launch_own(
        tmp_path / "profile", desktop.start_screen(), permissions=["notifications"], service_workers="allow"
    )


def test_presses_on_notifications_of_the_system_reach_the_app(
    desktop: Desktop, windows: BrowserContext, visitors, notifier: Notifier, service: PushService, received: Collected
) -> None:
    phone = Phone(visitors, notifier.host, service, received, own=windows)
    phone.subscribe()
    phone.leave()
    notifier.add("dinner", title="Dinner", body="Soup", categoryIdentifier="all")
    phone.hand_on()
    bubble = desktop.wait_for_bubble("Dinner")
    assert "Soup" in bubble.body
    [button] = [key for key, label in bubble.buttons.items() if label == "Plain"]
    desktop.signal("ActionInvoked", "us", bubble.number, button)
    notifier.wait_for_actions("plain")

    notifier.add("one", title="One", deepLink="notifier://one", categoryIdentifier="all")
    # The order to remove the first one comes before it.
    phone.hand_on(2)
    bubble = desktop.wait_for_bubble("One")
    with windows.expect_page() as opened:
        desktop.signal("ActionInvoked", "us", bubble.number, "default")
    opened.value.wait_for_url("**/app?url=notifier*")
    notifier.wait_for_actions("plain", "today.default")
    opened.value.close()

    notifier.add("away", title="Away", categoryIdentifier="all")
    phone.hand_on(2)
    bubble = desktop.wait_for_bubble("Away")
    notifier.ask("notifications/remove", pending=False, delivered=True, identifiers=["away"])
    phone.hand_on()
    desktop.wait_for_closing(bubble)
