"""Weather's widget in a real browser: its boxes, and what it shows at first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pictures import Pictures
from test_large_text import BROKEN
from weather import Weather

#: What the sky of the recorded hours is called, by its WMO code.
SKIES = {
    0: "Clear", 2: "Partly cloudy", 3: "Cloudy", 45: "Fog", 61: "Light rain", 63: "Rain", 71: "Light snow", 73: "Snow",
}
#: The box of the picture that shows, and whether it was loaded.
PICTURE = """(widget) => {
    const picture = [...widget.querySelectorAll(".ac-backdrop")].find((each) => each.checkVisibility());
    const { left, top, right, bottom } = picture.getBoundingClientRect();
    return { box: [left, top, right, bottom], isLoaded: picture.complete && picture.naturalWidth > 0 };
}"""


def test_the_caret_shows_what_the_original_shows(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    widget = page.locator(f'[data-widget="{shared_weather.widget}"]')
    expect(widget).to_contain_text(re.compile(r"\d°"))
    # Summary, chance of precipitation, humidity and time are behind the caret.
    details = ("Chance of precipitation", "Humidity", "Last updated")
    for part in ("Cupertino, CA", re.compile(r"^-?\d+°$")):
        expect(widget.get_by_text(part).locator("visible=true").first).to_be_visible()
    for detail in details:
        expect(widget.get_by_text(detail).locator("visible=true")).to_have_count(0)
    widget.get_by_role("button", name="Show More").click()
    for detail in details:
        expect(widget.get_by_text(detail).locator("visible=true")).to_have_count(1)
    sky = SKIES[shared_weather.provider.observation(*shared_weather.asked_places()[-1]).weather_code]
    expect(widget.locator(".full").get_by_text(sky, exact=True).locator("visible=true")).to_have_count(1)
    shown = widget.locator(".full").inner_text()
    assert re.search(r"\d+%", shown) and re.search(r"\d{1,2}:\d\d", shown)


def test_note_of_a_narrow_card_keeps_its_words_and_belongs_to_it(weather: Weather, visitors, screenshots: Path) -> None:
    weather.host.request("PUT", f"/api/widgets/{weather.widget}/size", {"size": "small"})
    page = visitors(1280, 900, locale="de-DE", reduced_motion="reduce").sign_in(weather.host)
    card = page.locator(f'[data-widget="{weather.widget}"]')
    expect(card).to_contain_text("°")
    weather.provider.rule("status", status=503)
    weather.host.today("reload", weather.widget, status=1)
    text, button = card.locator(".note span"), card.get_by_role("button", name="Erneut versuchen")
    expect(text).to_contain_text("Zuletzt aktualisiert")
    assert page.evaluate(BROKEN) == []
    assert button.bounding_box()["y"] >= text.bounding_box()["y"] + text.bounding_box()["height"] - 1
    assert card.bounding_box()["height"] < 400
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_picture_fills(card)
        Pictures(page, screenshots, f"1280-{scheme}-de").keep("weather-stale")


def test_wide_widget_has_all_columns_and_more_hours(weather: Weather, visitors, screenshots: Path) -> None:
    weather.host.request("PUT", f"/api/widgets/{weather.widget}/size", {"size": "wide"})
    page = visitors(1920, 1080, reduced_motion="reduce").sign_in(weather.host)
    card = page.locator(f'[data-widget="{weather.widget}"]')
    expect(card.locator(".brief").get_by_text(re.compile("^[0-9]+ [AP]M$"))).to_have_count(12)
    grid = page.locator("#widgets")
    assert card.bounding_box()["width"] == pytest.approx(grid.bounding_box()["width"], abs=1)
    assert_picture_fills(card)
    Pictures(page, screenshots, "1920-dark").keep("weather-wide")


def assert_picture_fills(widget) -> None:
    """One picture reaches from the head to below the note, and what is over it has the theme for it."""
    expect(widget).to_have_class(re.compile(r"\bpictured dark\b"))
    box = widget.bounding_box()
    shown = widget.evaluate(PICTURE)
    edges = [box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]]
    assert shown["box"] == pytest.approx(edges, abs=1) and shown["isLoaded"]
    assert widget.locator(".name").evaluate("(element) => getComputedStyle(element).color").startswith("rgba(255, 255, 255")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sky_fills_the_widget(shared_weather: Weather, visitors, width: int, scheme: str) -> None:
    page = visitors(width, 900, color_scheme=scheme).sign_in(shared_weather.host)
    widget = page.locator(f'[data-widget="{shared_weather.widget}"]')
    expect(widget).to_contain_text("°")
    page.wait_for_function("[...document.images].every((image) => image.complete || image.loading === 'lazy')")
    assert_picture_fills(widget)
    # The header names the place; screen readers also hear the name of the widget.
    expect(widget.get_by_role("heading", name="Weather Cupertino, CA", exact=True)).to_be_visible()
    # The medium size is the first, which has room for the next hours.
    expect(widget).to_have_class(re.compile(r"\bmedium\b"))
    expect(widget.locator(".brief")).to_contain_text(re.compile("[0-9] [AP]M"))
