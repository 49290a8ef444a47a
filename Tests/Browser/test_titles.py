"""Titles of strangers: long ones are clamped, and none changes the direction of what stands beside it."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect

from messages import Messages
from notifier import Notifier
from test_notifications import banner, fresh_row, open_row, row
from today_host import TodayHost

LONG = " ".join(f"word{number}" for number in range(60))

#: Begins an override and an isolate, and ends neither.
REVERSED = "\u202egnp.exe\u2067 end"

#: The characters that change the direction of what follows, in what a page shows.
FORMATTING = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        // What is only read aloud is not drawn.
        if (walker.currentNode.parentElement.closest(".visually-hidden")) continue;
        if (/[\\u202a-\\u202e\\u2066-\\u2069]/u.test(walker.currentNode.data)) found.push(walker.currentNode.data);
    }
    return found;
}"""


def lines(element: Locator) -> float:
    """How many lines an element is high."""
    return element.evaluate("(text) => text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight)")


@pytest.mark.parametrize("width", [390, 1280])
def test_long_title_of_a_notification_is_clamped_until_it_is_opened(notifier: Notifier, visitors, width: int) -> None:
    page = visitors(width, 844, reduced_motion="reduce").sign_in(notifier.host)
    notifier.add("long", title=LONG, subtitle=LONG, body=LONG)
    shown = banner(page, "word0").or_(fresh_row(page, "word0"))
    expect(shown).to_be_visible()
    for part in (".title", ".subtitle", ".words"):
        assert 1.5 < lines(shown.locator(part)) < 2.5, part
    page.goto(f"{notifier.host.ready['url']}/notifications")
    for part in (".title", ".subtitle", ".words"):
        assert 1.5 < lines(row(page, "word0").locator(part)) < 2.5, part
    opened = open_row(page, "word0")
    for part in (".title", ".subtitle", ".words"):
        assert lines(opened.locator(part)) > 4, part
        assert opened.locator(part).evaluate("(text) => text.scrollHeight <= text.clientHeight + 1"), part


def test_titles_of_notifications_do_not_turn_what_follows(notifier: Notifier, visitors) -> None:
    page = visitors(1280, 900, reduced_motion="reduce").sign_in(notifier.host)
    notifier.add("turned", title=REVERSED, subtitle=REVERSED, body=REVERSED)
    expect(fresh_row(page, "gnp.exe end")).to_be_visible()
    expect(page.locator("#beside .item", has_text="gnp.exe end")).to_be_visible()
    assert page.evaluate(FORMATTING) == []
    page.keyboard.press("/")
    page.keyboard.type("gnp.exe")
    expect(page.locator("#palette [role=option]", has_text="gnp.exe end").first).to_be_visible()
    assert page.evaluate(FORMATTING) == []


def test_titles_of_messages_do_not_turn_what_follows(host: TodayHost, visitors) -> None:
    messages = Messages(host)
    messages.install()
    messages.send(REVERSED, subtitle=REVERSED, silent=True)
    messages.wait_for(REVERSED)
    page = visitors(1280, 900, reduced_motion="reduce").sign_in(host)
    expect(page.locator(f'[data-widget="{Messages.WIDGET}"]').get_by_text("gnp.exe end").first).to_be_visible()
    assert page.evaluate(FORMATTING) == []
    page.goto(f"{host.ready['url']}/app?url={quote(Messages.URL, safe='')}")
    page.locator("#card a.ac-select").first.click()
    expect(page.locator("#title")).to_have_text("gnp.exe end")
    expect(page.locator("#primary").get_by_text("gnp.exe end").first).to_be_visible()
    assert page.evaluate(FORMATTING) == []
