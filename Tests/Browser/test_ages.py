"""How old a widget is and when it is updated next, on demand, in a real browser."""

from __future__ import annotations

import re
from typing import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from counter import Counter
from test_first_start import install_offline
from test_screen import Pointer
from today_host import TodayHost
from weather import Weather
from weather_server import WeatherServer

AGE = re.compile(r"^Updated (just now|\d+ min ago) · next update about .*\d")


def widget(page: Page, identifier: str):
    return page.locator(f'[data-widget="{identifier}"]')


def press(page: Page, locator, age, kind: str = "mouse") -> None:
    """Presses a pointer on an element until the age shows; the browser opens no menu meanwhile."""
    box = locator.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # What a phone's browser asks before it opens its menu; this browser does not, since a test has no finger.
    asks = "(element) => element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))"
    assert locator.evaluate(asks), "a menu that no long press asks for opens"
    pointer = Pointer(page, kind)
    pointer.press(x, y)
    expect(age).to_be_visible()
    assert not locator.evaluate(asks)
    pointer.release(x, y)


@pytest.mark.parametrize("kind", ["mouse", "touch"])
def test_long_press_shows_the_age_and_opens_nothing(weather: Weather, visitors, screenshots, kind: str) -> None:
    page = visitors(has_touch=kind == "touch").sign_in(weather.host)
    with weather.host.watch() as watch:
        weather.wait_until_fresh(watch)
    age = widget(page, weather.widget).locator(".age")
    expect(age).to_have_text(AGE)
    expect(age).to_be_hidden()
    # The whole card opens the app, but not at the end of a long press.
    press(page, widget(page, weather.widget).locator(".place:visible"), age, kind)
    expect(age).to_be_visible()
    expect(page.locator("#announcer")).to_contain_text("Weather Cupertino, CA: Updated")
    assert "/app" not in page.url
    page.screenshot(path=screenshots / f"age-{kind}.png")
    # It stays when the widget is drawn again, and Escape hides it.
    weather.choose("Tokyo")
    expect(widget(page, weather.widget)).to_contain_text("Tokyo")
    expect(age).to_be_visible()
    page.keyboard.press("Escape")
    expect(age).to_be_hidden()
    # A short press is a click as before.
    widget(page, weather.widget).locator(".place:visible").click()
    page.wait_for_url("**/app?url=*")


@pytest.mark.parametrize("kind", ["mouse", "touch"])
def test_long_press_on_a_button_performs_nothing(counter: Counter, visitors, kind: str) -> None:
    page = visitors(has_touch=kind == "touch").sign_in(counter.host)
    expect(widget(page, counter.WIDGET)).to_contain_text("count 0")
    press(page, page.get_by_role("button", name="Add"), widget(page, counter.WIDGET).locator(".age"), kind)
    page.get_by_role("button", name="Add").click()
    expect(widget(page, counter.WIDGET)).to_contain_text("count 1")
    assert counter.count == 1


def test_a_press_that_moves_is_no_long_press(shared_counter: Counter, visitor) -> None:
    page = visitor.sign_in(shared_counter.host)
    box = widget(page, shared_counter.WIDGET).locator(".widget-head").bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 240, box["y"] + 20)
    # A fence: a timer that ends after that of a long press would have.
    page.evaluate("new Promise((done) => setTimeout(done, 600))")
    page.mouse.up()
    expect(widget(page, shared_counter.WIDGET).locator(".age")).to_be_hidden()


def test_a_key_shows_the_age_and_has_it_read_aloud(shared_counter: Counter, visitor) -> None:
    page = visitor.sign_in(shared_counter.host)
    expect(widget(page, shared_counter.WIDGET)).to_contain_text("count 0")
    age = widget(page, shared_counter.WIDGET).locator(".age")
    expect(age).to_be_hidden()
    page.get_by_role("button", name="Add").focus()
    page.keyboard.press("F9")
    expect(age).to_be_visible()
    expect(age).to_have_text(AGE)
    expect(page.locator("#announcer")).to_have_text(re.compile("^Counter: Updated .* · next update about "))
    page.keyboard.press("F9")
    expect(age).to_be_hidden()


def test_without_focus_the_key_shows_every_age(counter: Counter, weather: Weather, visitor) -> None:
    page = visitor.sign_in(counter.host)
    with weather.host.watch() as watch:
        weather.wait_until_fresh(watch)
    expect(widget(page, counter.WIDGET)).to_contain_text("count 0")
    page.keyboard.press("F9")
    for name in (counter.WIDGET, weather.widget):
        expect(widget(page, name).locator(".age")).to_be_visible()
    page.keyboard.press("Escape")
    for name in (counter.WIDGET, weather.widget):
        expect(widget(page, name).locator(".age")).to_be_hidden()


@pytest.fixture(scope="module")
def shared_offline(start_shared: Callable[[], TodayHost]) -> Iterator[Weather]:
    """A host that tests share, with Weather, which has never reached its provider."""
    with WeatherServer() as provider:
        yield install_offline(start_shared(), provider)


@pytest.mark.parametrize(
    ("locale", "again", "said"),
    [
        ("en-US", "Today tries again automatically.", "Not updated yet · next attempt about "),
        ("de-DE", "Today versucht es von selbst wieder.", "Noch nicht aktualisiert · nächster Versuch etwa "),
        ("ja-JP", "Todayが自動的に再試行します。", "未アップデート · 次回の試行："),
    ],
)
def test_a_widget_that_was_never_updated_says_so_and_when_it_is_tried_again(
    shared_offline: Weather, visitors, locale: str, again: str, said: str
) -> None:
    page = visitors(locale=locale).sign_in(shared_offline.host)
    expect(widget(page, shared_offline.widget)).to_contain_text(again)
    page.keyboard.press("F9")
    age = widget(page, shared_offline.widget).locator(".age")
    # Another attempt is no promise that it brings anything.
    expect(age).to_have_text(re.compile(f"^{said}.*[0-9]"))
