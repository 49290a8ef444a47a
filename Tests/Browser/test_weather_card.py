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
BOXES = """(widget) => [".place", ".frame", ".frame .ac-card"].map((name) => {
    const { left, top, right, bottom } = [...widget.querySelectorAll(name)]
        .find((each) => each.checkVisibility()).getBoundingClientRect();
    return [left, top, right, bottom];
})"""


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
        # One background reaches from the head to below the note.
        assert "linear-gradient" in card.evaluate("(element) => getComputedStyle(element).backgroundImage")
        Pictures(page, screenshots, f"1280-{scheme}-de").keep("weather-stale")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_card_reaches_the_edges_of_the_widget(shared_weather: Weather, visitors, width: int) -> None:
    page = visitors(width, 900).sign_in(shared_weather.host)
    widget = page.locator(f'[data-widget="{shared_weather.widget}"]')
    expect(widget).to_contain_text("°")
    place, frame, card = widget.evaluate(BOXES)
    # Where the cell of the grid is higher than the card, its background goes on to the end.
    assert place[:3] == pytest.approx(frame[:3], abs=0.01) and place[3] >= frame[3] - 0.01
    assert card == pytest.approx(frame, abs=0.01)
    section = widget.bounding_box()
    assert frame[2] - frame[0] == pytest.approx(section["width"], abs=2)
    # The small size is the first: the next hours are behind Show More.
    expect(widget).to_have_class(re.compile(r"\bsmall\b"))
    expect(widget.locator(".brief")).not_to_contain_text(re.compile("[0-9] [AP]M"))
