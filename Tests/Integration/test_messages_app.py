"""Messages on a real host with a real cloud: what it shares with its widget, and who opens its addresses."""

from __future__ import annotations

import json
import os
import signal
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

import pytest

import cards
from messages import MESSAGES, Messages
from today_cloud import TodayCloud
from today_host import TodayHost
from waiting import eventually


@pytest.fixture
def messages(host: TodayHost) -> Messages:
    messages = Messages(host)
    messages.install()
    return messages


def text(scene: dict) -> str:
    return json.dumps(scene["card"], ensure_ascii=False)


def shared(messages: Messages) -> dict:
    """What the app shares with its widget: the list and the number."""
    return {"inboxMessages": [], "unreadCount": 0, **messages.host.today_json("defaults", "read", Messages.GROUP)}


def wait_for_shared(messages: Messages, *rows: tuple[str, bool]) -> dict:
    """Waits until exactly these titles are shared, the newest first, each with whether it is read."""

    def check() -> dict | None:
        inbox = shared(messages)
        shown = [(each["title"], each["read"] == "YES") for each in inbox["inboxMessages"]]
        return inbox if shown == list(rows) else None

    return eventually(check, f"the shared messages {rows}")


def test_list_is_shared_whenever_it_changes(messages: Messages) -> None:
    icon = {"list_icon": "https://example.org/icon.png"}
    messages.send("Dinner", subtitle="Soup tonight", icons=icon)
    inbox = wait_for_shared(messages, ("Dinner", False))
    assert inbox["unreadCount"] == 1
    [message] = inbox["inboxMessages"]
    assert set(message) == {"title", "id", "date", "read", "iconURL", "subheading"}
    assert message["subheading"] == "Soup tonight" and message["iconURL"] == icon["list_icon"]
    assert "$date" in message["date"] and message["read"] == "NO"
    messages.host.today("inbox", "read", message["id"])
    assert wait_for_shared(messages, ("Dinner", True))["unreadCount"] == 0
    messages.host.today("inbox", "delete", message["id"])
    wait_for_shared(messages)


def test_widget_follows_while_the_app_does_not_run(messages: Messages) -> None:
    with messages.host.watch(opens=True) as page:
        messages.send("First")
        messages.wait_for_widget(page, "First")
        messages.end()
        messages.send("Second")
        messages.wait_for_widget(page, "Second", "First")
        # What happens on another device comes without a push: here the command line stands for it.
        messages.end()
        messages.host.today("inbox", "delete", messages.wait_for("First", "Second")[0]["id"])
        page.wait(lambda _: "Second" not in json.dumps(page.widgets[Messages.WIDGET]["compact"]), "the widget")
    # A host that was killed between a change and its app finds out when it begins.
    messages.host.kill()
    messages.host.start()
    wait_for_shared(messages, ("First", False))


def test_silent_push_brings_the_message_and_nothing_that_shows(messages: Messages) -> None:
    messages.send("Quiet", silent=True)
    wait_for_shared(messages, ("Quiet", False))
    assert messages.host.today_json("notifications", "list")["notifications"] == []
    assert messages.host.today_json("inbox")["unread"] == 1


def push_results(messages: Messages) -> list[str]:
    """What the app answered to its pushes as `today why` shows it, the oldest first."""
    runs = messages.host.today_json("why", Messages.APP, "--limit", "100")
    return [each["result"] for each in reversed(runs) if each.get("run") == "push" and "result" in each]


def test_pushes_that_bring_a_message_bring_new_data(messages: Messages) -> None:
    titles = [f"Message {number}" for number in range(5)]
    for title in titles:
        messages.send(title, silent=True)
    messages.wait_for(*titles)
    eventually(lambda: push_results(messages) == ["newData"] * 5, f"five results: {push_results(messages)}")


def test_push_without_anything_brings_no_data(messages: Messages) -> None:
    messages.send("Before", silent=True)
    eventually(lambda: push_results(messages) == ["newData"], "the result of the message")
    messages.wake()
    eventually(lambda: push_results(messages) == ["newData", "noData"], "the result of the push without a message")


