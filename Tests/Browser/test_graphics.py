"""Charts, tables and symbols in a real browser: what is drawn where, and what a screen reader finds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pictures import Pictures
from test_screen import wait_for_weather
from weather import Weather


def open_weather(page: Page) -> None:
    page.get_by_role("navigation").get_by_role("link", name="Weather").click()
    expect(page.get_by_text("Sunrise")).to_be_visible()


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize(("name", "width"), [("narrow", 390), ("wide", 1280)])
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_weather_is_drawn(
    weather: Weather, visitors, screenshots: Path, scheme: str, name: str, width: int, direction: str
) -> None:
    visitor = visitors(width, 900, color_scheme=scheme, device_scale_factor=2, reduced_motion="reduce")
    page = visitor.sign_in(weather.host)
    wait_for_weather(page, weather)
    keep = Pictures(page, screenshots, f"{name}-{scheme}-{direction}").keep
    page.evaluate("direction => { document.documentElement.dir = direction }", direction)
    keep("weather-widget")
    open_weather(page)
    page.evaluate("direction => { document.documentElement.dir = direction }", direction)

    chart = page.get_by_role("img", name="Temperature, Next 24 hours")
    drawn = box(chart)
    assert drawn["width"] > 200 and drawn["height"] > 80
    line = box(page.locator(".ac-plot .ac-line").first)
    assert drawn["x"] - 2 <= line["x"] and line["x"] + line["width"] <= drawn["x"] + drawn["width"] + 2
    assert line["width"] > 0.9 * drawn["width"] and line["height"] > 10
    # The first hour stands where the line of writing begins.
    hours = page.locator(".ac-axis").first.locator("span")
    first, last = box(hours.first), box(hours.last)
    assert (first["x"] < last["x"]) == (direction == "ltr")
    page.evaluate("scrollTo(0, 300)")
    keep("weather-page")


def test_a_screen_reader_reads_the_data(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    wait_for_weather(page, weather)
    open_weather(page)

    chart = page.get_by_role("img", name="Temperature, Next 24 hours")
    described = chart.evaluate("e => document.getElementById(e.getAttribute('aria-describedby')).textContent")
    assert re.fullmatch(r"lowest -?[\d.]+ \(\d+ [AP]M\), highest -?[\d.]+ \(\d+ [AP]M\)", described)
    table = page.get_by_role("table", name="Temperature, Next 24 hours, Line chart")
    expect(table.get_by_role("row")).to_have_count(25)
    # It takes no room and cannot be seen.
    hidden = box(page.locator(".ac-data").first)
    assert hidden["width"] <= 1 and hidden["height"] <= 1
    days = page.get_by_role("table").filter(has=page.get_by_role("columnheader", name="Day"))
    expect(days.get_by_role("row")).to_have_count(8)
    # An icon is decoration: words say how the sky is.
    for row in days.get_by_role("row").all()[1:]:
        expect(row.get_by_role("cell").nth(1)).to_have_text(re.compile(r"[A-Z][a-z]+"))


def test_a_place_is_found_and_added(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    wait_for_weather(page, weather)
    open_weather(page)
    page.get_by_role("link", name="Places").click()
    page.get_by_label("Find a place").fill("reyk")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Add Reykjavík").click()
    expect(page.get_by_role("heading", name="Reykjavík")).to_be_visible()


def test_nothing_is_styled_in_attributes(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    wait_for_weather(page, weather)
    open_weather(page)
    assert page.locator("#card [style]").count() == 0
    color = page.locator(".ac-plot .ac-line").first.evaluate("e => getComputedStyle(e).stroke")
    assert color not in ("none", "rgb(0, 0, 0)")


def test_the_first_page_stays_small(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    wait_for_weather(page, weather)
    first = page.goto(page.url)
    assert first is not None
    assert "ac-plot" in first.text(), "the widget has no chart"
    assert len(first.body()) < 50_000
