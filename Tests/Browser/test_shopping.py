"""Shopping List in a real browser: where the cursor is, and fields for days and times."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from matrix import matrix
from menus import open_menu
from pictures import WINDOWS, Pictures
from shopping import Shopping
from today_host import TodayHost
from waiting import eventually


@pytest.fixture
def shopping(host: TodayHost) -> Shopping:
    shopping = Shopping(host)
    shopping.install()
    return shopping


def open_list(page: Page, url: str = Shopping.URL) -> None:
    page.goto(page.evaluate("location.origin") + "/app?url=" + quote(url, safe=""))
    expect(page.get_by_role("heading", name="Shopping List", exact=True)).to_be_visible()


def test_items_are_added_ticked_and_deleted(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    page.get_by_role("navigation").get_by_role("link", name="Shopping List").click()
    field = page.get_by_label("New item")
    expect(field).not_to_be_focused()
    field.fill("Milk")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Mark Milk as bought")).to_be_visible()
    # What was sent does not stay, and the cursor stays for the next one.
    expect(field).to_have_value("")
    field.fill("Bread")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Mark Milk as bought").click()
    expect(page.get_by_role("button", name="Mark Milk as still to buy")).to_be_visible()
    open_menu(page, "Delete Bread").click()
    expect(page.locator("#card").get_by_text("Bread")).to_have_count(0)
    page.get_by_role("button", name="Clear List").click()
    expect(page.get_by_text("Nothing is on the list.", exact=True)).to_be_visible()


def test_items_typed_one_after_the_other_stay_apart(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    open_list(page)
    held = []
    page.route("**/api/taps", lambda route: held.append(route))
    field = page.get_by_label("New item")
    field.focus()
    for number, item in enumerate(("tea", "oats", "rice"), 1):
        page.keyboard.type(item, delay=20)
        page.keyboard.press("Enter")
        # Before the answer, the next one can be typed and sent.
        expect(field).to_have_value("")
        eventually(lambda: page.evaluate("1") and len(held) == number, f"tap {number}")
    # Enter alone sends nothing again, and an answer takes nothing away that was typed since.
    page.keyboard.press("Enter")
    page.keyboard.type("sa", delay=20)
    for route, item in zip(held, ("tea", "oats", "rice"), strict=True):
        route.continue_()
        expect(page.get_by_role("button", name=f"Mark {item} as bought")).to_be_visible()
    page.keyboard.type("lt", delay=20)
    expect(field).to_have_value("salt")
    assert sorted(title for title, _ in shopping.items()) == ["oats", "rice", "tea"]


def test_item_that_could_not_be_sent_comes_back(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    open_list(page)
    held = []
    page.route("**/api/taps", lambda route: held.append(route))
    field = page.get_by_label("New item")
    field.focus()
    failure = {
        "status": 409, "headers": {"Today-Answer": "1"}, "json": {"code": "failed", "message": "The list is closed."},
    }
    for typed_since, wanted in (("", "tea"), ("o", "o")):
        field.fill("tea")
        page.keyboard.press("Enter")
        expect(field).to_have_value("")
        page.keyboard.type(typed_since)
        eventually(lambda: page.evaluate("1") and held, "the tap")
        held.pop().fulfill(**failure)
        expect(page.locator("#problem")).to_have_text("The list is closed.")
        expect(field).to_have_value(wanted)
    # What came back is the person's own again: it is sent, and not drawn over.
    shopping.add("Milk")
    expect(page.get_by_role("button", name="Mark Milk as bought")).to_be_visible()
    expect(field).to_have_value("o")


def test_keyboard_goes_on_after_the_last_row_is_deleted(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    shopping.add("Milk")
    shopping.add("Bread")
    open_list(page)
    for name in ("Bread", "Milk"):
        open_menu(page, f"Delete {name}", by_keyboard=True)
        page.keyboard.press("Enter")
        expect(page.get_by_title(f"Delete {name}")).to_have_count(0)
        assert page.evaluate("document.activeElement.closest('#card') !== null")


def test_nothing_stands_on_delete_while_a_row_is_being_ticked(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    shopping.add("Milk")
    open_list(page)
    held = []
    page.route("**/api/taps", lambda route: held.append(route))
    row = page.get_by_role("button", name="Mark Milk as bought")
    row.click()
    expect(row).to_have_attribute("aria-busy", "true")
    assert row.evaluate("(element) => getComputedStyle(element, '::after').content") == "none"
    eventually(lambda: page.evaluate("1") and held, "the tap")
    held[0].continue_()
    expect(page.get_by_role("button", name="Mark Milk as still to buy")).to_be_visible()


def test_two_pages_show_the_same_list(shopping: Shopping, visitor) -> None:
    first = visitor.sign_in(shopping.host)
    open_list(first)
    second = visitor.page()
    second.goto(first.url)
    first.get_by_label("New item").fill("Milk")
    first.keyboard.press("Enter")
    expect(second.get_by_role("button", name="Mark Milk as bought")).to_be_visible()


def test_cursor_stands_where_the_app_wants_it_once(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    open_list(page, Shopping.EDIT_URL)
    field = page.get_by_label("New item")
    expect(field).to_be_focused()
    # Drawn again, the page leaves the cursor where the person put it.
    page.get_by_label("Time").focus()
    shopping.add("Milk")
    expect(page.get_by_role("button", name="Mark Milk as bought")).to_be_visible()
    expect(page.get_by_label("Time")).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    shopping.add("Bread")
    expect(page.get_by_role("button", name="Mark Bread as bought")).to_be_visible()
    expect(field).not_to_be_focused()


def test_day_and_time_that_are_being_typed_survive(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    open_list(page)
    day = page.get_by_label("Day")
    expect(day).to_have_attribute("type", "date")
    day.fill("2200-02-03")
    time = page.get_by_label("Time")
    time.focus()
    page.keyboard.type("08")
    shopping.add("Milk")
    expect(page.get_by_role("button", name="Mark Milk as bought")).to_be_visible()
    expect(day).to_have_value("2200-02-03")
    page.keyboard.type("30A")
    expect(time).to_have_value("08:30")


def test_day_that_is_over_is_explained_where_it_stands(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    open_list(page)
    page.get_by_label("Day").fill("2001-01-01")
    page.get_by_label("Time").fill("08:30")
    page.get_by_role("button", name="Set Reminder").click()
    expect(page.get_by_label("Day")).to_be_focused()
    expect(page.get_by_label("Day")).to_have_attribute("aria-invalid", "true")
    expect(page.locator('[data-error-for="reminder-day"]')).to_be_visible()
    # Also after the page was drawn again.
    shopping.add("Milk")
    expect(page.get_by_role("button", name="Mark Milk as bought")).to_be_visible()
    expect(page.get_by_label("Day")).to_have_attribute("aria-invalid", "true")
    expect(page.locator('[data-error-for="reminder-day"]')).to_be_visible()
    page.get_by_label("Day").fill("2999-01-01")
    expect(page.locator('[data-error-for="reminder-day"]')).to_be_hidden()


def test_time_that_is_half_typed_is_not_sent(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    open_list(page)
    page.get_by_label("Time").focus()
    page.keyboard.type("08")
    page.get_by_role("button", name="Set Reminder").click()
    expect(page.locator('[data-error-for="reminder-time"]')).to_be_visible()
    expect(page.get_by_label("Time")).to_be_focused()


def test_nothing_stays_lit_after_a_finger(shopping: Shopping, visitors) -> None:
    page = visitors(has_touch=True, is_mobile=True).sign_in(shopping.host)
    shopping.add("Milk")
    open_list(page)
    button = page.get_by_role("button", name="Set Reminder")
    before = button.evaluate("(element) => getComputedStyle(element).backgroundColor")
    button.tap()
    expect(page.locator('[data-error-for="reminder-time"]')).to_be_visible()
    page.wait_for_function("!document.getAnimations().length")
    assert button.evaluate("(element) => getComputedStyle(element).backgroundColor") == before


@matrix(1, window=["narrow", "wide"], scheme=["dark", "light"])
def test_pictures_of_the_list(shopping: Shopping, visitors, screenshots: Path, window: str, scheme: str) -> None:
    page = visitors(*WINDOWS[window], color_scheme=scheme, reduced_motion="reduce").sign_in(shopping.host)
    for title in ("Milk", "Bread", "Eggs"):
        shopping.add(title)
    open_list(page)
    page.get_by_role("button", name="Mark Milk as bought").click()
    expect(page.get_by_role("button", name="Mark Milk as still to buy")).to_be_visible()
    keep = Pictures(page, screenshots, f"{window}-{scheme}").keep
    keep("shopping")
    # The menus of two rows do not touch.
    menus = page.locator("details.ac-more > summary")
    rows = [menus.nth(index).bounding_box() for index in (0, 1)]
    assert abs(rows[0]["y"] - rows[1]["y"]) >= 44
    expect(open_menu(page, "Delete Eggs")).to_have_text("Delete")
    keep("shopping-menu")
    page.keyboard.press("Escape")
    expect(page.get_by_title("Delete Eggs")).to_be_hidden()
    open_menu(page, "Delete Bread", by_keyboard=True)
    page.keyboard.press("Enter")
    expect(page.get_by_title("Delete Bread")).to_have_count(0)


def test_every_item_of_a_long_list_can_be_reached(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    items = [{"id": f"i{index}", "title": f"Item {index}", "done": index % 5 == 0} for index in range(500)]
    shopping.add("Milk")
    shopping.file.write_text(json.dumps({"version": 1, "items": items, "changes": ["x"]}))
    open_list(page)
    found: set[str] = set()
    shown = page.get_by_role("button", name=re.compile("^Mark Item"))
    for link, count in (("Next Items", 400), ("All 100 Bought Items", 100)):
        if link.startswith("All"):
            open_list(page)
            page.get_by_role("link", name=link).click()
            expect(page.get_by_role("heading", name="Bought: 100")).to_be_visible()
        while True:
            expect(page.get_by_text(re.compile(rf"^\d+–\d+ of {count}$"))).to_be_visible()
            found |= set(re.findall(r"Item \d+", " ".join(shown.evaluate_all("(all) => all.map((one) => one.ariaLabel)"))))
            more = page.get_by_role("link", name="Next Items")
            if not more.count():
                break
            before = page.get_by_text(re.compile(rf" of {count}$")).inner_text()
            more.click()
            expect(page.get_by_text(before, exact=True)).to_have_count(0)
    assert len(found) == 500


def test_items_of_the_widget_begin_at_the_same_side(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    for title in ("Milk", "חלב", "خبز"):
        shopping.add(title)
    widget = page.locator(f'[data-widget="{Shopping.WIDGET}"]')
    expect(widget).to_contain_text("خبز")
    lefts = widget.locator(".ac-text p").evaluate_all(
        """(all) => all.filter((one) => ["Milk", "חלב", "خبز"].includes(one.textContent)).map((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return range.getBoundingClientRect().left;
        })"""
    )
    assert len(lefts) == 3 and max(lefts) - min(lefts) < 1, lefts
