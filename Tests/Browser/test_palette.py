"""Search, the command palette, and the sheet of shortcuts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from counter import Counter
from messages import Messages
from notifier import Notifier
from test_screen import wait_for_weather
from today_host import TodayHost
from waiting import eventually
from weather import Weather

#: Every shortcut, in the order of the sheet and with its keys.
SHORTCUTS = [
    ("/", "Search"), ("Ctrl K", "Search and commands, also in a text field"), ("?", "Show these shortcuts"),
    ("F8", "Go to the newest notification"), ("F9", "Show how old the widgets are"),
    ("Delete", "Dismiss the selected notification"), ("↑ ↓", "Move through the list beside a message"),
    ("Alt Enter", "Choose what an app does with the text of a field"), ("Ctrl Z", "Undo, while that is offered"),
    ("Esc", "Close what is open"),
]


def palette(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Search and Commands")


def options(page: Page) -> Locator:
    return palette(page).get_by_role("option")


@pytest.mark.parametrize("keys", ["/", "Control+k"])
def test_apps_are_found_and_opened_with_the_keyboard(shared_weather: Weather, visitor, keys: str) -> None:
    page = visitor.sign_in(shared_weather.host)
    wait_for_weather(page, shared_weather)
    page.keyboard.press(keys)
    field = palette(page).get_by_role("combobox")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.keyboard.type("weath")
    expect(options(page)).to_have_count(1)
    expect(options(page).first).to_contain_text("Weather")
    chosen = options(page).first.get_attribute("id")
    expect(field).to_have_attribute("aria-activedescendant", chosen)
    page.keyboard.press("Enter")
    page.wait_for_url("**/app?url=*")
    expect(page.get_by_text("Visibility")).to_be_visible()


def test_notifications_are_found(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    notifier.add("Backup finished", body="2,311 files, nothing left out.")
    notifier.add("Rain in 20 minutes")
    page.keyboard.press("/")
    page.keyboard.type("LEFT out")
    expect(options(page)).to_have_count(1)
    expect(options(page).first).to_contain_text("Backup finished")
    expect(options(page).first).to_contain_text("Notification")
    options(page).first.click()
    page.wait_for_url("**/notifications?answer=*")
    expect(page.locator(".item details[open]")).to_contain_text("Backup finished")


def test_message_is_found_and_opened_with_the_keyboard(host: TodayHost, visitor) -> None:
    messages = Messages(host)
    messages.install()
    messages.send("Minutes of the meeting", "<p>The hall is free on Thursdays.</p>")
    messages.send("Invoice", "<p>The new chain is on.</p>")
    messages.wait_for("Minutes of the meeting", "Invoice")
    page = visitor.sign_in(host)
    page.keyboard.press("/")
    page.keyboard.type("the MEET")
    expect(options(page)).to_have_count(1)
    expect(options(page).first).to_contain_text("Minutes of the meeting")
    expect(options(page).first).to_contain_text("Message")
    page.keyboard.press("Enter")
    page.wait_for_url("**/app?url=*")
    expect(page.locator("#title")).to_have_text("Minutes of the meeting")
    expect(page.frame_locator("#body").get_by_text("The hall is free")).to_be_visible()


def test_entries_of_apps_are_found_and_opened(host: TodayHost, fixture_app: Callable[..., Path], visitor) -> None:
    host.install(fixture_app("search", app="search_app", search=True))
    # This one would answer, too, but its bundle does not say so.
    host.install(fixture_app("other", app="search_app"))
    page = visitor.sign_in(host)
    page.keyboard.press("/")
    # Until the app has been started, it may have no results.
    eventually(lambda: page.evaluate("fetch('/search?q=bread').then((answer) => answer.json())"), "the entry", interval=0.2)
    page.keyboard.type("bread")
    expect(options(page)).to_have_count(1)
    expect(options(page).first).to_have_text(re.compile("Found bread.*<b>here</b>.*Search"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/app?url=*")
    expect(page.get_by_text("search://found")).to_be_visible()


def test_text_on_the_screen_is_found_and_shown(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    page.set_viewport_size({"width": 390, "height": 300})
    widget = page.locator(f'[data-widget="{shared_weather.widget}"]')
    expect(widget).to_contain_text("°")
    page.evaluate("window.isTheSamePage = true")
    page.keyboard.press("/")
    page.keyboard.type("humidity")
    expect(options(page).first).to_contain_text("Humidity")
    page.keyboard.press("Enter")
    expect(palette(page)).to_be_hidden()
    page.wait_for_function("scrollY > 0")
    assert page.evaluate("window.isTheSamePage")


def test_app_that_answers_a_search_badly_spoils_nothing(
    host: TodayHost, fixture_app: Callable[..., Path], visitor
) -> None:
    host.install(fixture_app("search", app="search_app", search=True))
    page = visitor.sign_in(host)

    def found(text: str) -> list[str]:
        results = page.evaluate(f"fetch('/search?q={text}').then((answer) => answer.json())")
        return [each["title"] for each in results if each["kind"] == "entry"]

    # The first search starts the app, which may take longer than it may.
    eventually(lambda: found("many") == [f"Entry {number}" for number in range(8)], "the first entries", interval=0.2)
    eventually(lambda: found("long") == ["Short"], "the short entry", interval=0.2)
    eventually(lambda: found("elsewhere") == ["To search://own"], "its own entry", interval=0.2)
    assert found("broken") == []
    # What has no answer within a second has no results; the others have theirs.
    assert found("silent") == []
    assert page.evaluate("fetch('/search?q=sea').then((answer) => answer.status)") == 200


def test_sections_of_settings_are_found(shared_counter: Counter, visitor) -> None:
    page = visitor.sign_in(shared_counter.host)
    page.keyboard.press("/")
    page.keyboard.type("quiet hours")
    expect(options(page).locator("b")).to_have_text(["Quiet Hours"])
    page.keyboard.press("Enter")
    page.wait_for_url("**/settings#quiet-title")
    page.keyboard.press("/")
    page.keyboard.type("accent")
    expect(options(page).locator("b")).to_have_text(["Accent Color"])


def test_best_match_comes_first(notifier: Notifier, visitor) -> None:
    page = visitor.sign_in(notifier.host)
    for title in ("Resettings", "New settings", "Settings changed", "settings"):
        notifier.add(title)
        expect(page.locator("#banners > li", has_text=title).first).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("settings")
    # What is called so, what begins so, what has a word that begins so, and the rest.
    expect(options(page).locator("b")).to_have_text(
        ["Settings", "settings", "Settings changed", "New settings", "Resettings"]
    )
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()


def test_nothing_shines_through_the_palette(shared_weather: Weather, visitors) -> None:
    for scheme in ("dark", "light"):
        page = visitors(color_scheme=scheme).sign_in(shared_weather.host)
        page.keyboard.press("/")
        expect(palette(page)).to_be_visible()
        color = palette(page).evaluate("(dialog) => getComputedStyle(dialog).backgroundColor")
        assert color.startswith("rgb("), color


def test_commands_act_and_the_arrows_choose(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    page.keyboard.press("Control+k")
    page.keyboard.type("appearance")
    # The section of Settings, and the three commands.
    expect(options(page)).to_have_count(4)
    expect(options(page).nth(0)).to_have_attribute("aria-selected", "true")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(options(page).nth(3)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(options(page).nth(0)).to_have_attribute("aria-selected", "true")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(palette(page)).to_be_hidden()
    expect(page.locator("html")).to_have_class(re.compile(r"\blight\b"))
    page.keyboard.press("Control+k")
    expect(palette(page).get_by_role("combobox")).to_have_value("")
    page.keyboard.type("edit widg")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Done")).to_be_focused()


def test_nothing_found_is_said_and_escape_gives_the_focus_back(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    button = page.get_by_role("button", name="Search")
    button.focus()
    page.keyboard.press("Enter")
    page.keyboard.type("zzzz")
    expect(palette(page).get_by_text("Nothing was found.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(palette(page)).to_be_hidden()
    expect(button).to_be_focused()


def test_keys_in_a_text_are_text(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    page.keyboard.press("/")
    field = palette(page).get_by_role("combobox")
    page.keyboard.type("a/b?c")
    expect(field).to_have_value("a/b?c")
    expect(page.get_by_role("dialog")).to_have_count(1)


def test_shortcuts_are_listed(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard Shortcuts")
    expect(sheet).to_be_visible()
    assert sheet.locator("dl").evaluate(
        """(list) => [...list.querySelectorAll("dt")].map((term) =>
            [[...term.children].map((key) => key.textContent).join(" "), term.nextElementSibling.textContent])"""
    ) == [list(each) for each in SHORTCUTS]
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
