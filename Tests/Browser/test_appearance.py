"""What the screen looks like: pictures to keep, and what can be measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from matrix import matrix
from notifier import CATEGORY, Notifier
from pictures import WINDOWS, Pictures, contrasts
from test_notifications import banner, fresh_row, open_row, open_tab, row
from test_screen import wait_for_weather
from weather import Weather


def fill(notifier: Notifier) -> None:
    """Delivers a few notifications, as several days of life leave them."""
    notifier.offer({**CATEGORY, "actions": [
        {"identifier": "plain", "title": "Got It"},
        {"identifier": "show", "title": "Edit List", "options": ["foreground"]},
        {"identifier": "wipe", "title": "Trash List", "options": ["destructive", "authenticationRequired"]},
        {"identifier": "say", "title": "Add…", "textInput": {"buttonTitle": "Add", "placeholder": "Bread"}},
    ]})
    notifier.host.today("notify", "Backup finished", "--body", "2,311 files, 14.2 GB, nothing left out.")
    notifier.add("Rain in 20 minutes", subtitle="Cupertino", body="It lasts until 6 PM.")
    notifier.add(
        "Time to go shopping", body="Milk, bread, apples and four more things are still to buy.", badge=2,
        categoryIdentifier="all", sound="default",
    )


@matrix(1, window=["narrow", "wide"], scheme=["dark", "light"])
def test_pictures_of_notifications(notifier: Notifier, visitors, screenshots: Path, window: str, scheme: str) -> None:
    page = visitors(*WINDOWS[window], color_scheme=scheme, reduced_motion="reduce").sign_in(notifier.host)
    keep = Pictures(page, screenshots, f"{window}-{scheme}").keep

    fill(notifier)
    shown = banner(page, "Time to go shopping").or_(fresh_row(page, "Time to go shopping"))
    expect(shown).to_be_visible()
    expect(page.locator(".badge").filter(has_text="2")).to_be_visible()
    keep("banners")
    open_tab(page)
    expect(row(page, "Rain in 20 minutes")).to_be_visible()
    keep("notifications")
    item = open_row(page, "Time to go shopping")
    item.get_by_role("button", name="Add…").click()
    keep("notification-open")
    item.get_by_role("button", name="Trash List").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    keep("passcode")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("group", name="Notifier").get_by_role("switch", name="Badges")).to_be_visible()
    keep("settings")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_text_stands_out(shared_weather: Weather, visitors, scheme: str) -> None:
    page = visitors(color_scheme=scheme).sign_in(shared_weather.host)
    wait_for_weather(page, shared_weather)
    for ratio, text in contrasts(page):
        assert ratio >= 4.5, f"{text!r} has a contrast of {ratio:.1f}"


def test_tabs_have_room_for_large_text(shared_weather: Weather, visitors) -> None:
    page = visitors(1280, 900).sign_in(shared_weather.host)
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    tabs = page.locator(".tabs a")
    expect(tabs).to_have_count(2)
    for tab in tabs.all():
        assert tab.evaluate("(tab) => tab.scrollWidth <= tab.clientWidth")


def test_without_motion_nothing_moves(weather: Weather, notifier: Notifier, visitors) -> None:
    page = visitors(reduced_motion="reduce").sign_in(weather.host)
    wait_for_weather(page, weather)
    assert moving(page) == 0
    fill(notifier)
    expect(banner(page, "Time to go shopping")).to_be_visible()
    assert moving(page) == 0
    open_tab(page)
    open_row(page, "Time to go shopping").get_by_role("button", name="Trash List").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert moving(page) == 0


def moving(page: Page) -> int:
    """How many elements move."""
    return page.evaluate(
        """[...document.querySelectorAll("*")].filter((element) => {
            const style = getComputedStyle(element);
            return style.animationName !== "none" || style.transitionDuration.split(", ").some((time) => time !== "0s");
        }).length"""
    )


def test_screen_reader_finds_its_way(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    wait_for_weather(page, shared_weather)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to widgets")).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("region", name="Weather")).to_be_visible()
    expect(page.get_by_role("navigation", name="Apps")).to_be_visible()
    assert unnamed(page) == 0


def test_screen_reader_finds_its_way_through_notifications(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    fill(notifier)
    expect(banner(page, "Time to go shopping")).to_be_visible()
    region = page.get_by_role("region", name="New Notifications")
    expect(region.get_by_role("listitem")).to_have_count(3)
    expect(page.locator("#announcer")).to_have_attribute("role", "status")
    # What slides in is said once, politely, and by nothing else.
    assert page.evaluate("document.querySelector('#notices').closest('[aria-live],[role=alert],[role=status]')") is None
    assert unnamed(page) == 0
    tabs = page.get_by_role("navigation", name="Tabs")
    expect(tabs.get_by_role("link", name="Today")).to_have_attribute("aria-current", "page")
    expect(tabs.get_by_role("link", name="Notifications 3")).to_be_visible()
    open_tab(page)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("region", name="Notifier").get_by_role("listitem")).to_have_count(2)
    item = open_row(page, "Time to go shopping")
    item.get_by_role("button", name="Add…").click()
    assert unnamed(page) == 0
    item.get_by_role("button", name="Trash List").click()
    expect(page.get_by_role("dialog", name="Set a Passcode")).to_be_visible()
    assert unnamed(page) == 0
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("group", name="Notifier").get_by_role("switch")).to_have_count(5)
    assert unnamed(page) == 0


def unnamed(page: Page) -> int:
    """How many things to press or fill have no name."""
    return page.evaluate(
        """[...document.querySelectorAll("a, button, input, select, textarea")]
            .filter((element) => element.checkVisibility()
                && !(element.ariaLabel || element.textContent.trim() || element.labels?.length)).length"""
    )


def test_what_is_touched_in_notifications_is_large_enough(notifier: Notifier, visitors) -> None:
    page = visitors(reduced_motion="reduce").sign_in(notifier.host)
    fill(notifier)
    expect(banner(page, "Time to go shopping")).to_be_visible()
    small = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
        if (!element.checkVisibility()) return false;
        element.scrollIntoView({ block: "center" });
        const box = element.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        // What lies around it belongs to it, too.
        return box.width < 44 || [-21, 21].some((offset) => !element.contains(document.elementFromPoint(x, y + offset)));
    }).map((element) => element.ariaLabel ?? element.textContent)"""
    assert page.evaluate(small, "#banners > li:first-child button") == []
    open_tab(page)
    open_row(page, "Time to go shopping")
    assert page.evaluate(small, ".tabs a, .gear, .clear, summary, .choice") == []
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("group", name="Notifier").get_by_role("switch", name="Badges")).to_be_visible()
    assert page.evaluate(small, ".line:not(.who), .back") == []