@contextmanager
def joined(host: TodayHost, log_file: Path) -> Iterator[tuple[TodayCloud, Messages]]:
    """Messages on a host that has joined a cloud of its own process."""
    with TodayCloud(log_file.with_suffix(".cloud.log")) as cloud:
        cloud.start()
        host.arguments = ["--no-cloud"]
        host.start()
        token = cloud.today("user", "add", "ada").strip()
        host.today_with(token + "\n", "link", cloud.ready["url"], "--token-stdin")
        keys = json.loads(cloud.today("keys", "--add", Messages.APP, "--json"))
        keys = next(each for each in (keys["apps"] if isinstance(keys, dict) else keys) if each["app"] == Messages.APP)
        messages = Messages(host, {"url": cloud.ready["url"], **keys})
        messages.install()
        yield cloud, messages


@contextmanager
def standing_still(pid: int) -> Iterator[None]:
    """A process that does nothing for as long as the `with` block lasts."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_push_that_cannot_be_followed_up_fails(stopped_host: TodayHost, log_file: Path) -> None:
    with joined(stopped_host, log_file) as (cloud, messages):
        messages.send("Before", silent=True)
        eventually(lambda: push_results(messages) == ["newData"], "the result of the message")
        # The app stands still while the cloud goes away: its push has come before.
        with standing_still(stopped_host.program(Messages.PROGRAM).pid):
            messages.wake()
            messages.wake("It came")
            eventually(
                lambda: [each["body"] for each in stopped_host.today_json("notifications", "list")["notifications"]]
                == ["It came"],
                "what was sent after the push",
            )
            cloud.kill()
        eventually(lambda: push_results(messages)[1:] == ["failed", "failed"], "the results of the pushes", timeout=60)
        runs = stopped_host.today_json("why", Messages.APP)
        assert {each["outcome"] for each in runs if each.get("result") == "failed"} == {"failed"}
        assert "failed" in stopped_host.today("why", Messages.APP).stdout


def test_app_that_comes_to_the_front_asks_the_cloud_before_its_list_is_fresh(
    stopped_host: TodayHost, log_file: Path
) -> None:
    with joined(stopped_host, log_file) as (cloud, messages):
        messages.send("Before", silent=True)
        wait_for_shared(messages, ("Before", False))

        def page() -> str:
            return text(stopped_host.scene(Messages.URL))

        with standing_still(cloud.process.pid):
            # What is here is on the first page at once. It is not fresh, and nobody waits longer than five seconds.
            first = page()
            assert "Before" in first and "Checking for new messages" in first
            with stopped_host.watch(scene=Messages.URL):
                eventually(lambda: "The cloud could not be asked" in page(), "the end of the wait")
        with stopped_host.watch(scene=Messages.URL):
            eventually(lambda: "could not be asked" not in page() and "Checking" not in page(), "the fresh page")


def test_one_push_shows_an_alert_and_wakes_the_app(messages: Messages) -> None:
    sent = json.loads(messages.host.today("send", "--title", "Doors", "--body", "Come in.", "--wake", "--json").stdout)
    eventually(lambda: push_results(messages) == ["newData"], "the result of the push")
    [shown] = eventually(lambda: messages.host.today_json("notifications", "list")["notifications"], "the notification")
    assert (shown["title"], shown["body"]) == ("Doors", "Come in.")
    assert [each["id"] for each in messages.inbox()] == [sent["messageID"]]


def test_widget_says_whether_there_is_new_data(messages: Messages) -> None:
    messages.send("Dinner")
    wait_for_shared(messages, ("Dinner", False))
    with messages.host.watch(opens=True) as page:
        messages.wait_for_widget(page, "Dinner")

        def opened() -> dict | None:
            # The end of the push may have the widget updated too, and then for both reasons at once.
            messages.host.request("GET", "/api/screen?opens=1")
            return next((entry for entry in messages.host.ledger(Messages.WIDGET) if entry["reasons"] == ["opened"]), None)

        assert eventually(opened, "the update of a page that was opened")["outcome"] == "noData"
        messages.wait_for_widget(page, "Dinner")


def test_app_that_says_its_widget_has_content_has_it_updated(messages: Messages) -> None:
    messages.send("Dinner")
    with messages.host.watch(opens=True) as page:
        messages.wait_for_widget(page, "Dinner")
        # The page says that the widget has content each time it is saved, also if it had some before.
        messages.host.tap_label(messages.host.scene(f"{Messages.URL}settings"), "Save")
        eventually(
            lambda: any("hasContent" in entry["reasons"] for entry in messages.host.ledger(Messages.WIDGET)),
            "the update of a widget that shows already",
        )


def test_one_number_everywhere(messages: Messages) -> None:
    for title in ("One", "Two", "Three"):
        messages.send(title)
    messages.wait_for("One", "Two", "Three")
    eventually(lambda: shared(messages)["unreadCount"] == 3, "the number in the group")
    messages.host.open(messages.url("Two"))
    eventually(lambda: shared(messages)["unreadCount"] == 2, "the number in the group")
    host = messages.host
    assert host.today_json("inbox")["unread"] == 2
    assert next(app for app in host.today_json("list") if app["id"] == Messages.APP)["badge"] == 2
    assert "2 unread" in text(host.scene(Messages.URL))


def test_address_opens_the_message(messages: Messages) -> None:
    messages.send("Dinner", subtitle="Soup tonight")
    messages.wait_for("Dinner")
    url = messages.url("Dinner")
    for is_warm in True, False:
        # Then the app has done its work: one that ends in the middle of it is not started again at once.
        wait_for_shared(messages, ("Dinner", False))
        if not is_warm:
            messages.end()
        scene = messages.host.open(url)
        assert "Soup tonight" in text(scene) and scene["message"] == url.split("/")[-1]
        assert messages.inbox()[0]["isRead"]
        # Drawn again it stays as the person marks it.
        messages.host.tap_label(scene, "Mark as Unread")
        assert "Mark as Read" in text(messages.host.scene(url))
        assert not messages.inbox()[0]["isRead"]


def test_unknown_message_says_so_and_offers_the_list(messages: Messages) -> None:
    for name in "unknown", "..", "%2E%2E%2F", "a/b", "a b", "%00", "x" * 500:
        scene = messages.host.scene(f"{Messages.URL}message/{name}")
        assert "deleted or has expired" in text(scene), name
        assert "message" not in scene
        assert cards.action(scene["card"], "All Messages")["url"] == Messages.URL


def test_expired_message_is_gone(messages: Messages) -> None:
    with messages.host.watch(opens=True) as page:
        messages.send("Soon over", expiry=5)
        messages.wait_for("Soon over")
        url = messages.url("Soon over")
        messages.wait_for_widget(page, "Soon over")
        wait_for_shared(messages)
        page.wait(lambda _: "Soon over" not in page.texts(Messages.WIDGET), "the widget without the message")
    assert messages.inbox() == []
    assert "deleted or has expired" in text(messages.host.scene(url))


def test_another_app_cannot_take_the_addresses_over(messages: Messages, fixture_app) -> None:
    messages.send("Dinner")
    messages.wait_for("Dinner")
    url = messages.url("Dinner")
    other = fixture_app("today-messages")
    # Without the person's word it is not installed at all, and the word is asked for by name.
    refused = messages.host.today("install", other, status=3)
    assert "today-messages" in refused.stdout + refused.stderr
    assert Messages.APP in refused.stdout + refused.stderr
    # With it, the addresses still lead to their first owner.
    messages.host.today("install", other, "--yes")
    assert messages.host.open(url)["app"] == Messages.APP
    assert messages.host.open(Messages.URL)["app"] == Messages.APP
    # So it is when the first owner comes again, newer.
    messages.host.install(MESSAGES)
    assert messages.host.open(url)["app"] == Messages.APP


def test_pages_are_in_japanese_too(messages: Messages) -> None:
    messages.send("夕食")
    messages.wait_for("夕食")
    scene = messages.host.request("GET", "/api/scene?url=today-messages%3A%2F%2F", language="ja-JP")
    assert scene["title"] == "メッセージ" and "未読 1 件" in text(scene)
