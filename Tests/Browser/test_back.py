"""The browser's Back closes what is open over the page, before it leaves the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from counter import Counter


@pytest.fixture
def page(shared_counter: Counter, visitor) -> Page:
    """The screen, which somebody came to from Settings."""
    page = visitor.sign_in(shared_counter.host)
    page.goto(shared_counter.host.ready["url"] + "/settings")
    page.goto(shared_counter.host.ready["url"])
    expect(page.locator("html.js")).to_have_count(1)
    page.evaluate("window.isSamePage = true")
    return page


def expect_same_page(page: Page) -> None:
    expect(page.locator("h1.date")).to_be_visible()
    assert page.evaluate("window.isSamePage") is True


def expect_settings(page: Page) -> None:
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()


def open_palette(page: Page) -> None:
    page.keyboard.press("/")
    expect(page.locator("#palette")).to_be_visible()


def open_sheet(page: Page) -> None:
    page.get_by_role("button", name="Sign Out").click()
    expect(page.locator("#sheet")).to_be_visible()


def open_shortcuts(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()


def edit(page: Page) -> None:
    page.get_by_role("button", name="Edit", exact=True).click()
    expect(page.locator("#editor")).to_be_visible()


LAYERS = {
    "palette": (open_palette, "#palette"), "sheet": (open_sheet, "#sheet"), "shortcuts": (open_shortcuts, "#shortcuts"),
    "edit": (edit, "#editor"),
}


@pytest.mark.parametrize("name", LAYERS)
def test_back_closes_what_is_open_and_then_leaves(page: Page, name: str) -> None:
    show, layer = LAYERS[name]
    for _ in range(2):
        show(page)
        page.go_back()
        expect(page.locator(layer)).to_be_hidden()
        expect_same_page(page)
    page.go_back()
    expect_settings(page)


@pytest.mark.parametrize("name", LAYERS)
def test_what_was_closed_otherwise_is_no_step_of_the_way_back(page: Page, name: str) -> None:
    show, layer = LAYERS[name]
    for _ in range(2):
        show(page)
        page.keyboard.press("Escape")
        expect(page.locator(layer)).to_be_hidden()
    expect_same_page(page)
    page.go_back()
    expect_settings(page)


def test_key_of_a_palette_that_was_closed_a_moment_ago_opens_it_again(page: Page) -> None:
    open_palette(page)
    # Both happen before the browser draws again, so that the hidden field still has the focus.
    focused = page.evaluate("""() => {
        document.querySelector("#palette").close();
        const target = document.activeElement;
        target.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }));
        return target.localName;
    }""")
    assert focused == "input"
    expect(page.locator("#palette")).to_be_visible()
    assert page.evaluate("history.state.layer") == 1
    page.go_back()
    expect(page.locator("#palette")).to_be_hidden()
    page.go_back()
    expect_settings(page)


def test_back_skips_a_dialog_whose_end_has_not_been_told_yet(page: Page) -> None:
    open_palette(page)
    # The event of the dialog's end comes after the browser has gone back.
    page.evaluate("""() => {
        const palette = document.querySelector("#palette");
        palette.addEventListener("close", (event) => event.stopImmediatePropagation(), { capture: true });
        document.addEventListener("close", (event) => event.stopImmediatePropagation(), { capture: true });
        palette.close();
    }""")
    page.go_back()
    expect_settings(page)


def test_back_closes_one_after_the_other(page: Page) -> None:
    edit(page)
    open_palette(page)
    page.go_back()
    expect(page.locator("#palette")).to_be_hidden()
    expect(page.locator("#editor")).to_be_visible()
    page.go_back()
    expect(page.locator("#editor")).to_be_hidden()
    expect_same_page(page)
    page.go_back()
    expect_settings(page)


def test_what_the_palette_opens_leads_back_to_the_page(page: Page) -> None:
    open_palette(page)
    page.keyboard.type("outbox")
    expect(page.locator("#palette [role=option]").first).to_contain_text("Outbox")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Outbox")).to_be_visible()
    page.go_back()
    expect(page.locator("h1.date")).to_be_visible()
    expect(page.locator("#palette")).to_be_hidden()
    page.go_back()
    expect_settings(page)
