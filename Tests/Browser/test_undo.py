"""What destroys can be undone: the offer on the page, by mouse and by keyboard, on the next page too, and exactly once."""

from __future__ import annotations

from datetime import date, timedelta
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

import cards
from habits import Habits
from menus import open_menu
from messages import Messages
from shopping import Shopping
from today_host import TodayHost
from weather import Weather


@pytest.fixture
def shopping(host: TodayHost) -> Shopping:
    shopping = Shopping(host)
    shopping.install()
    return shopping


@pytest.fixture
def messages(host: TodayHost) -> Messages:
    messages = Messages(host)
    messages.install()
    return messages


def go(page: Page, url: str) -> None:
    page.goto(f"{page.evaluate('location.origin')}/open?url={quote(url, safe='')}")


def offer(page: Page):
    return page.get_by_role("group", name="Undo")


def test_cleared_list_comes_back_as_it_was(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    for title in ("Milk", "Bread", "Eggs"):
        shopping.add(title)
    shopping.tap("Mark Bread as bought")
    before = shopping.items()
    go(page, Shopping.URL)
    page.get_by_role("button", name="Clear List").click()
    expect(offer(page)).to_contain_text("The list was cleared.")
    # It is said to those who do not see it, and nothing hides it.
    expect(page.locator("#announcer")).to_contain_text("The list was cleared.")
    box = offer(page).bounding_box()
    assert box and box["y"] + box["height"] <= page.viewport_size["height"]
    assert shopping.items() == []
    offer(page).get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Mark Milk as bought")).to_be_visible()
    expect(offer(page)).to_have_count(0)
    assert shopping.items() == before


def test_deleted_item_comes_back_to_its_place_by_keyboard(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    for title in ("Milk", "Bread", "Eggs"):
        shopping.add(title)
    go(page, Shopping.URL)
    open_menu(page, "Delete Bread", by_keyboard=True)
    page.keyboard.press("Enter")
    expect(offer(page)).to_contain_text("“Bread” was deleted.")
    bread = page.get_by_role("button", name="Mark Bread as bought")
    expect(bread).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(bread).to_be_visible()
    assert [title for title, _ in shopping.items()] == ["Milk", "Bread", "Eggs"]


def test_bought_items_come_back_to_their_places(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    for title in ("Milk", "Bread", "Eggs"):
        shopping.add(title)
    shopping.tap("Mark Bread as bought")
    shopping.tap("Mark Eggs as bought")
    before = shopping.items()
    go(page, Shopping.URL)
    page.get_by_role("button", name="Delete Bought Items").click()
    expect(offer(page)).to_contain_text("The bought items were deleted.")
    expect(page.get_by_role("button", name="Delete Bought Items")).to_have_count(0)
    assert shopping.items() == [("Milk", False)]
    offer(page).get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Delete Bought Items")).to_be_visible()
    expect(offer(page)).to_have_count(0)
    assert shopping.items() == before


def test_removed_reminder_is_set_again(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    host = shopping.host
    host.today("settings", Shopping.APP, "--allow")
    assert "done" in shopping.remind(str(date.today() + timedelta(days=3)), "08:30", "weekly")
    before = host.today_json("notifications", "pending")
    assert len(before) == 1
    go(page, Shopping.URL)
    page.get_by_role("button", name="Remove Reminder").click()
    expect(offer(page)).to_contain_text("The reminder was removed.")
    assert host.today_json("notifications", "pending") == []
    offer(page).get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Remove Reminder")).to_be_visible()
    assert host.today_json("notifications", "pending") == before


def test_deleted_habit_comes_back_with_what_was_done(host: TodayHost, visitor) -> None:
    habits = Habits(host).install()
    for name in ("Read", "Swim", "Walk"):
        habits.add(name)
    day = str(date.today() - timedelta(days=1))
    mark = {"action": {"set": {"habit": habits.id("Swim"), "day": day, "mark": "done"}}}
    assert "done" in host.tap_scene(habits.URL, None, mark)
    before = habits.names

    def order() -> list[str]:
        """The names of the habits in the list in which they are ordered."""
        return [text for text in cards.texts(host.scene(f"{habits.URL}edit")["card"]) if text in before]

    assert order() == ["Read", "Swim", "Walk"]
    page = visitor.sign_in(host)
    go(page, f"{habits.URL}edit/{habits.id('Swim')}")
    page.get_by_title("Delete Swim").click()
    expect(offer(page)).to_contain_text("“Swim” was deleted.")
    assert habits.names.keys() == {"Read", "Walk"}
    offer(page).get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Edit Swim")).to_be_visible()
    assert habits.names == before and order() == ["Read", "Swim", "Walk"]
    assert habits.mark("Swim", day) == "done"


def test_empty_list_says_what_was_on_it(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    go(page, Shopping.URL)
    expect(page.get_by_text("Nothing is on the list yet.")).to_be_visible()
    for title in ("Milk", "Bread"):
        shopping.add(title)
    shopping.tap("Clear List")
    expect(page.get_by_text("Nothing is on the list.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Put Back 2 Items").click()
    expect(page.get_by_role("button", name="Mark Bread as bought")).to_be_visible()


def test_offer_goes_away_but_not_from_under_the_person(shopping: Shopping, visitor) -> None:
    page = visitor.sign_in(shopping.host)
    page.clock.install()
    shopping.add("Milk")
    go(page, Shopping.URL)
    page.get_by_role("button", name="Clear List").click()
    expect(offer(page)).to_be_visible()
    page.clock.run_for(7900)
    expect(offer(page)).to_be_visible()
    offer(page).get_by_role("button").focus()
    page.clock.run_for(20_000)
    expect(offer(page)).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    page.mouse.move(5, 5)
    page.clock.run_for(2_000)
    expect(offer(page)).to_have_count(0)


def test_deleted_message_comes_back_from_the_page_after_it(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    for title in ("Dinner", "Lunch"):
        messages.send(title, "<p>Soup</p>")
    messages.wait_for("Dinner", "Lunch")
    go(page, messages.url("Dinner"))
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name="Open Lunch, unread")).to_be_visible()
    expect(page.get_by_role("link", name="Open Dinner")).to_have_count(0)
    expect(offer(page)).to_contain_text("The message was deleted.")
    assert [each["title"] for each in messages.inbox()] == ["Lunch"]
    offer(page).get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Open Dinner")).to_be_visible()
    messages.wait_for("Dinner", "Lunch")
    page.get_by_role("link", name="Open Dinner").click()
    expect(page.frame_locator("#body").get_by_text("Soup")).to_be_visible()


def test_deleted_selection_comes_back(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    for title in ("Dinner", "Lunch", "Tea"):
        messages.send(title, "<p>Soup</p>")
    messages.wait_for("Dinner", "Lunch", "Tea")
    go(page, f"{Messages.URL}?select=all")
    page.get_by_role("checkbox", name="Tea").uncheck()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("checkbox")).to_have_count(1)
    expect(offer(page)).to_contain_text("2 messages were deleted.")
    offer(page).get_by_role("button").click()
    expect(page.get_by_role("checkbox")).to_have_count(3)


def test_marks_of_all_messages_come_back(messages: Messages, visitor) -> None:
    page = visitor.sign_in(messages.host)
    for title in ("Dinner", "Lunch", "Tea"):
        messages.send(title, "<p>Soup</p>")
    messages.wait_for("Dinner", "Lunch", "Tea")
    [tea] = [each for each in messages.inbox() if each["title"] == "Tea"]
    messages.host.today("inbox", "read", tea["id"])
    go(page, Messages.URL)
    page.get_by_role("button", name="Mark All as Read").click()
    expect(page.get_by_role("button", name="Mark All as Read")).to_have_count(0)
    assert messages.host.today_json("inbox")["unread"] == 0
    offer(page).get_by_role("button").click()
    expect(page.get_by_text("2 unread")).to_be_visible()


def test_removed_place_comes_back_chosen(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    go(page, "today-weather://places")
    page.get_by_label("Name").fill("Oslo")
    page.get_by_label("Latitude").first.fill("59.9")
    page.get_by_label("Longitude").first.fill("10.7")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Oslo", exact=False).first.click()
    open_menu(page, "Remove Oslo").click()
    expect(offer(page)).to_contain_text("“Oslo” was removed.")
    expect(page.get_by_title("Remove Oslo")).to_have_count(0)
    offer(page).get_by_role("button").click()
    expect(page.get_by_title("Remove Oslo")).to_have_count(1)
    # A built-in place is removed and comes back in the same way.
    open_menu(page, "Remove Redmond").click()
    expect(page.get_by_title("Remove Redmond")).to_have_count(0)
    offer(page).get_by_role("button").click()
    expect(page.get_by_title("Remove Redmond")).to_have_count(1)


def test_offer_is_in_the_language_of_the_page(shopping: Shopping, visitors) -> None:
    for locale, message, undo in (
        ("de-DE", "Die Liste wurde geleert.", "Rückgängig"),
        ("ja-JP", "リストを空にしました。", "取り消す"),
    ):
        page = visitors(locale=locale).sign_in(shopping.host)
        shopping.add("Milk")
        go(page, Shopping.URL)
        page.locator("button.ac-destructive").last.click()
        line = page.get_by_role("group", name=undo)
        expect(line).to_contain_text(message)
        line.get_by_role("button", name=undo).click()
        expect(page.get_by_text("Milk")).to_be_visible()
        shopping.delete("Milk")
