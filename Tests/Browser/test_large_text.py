"""A phone with text twice as large: nothing overlaps, breaks within a word, is cut off, or scrolls sideways."""

from __future__ import annotations

from pathlib import Path
from typing import Callable, Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from messages import Messages
from notifier import Notifier
from pictures import Pictures
from test_appearance import fill
from today_host import TodayHost
from weather import Weather


def enlarge(page: Page) -> None:
    """Makes the text twice as large, as the setting of a browser does."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")


#: What overlaps, by the names of the two, among things to read or press in the bars of the page.
OVERLAPS = """(selector) => {
    const shown = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const found = [];
    for (const [index, one] of shown.entries()) {
        for (const other of shown.slice(index + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            const [a, b] = [one, other].map((element) => element.getBoundingClientRect());
            const [width, height] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
            if (width > 0.5 && height > 0.5) found.push([one.className || one.id, other.className || other.id]);
        }
    }
    return found;
}"""

#: Words that are broken between two lines, and texts that are cut off sideways without an ellipsis.
BROKEN = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
        const node = walker.currentNode, element = node.parentElement;
        if (!element.checkVisibility() || element.closest(".visually-hidden,.skip")) continue;
        for (const { 0: word, index } of node.data.matchAll(/[\\p{Script=Latin}\\p{N}]+/gu)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            if (lines.size > 1) found.push(`${word} is broken`);
        }
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        for (let at = element; at && box.width; at = at.parentElement) {
            const style = getComputedStyle(at);
            if (style.textOverflow === "ellipsis" && at.scrollWidth > at.clientWidth) break;
            if (style.overflowX === "visible") continue;
            const edge = at.getBoundingClientRect();
            if (box.left < edge.left - 1 || box.right > edge.right + 1) found.push(`${node.data.trim()} is cut off`);
            break;
        }
    }
    return found;
}"""


#: For each dot of an unread message, the elements that cut a part of it off.
CUT_DOTS = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
        if (walker.currentNode.data.trim() !== "●" || !walker.currentNode.parentElement.checkVisibility()) continue;
        range.selectNodeContents(walker.currentNode);
        const box = range.getBoundingClientRect(), cutting = [];
        for (let at = walker.currentNode.parentElement; at; at = at.parentElement) {
            const style = getComputedStyle(at), edge = at.getBoundingClientRect();
            const across = style.overflowX !== "visible" && (box.left < edge.left - 1 || box.right > edge.right + 1);
            const along = style.overflowY === "hidden" && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1);
            if (across || along) cutting.push(`${at.tagName} ${at.className}`);
        }
        if (!box.width || box.right > innerWidth) cutting.push("the window");
        found.push(cutting);
    }
    return found;
}"""


#: The choices of menus that are wider than the menu's room for them, which ends where the arrow begins.
CUT_CHOICES = """() => [...document.querySelectorAll("main select")].filter((menu) => {
    const style = getComputedStyle(menu), drawing = document.createElement("canvas").getContext("2d");
    drawing.font = style.font;
    const inner = menu.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return menu.checkVisibility() && drawing.measureText(menu.selectedOptions[0].textContent).width > inner - 16;
}).map((menu) => menu.selectedOptions[0].textContent)"""


def expect_room(page: Page) -> None:
    """Checks everything on a page."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert page.evaluate(OVERLAPS, ".tabs, .tabs a, .gear, .search, .outbox-link, .count, .back, .bar h1") == []
    assert page.evaluate(BROKEN) == []
    # The link that skips to the content shows only while it has the focus.
    shown = page.evaluate(
        """() => [...document.querySelectorAll(".skip")].filter((link) => {
            const box = link.getBoundingClientRect();
            return box.bottom > 0 && getComputedStyle(link).clipPath === "none";
        }).length"""
    )
    assert shown == 0


@pytest.fixture(scope="module")
def filled(shared_weather: Weather, shared_app: Callable[..., Path]) -> Weather:
    """A host that tests share, with Weather and notifications."""
    fill(Notifier(shared_weather.host).install(shared_app).allow())
    return shared_weather


@pytest.fixture
def medium(filled: Weather) -> Iterator[Weather]:
    """The host while Weather's widget is of the medium size."""
    path = f"/api/widgets/{filled.widget}/size"
    filled.host.request("PUT", path, {"size": "medium"})
    yield filled
    filled.host.request("PUT", path, {"size": "small"})


