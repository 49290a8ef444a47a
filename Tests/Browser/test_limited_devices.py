"""What a device with lower rights is offered: nothing that the host would refuse it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from counter import Counter
from messages import Messages
from notifier import Notifier
from pictures import Pictures
from shopping import Shopping
from test_messages import go
from today_host import TodayHost

WHY = "This device may only look."


@pytest.fixture
def shopping(host: TodayHost) -> Shopping:
    shopping = Shopping(host)
    shopping.install()
    return shopping


def limit(page: Page, host: TodayHost, rights: str) -> None:
    """Limits the only device; its page is loaded again by itself."""
    [device] = host.today_json("devices")["devices"]
    host.today("devices", "rights", device["id"][:8], rights)
    expect(page.locator("html")).to_have_attribute("data-rights", rights)


def offered(page: Page) -> set[str]:
    """The names of all buttons and fields that can be seen."""
    names = page.locator("main").locator("button,input,textarea,select").evaluate_all(
        """all => all.filter((each) => each.checkVisibility())
            .map((each) => each.getAttribute("aria-label") ?? each.textContent.trim())"""
    )
    return set(names)


def test_widget_without_buttons_on_a_device_that_may_only_look(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    expect(page.locator("section.widget").get_by_role("button", name="Add")).to_be_visible()
    assert "Edit" in offered(page)
    limit(page, counter.host, "act")
    expect(page.locator("section.widget").get_by_role("button", name="Add")).to_be_visible()
    assert "Edit" not in offered(page)
    limit(page, counter.host, "view")
    expect(page.locator("section.widget")).to_contain_text("count 0")
    assert offered(page) <= {"Sign Out", "Show More"}
    # A widget that is drawn anew has none either.
    counter.write("count", 7)
    expect(page.locator("section.widget")).to_contain_text("count 7")
    assert offered(page) <= {"Sign Out", "Show More"}


def test_page_of_an_app_says_why_it_offers_nothing(shopping: Shopping, visitor, screenshots: Path) -> None:
    page = visitor.sign_in(shopping.host)
    limit(page, shopping.host, "view")
    page.goto(shopping.host.ready["url"] + "/open?url=" + quote("today-shopping://", safe=""))
    expect(page.locator("#card")).to_contain_text("Nothing is on the list yet.")
    expect(page.get_by_text(WHY)).to_be_visible()
    assert offered(page) == set()
    Pictures(page, screenshots, "390-dark").keep("limited-app")
    limit(page, shopping.host, "act")
    expect(page.get_by_role("button", name="Add", exact=True)).to_be_visible()
    expect(page.get_by_text(WHY)).to_have_count(0)


def test_messages_offers_no_sending_to_a_device_that_may_not_send(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    go(page, Messages.URL)
    send, topics = (page.get_by_role("link", name=name, exact=True) for name in ("Send", "Topics"))
    expect(send).to_be_visible()
    for rights in ("act", "view"):
        limit(page, messages.host, rights)
        expect(topics).to_be_visible()
        expect(send).to_be_hidden()


def test_notifications_without_answers_on_a_device_that_may_only_look(notifier: Notifier, visitor) -> None:
    notifier.add("one", title="First", body="Something")
    page = visitor.sign_in(notifier.host)
    limit(page, notifier.host, "view")
    page.goto(notifier.host.ready["url"] + "/notifications")
    expect(page.locator("#list")).to_contain_text("First")
    page.locator("#list summary").first.click()
    expect(page.locator("#list details[open]")).to_have_count(1)
    assert offered(page) == set()
    page.keyboard.press("Delete")
    expect(page.locator("#problem")).to_be_hidden()
    [group] = notifier.host.request("GET", "/api/notifications")["groups"]
    assert len(group["notifications"]) == 1


@pytest.mark.parametrize("rights", ["view", "act"])
def test_topics_are_not_subscribed_on_a_limited_device(host: TodayHost, visitor, rights: str) -> None:
    page = visitor.sign_in(host)
    page.goto(host.ready["url"] + "/settings/topics")
    expect(page.get_by_role("button", name="Subscribe")).to_be_visible()
    limit(page, host, rights)
    expect(page.get_by_role("button", name="Subscribe")).to_be_hidden()
