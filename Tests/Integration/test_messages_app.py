"""Messages on a real host with a real cloud: what it shares with its widget, and who opens its addresses."""

from __future__ import annotations

import json

import pytest

import cards
from messages import MESSAGES, Messages
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
    """What the app shares with its widget."""
    return messages.host.today_json("defaults", "read", Messages.GROUP).get("inbox", {"messages": [], "unread": 0})


def wait_for_shared(messages: Messages, *rows: tuple[str, bool]) -> dict:
    """Waits until exactly these titles are shared, the newest first, each with whether it is read."""

    def check() -> dict | None:
        inbox = shared(messages)
        return inbox if [(each["title"], each["isRead"]) for each in inbox["messages"]] == list(rows) else None

    return eventually(check, f"the shared messages {rows}")


def test_list_is_shared_whenever_it_changes(messages: Messages) -> None:
    icon = {"list_icon": "https://example.org/icon.png"}
    messages.send("Dinner", subtitle="Soup tonight", icons=icon)
    inbox = wait_for_shared(messages, ("Dinner", False))
    assert inbox["unread"] == 1
    [message] = inbox["messages"]
    assert message["subtitle"] == "Soup tonight" and message["icon"] == icon["list_icon"] and "$date" in message["date"]
    messages.host.today("inbox", "read", message["id"])
    assert wait_for_shared(messages, ("Dinner", True))["unread"] == 0
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


def test_widget_says_whether_there_is_new_data(messages: Messages) -> None:
    messages.send("Dinner")
    wait_for_shared(messages, ("Dinner", False))
    with messages.host.watch(opens=True) as page:
        messages.wait_for_widget(page, "Dinner")
        before = len(messages.host.ledger(Messages.WIDGET))
        messages.host.request("GET", "/api/screen?opens=1")
        entries = eventually(
            lambda: (entries := messages.host.ledger(Messages.WIDGET)) and len(entries) > before and entries, "an update"
        )
        assert entries[0]["outcome"] == "noData" and entries[0]["reasons"] == ["opened"]
        messages.wait_for_widget(page, "Dinner")


def test_one_number_everywhere(messages: Messages) -> None:
    for title in ("One", "Two", "Three"):
        messages.send(title)
    messages.wait_for("One", "Two", "Three")
    eventually(lambda: shared(messages)["unread"] == 3, "the number in the group")
    messages.host.open(messages.url("Two"))
    eventually(lambda: shared(messages)["unread"] == 2, "the number in the group")
    host = messages.host
    assert host.today_json("inbox")["unread"] == 2
    assert next(app for app in host.today_json("list") if app["id"] == Messages.APP)["badge"] == 2
    assert "2 unread" in text(host.scene(Messages.URL))


@pytest.mark.parametrize("is_warm", [True, False])
def test_address_opens_the_message(messages: Messages, is_warm: bool) -> None:
    messages.send("Dinner", subtitle="Soup tonight")
    messages.wait_for("Dinner")
    # Then the app has done its work: one that ends in the middle of it is not started again at once.
    wait_for_shared(messages, ("Dinner", False))
    url = messages.url("Dinner")
    if not is_warm:
        messages.end()
    scene = messages.host.open(url)
    assert "Soup tonight" in text(scene) and scene["message"] == url.split("/")[-1]
    assert messages.inbox()[0]["isRead"]
    # Drawn again it stays as the person marks it.
    messages.host.tap_label(scene, "Mark as Unread")
    assert "Mark as Read" in text(messages.host.scene(url))
    assert not messages.inbox()[0]["isRead"]


@pytest.mark.parametrize("name", ["unknown", "..", "%2E%2E%2F", "a/b", "a b", "%00", "x" * 500])
def test_unknown_message_says_so_and_offers_the_list(messages: Messages, name: str) -> None:
    url = f"{Messages.URL}message/{name}"
    scene = messages.host.scene(url)
    assert "not here any more" in text(scene)
    assert "message" not in scene
    assert cards.action(scene["card"], "All Messages")["url"] == Messages.URL


def test_expired_message_is_gone(messages: Messages) -> None:
    messages.send("Soon over", expiry=3)
    messages.wait_for("Soon over")
    url = messages.url("Soon over")
    wait_for_shared(messages)
    assert messages.inbox() == []
    assert "not here any more" in text(messages.host.scene(url))


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