@pytest.mark.parametrize("locale", ["en-US", "de-DE", "ja-JP"])
def test_screen_has_room_for_large_text(filled: Weather, visitors, screenshots: Path, locale: str) -> None:
    weather = filled
    page = visitors(reduced_motion="reduce", locale=locale, banners_pass=True).sign_in(weather.host)
    expect(page.locator("section.widget", has_text="°").first).to_be_visible()
    enlarge(page)
    expect(page.locator("#count")).to_have_text("3")
    expect_room(page)
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    expect(skip).to_be_focused()
    assert skip.evaluate("(link) => getComputedStyle(link).clipPath") == "none"
    page.goto(weather.host.ready["url"] + "/notifications")
    enlarge(page)
    expect(page.locator(".item").first).to_be_visible()
    expect_room(page)
    # The way back names the page before.
    page.goto(weather.host.ready["url"])
    page.goto(weather.host.ready["url"] + "/settings")
    enlarge(page)
    expect_room(page)
    assert page.evaluate(CUT_CHOICES) == []
    assert page.locator(".back span").evaluate("(label) => label.scrollWidth <= label.clientWidth")
    Pictures(page, screenshots, f"390-large-{locale}").keep("settings")


def test_dots_of_unread_messages_are_whole(host: TodayHost, visitors) -> None:
    messages = Messages(host)
    messages.install()
    for title in ("Dinner", "A long title that needs several lines on a phone"):
        messages.send(title, subtitle="Soup tonight")
    messages.wait_for("Dinner", "A long title that needs several lines on a phone")
    page = visitors(reduced_motion="reduce").sign_in(host)
    widget = page.locator(f'[data-widget="{Messages.WIDGET}"]')
    expect(widget.get_by_text("●").first).to_be_visible()
    enlarge(page)
    dots = page.evaluate(CUT_DOTS)
    assert dots and not any(dots), dots
    page.goto(f"{host.ready['url']}/app?url={quote(Messages.URL, safe='')}")
    enlarge(page)
    expect(page.get_by_text("●")).to_have_count(2)
    assert page.evaluate(CUT_DOTS) == [[], []]
    expect_room(page)


def test_long_month_stays_on_its_line(filled: Weather, visitors) -> None:
    page = visitors().page()
    page.goto(filled.host.request("POST", "/api/links")["link"])
    for text in ("November 23rd", "Donnerstag, 23. September", "Wednesday,"):
        enlarge(page)
        page.locator("h1.date span").first.evaluate("(line, text) => { line.textContent = text; }", text)
        assert page.evaluate(BROKEN) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_date_is_on_one_line_beside_the_clock_or_breaks_between_its_parts(filled: Weather, visitors) -> None:
    page = visitors(1280, 900).sign_in(filled.host)
    parts = page.locator("h1.date span")
    for number, text in enumerate(("Wednesday,", "September 30th")):
        parts.nth(number).evaluate("(part, text) => { part.textContent = text; }", text)
    lines = """() => [...document.querySelectorAll("h1.date span")].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return [...new Set([...range.getClientRects()].map((box) => Math.round(box.top)))];
    })"""
    counts = {}
    for width in (1920, 1280, 1180, 900, 700, 600, 500):
        page.set_viewport_size({"width": width, "height": 900})
        weekday, day = page.evaluate(lines)
        assert len(weekday) == len(day) == 1, width
        counts[width] = len({*weekday, *day})
    # The width at which the date breaks depends on the fonts of the machine.
    assert [counts[width] for width in (1920, 1280, 1180, 900)] == [1, 1, 1, 1], counts
    assert counts[500] == 2, counts


@pytest.mark.parametrize("width", [820, 1280, 1920])
def test_columns_grow_with_the_text(medium: Weather, visitors, width: int) -> None:
    """A column of the grid is as wide in letters as with text of the usual size, and a medium widget never wider than the grid."""
    page = visitors(width, 1000, reduced_motion="reduce", banners_pass=True).sign_in(medium.host)
    widget = page.locator("section.widget.medium", has_text="°")
    expect(widget).to_be_visible()
    columns = "(grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').map(parseFloat)"
    grid = page.locator("#widgets")
    assert all(column >= 250 for column in grid.evaluate(columns))
    enlarge(page)
    for column in grid.evaluate(columns):
        assert column >= min(500, grid.bounding_box()["width"]) - 1, grid.evaluate(columns)
    assert widget.bounding_box()["width"] <= grid.bounding_box()["width"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(OVERLAPS, "h1.date, .clock, .edit-button, .gear, .search") == []
    page.locator(".edit-button").click()
    expect(page.locator(".edit-tools").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(OVERLAPS, "h1.date, .edit-button, .gear, .search, .widget, #available") == []
