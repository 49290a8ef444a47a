"""Text fields of pages offer the Action extensions of apps, whose result takes the place of the text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from accessibility import violations
from counter import Counter
from taker import Taker
from today_host import Refused, TodayHost
from waiting import eventually

APP = "test.user"


@pytest.fixture
def actions(counter: Counter, fixture_app: Callable[..., Path]) -> Counter:
    """A host with an app whose page has a text field, and another with an Action extension."""
    rule = {"Text": True}
    counter.host.install(fixture_app("user", groups=["group.test.user"], extensions={"ui": rule}))
    return counter


def open_field(page: Page) -> Locator:
    page.get_by_role("navigation").get_by_role("link", name="Counter").click()
    return page.get_by_label("Word")


def choose(field: Locator) -> None:
    """Chooses the app for the text of a field, with the keyboard alone."""
    field.press("Alt+Enter")
    expect(field.page.get_by_role("option", name="User")).to_be_visible()
    field.page.keyboard.press("Enter")


def use(page: Page) -> Locator:
    return page.get_by_role("dialog", name="User")


def wait_for_processes(host: TodayHost, count: int) -> None:
    found = lambda: {each.pid for each in host.programs("extension_app")}
    eventually(lambda: len(found()) == count, f"{count} processes of extensions")


def test_action_replaces_what_is_selected_with_the_keyboard_alone(actions: Counter, visitor) -> None:
    page = visitor.sign_in(actions.host)
    word = open_field(page)
    word.fill("buy milk now")
    word.evaluate("(field) => field.setSelectionRange(4, 8)")
    choose(word)
    expect(word).to_have_value("buy MILK now")
    expect(word).to_be_focused()
    expect(use(page)).to_be_hidden()
    wait_for_processes(actions.host, 0)
    # The browser can undo it, and the app gets what is in the field.
    word.evaluate("() => document.execCommand('undo')")
    expect(word).to_have_value("buy milk now")
    word.evaluate("(field) => field.setSelectionRange(0, 0)")
    choose(word)
    expect(word).to_have_value("BUY MILK NOW")
    page.get_by_role("button", name="Set").click()
    expect(page.get_by_text("word BUY MILK NOW")).to_be_visible()


def test_button_below_the_field_offers_the_same(actions: Counter, visitor) -> None:
    page = visitor.sign_in(actions.host)
    word = open_field(page)
    button = page.get_by_role("button", name="Actions…")
    expect(button).to_be_hidden()
    word.fill("milk")
    expect(button).to_be_visible()
    assert violations(page) == []
    button.click()
    page.get_by_role("option", name="User").click()
    expect(word).to_have_value("MILK")
    page.get_by_label("Loud").focus()
    expect(button).to_be_hidden()


def test_use_asks_over_the_page_before_its_result_is_the_text(actions: Counter, visitor) -> None:
    page = visitor.sign_in(actions.host)
    word = open_field(page)
    word.fill("ask me")
    choose(word)
    suffix = use(page).get_by_role("textbox")
    expect(suffix).to_be_focused()
    suffix.press("Tab")
    page.keyboard.press("Enter")
    expect(use(page).get_by_text("What for?")).to_be_visible()
    suffix.fill("!")
    use(page).get_by_role("button", name="Wait").click()
    expect(use(page)).to_be_visible()
    suffix.fill("1")
    use(page).get_by_role("button", name="Do", exact=True).click()
    expect(word).to_have_value("ask me1")
    expect(use(page)).to_be_hidden()
    wait_for_processes(actions.host, 0)


@pytest.mark.parametrize("leave", ["button", "escape", "back"])
def test_leaving_a_use_ends_it_and_keeps_the_text(actions: Counter, visitor, leave: str) -> None:
    page = visitor.sign_in(actions.host)
    word = open_field(page)
    word.fill("ask me")
    choose(word)
    expect(use(page).get_by_role("textbox")).to_be_focused()
    wait_for_processes(actions.host, 1)
    if leave == "button":
        use(page).get_by_role("button", name="Cancel").click()
    elif leave == "escape":
        page.keyboard.press("Escape")
    else:
        page.evaluate("() => history.back()")
    expect(use(page)).to_be_hidden()
    expect(word).to_have_value("ask me")
    expect(word).to_be_focused()
    wait_for_processes(actions.host, 0)


def test_use_that_fails_keeps_the_text(actions: Counter, visitor) -> None:
    page = visitor.sign_in(actions.host)
    word = open_field(page)
    for text in "die", "":
        word.fill(text)
        choose(word)
        expect(use(page).get_by_role("alert")).to_be_visible()
        use(page).get_by_role("button", name="Cancel").click()
        expect(word).to_have_value(text)


def test_result_is_shown_if_the_text_has_changed_meanwhile(actions: Counter, visitor) -> None:
    page = visitor.sign_in(actions.host)
    word = open_field(page)
    word.fill("ask me")
    choose(word)
    use(page).get_by_role("textbox").fill("1")
    word.evaluate("(field) => { field.value = 'other'; }")
    use(page).get_by_role("button", name="Do", exact=True).click()
    result = page.get_by_role("dialog", name="The text has changed meanwhile. This is the result:")
    expect(result.get_by_role("textbox")).to_have_value("ask me1")
    expect(word).to_have_value("other")
    result.get_by_role("button", name="Done").click()
    expect(result).to_be_hidden()


def test_without_such_an_app_no_field_offers_it(counter: Counter, visitor) -> None:
    page = visitor.sign_in(counter.host)
    word = open_field(page)
    word.fill("milk")
    word.press("Alt+Enter")
    expect(page.get_by_text("No installed app does something with text.")).to_be_visible()
    expect(page.get_by_role("button", name="Actions…")).to_be_hidden()
    expect(page.get_by_text("word none")).to_be_visible()


def test_page_of_a_use_has_a_button_that_ends_it_without_the_script(actions: Counter, visitors: Callable) -> None:
    host = actions.host
    page = visitors(java_script_enabled=False).sign_in(host)

    def begin() -> str:
        body = Taker.body({"text": "ask me"}, app=APP) | {"point": "action"}
        return host.request("POST", "/api/shares", body)["done"]["open"]

    def show(url: str) -> None:
        page.goto(f"{host.ready['url']}/app?url={quote(url, safe='')}")

    first, second = begin(), begin()
    show(first)
    expect(page.get_by_text("Shall I?")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("h1.date")).to_be_visible()
    with pytest.raises(Refused):
        host.request("GET", f"/api/shares?url={first}")
    wait_for_processes(host, 1)

    host.tap_scene(second, "Do", {}, inputs={"suffix": "1"})
    show(second)
    expect(page.get_by_text("ask me1", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    page.get_by_role("link", name="Done").click()
    expect(page.locator("h1.date")).to_be_visible()
