"""Charts, tables and symbols in a real browser: what is drawn where, and what a screen reader finds."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from matrix import matrix
from pictures import WINDOWS, Pictures
from test_screen import wait_for_weather
from weather import Weather


def open_weather(page: Page) -> None:
    page.get_by_role("navigation").get_by_role("link", name="Weather").click()
    expect(page.get_by_text("Sunrise")).to_be_visible()


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    return found


@matrix(window=["narrow", "wide"], scheme=["dark", "light"], direction=["ltr", "rtl"])
def test_weather_is_drawn(
    shared_weather: Weather, visitors, screenshots: Path, window: str, scheme: str, direction: str
) -> None:
    page = visitors(*WINDOWS[window], color_scheme=scheme, reduced_motion="reduce").sign_in(shared_weather.host)
    wait_for_weather(page, shared_weather)
    keep = Pictures(page, screenshots, f"{window}-{scheme}-{direction}").keep
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


def test_a_screen_reader_reads_the_data(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    wait_for_weather(page, shared_weather)
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


def test_nothing_is_styled_in_attributes(shared_weather: Weather, visitor) -> None:
    page = visitor.sign_in(shared_weather.host)
    wait_for_weather(page, shared_weather)
    open_weather(page)
    assert page.locator("#card [style]").count() == 0
    color = page.locator(".ac-plot .ac-line").first.evaluate("e => getComputedStyle(e).stroke")
    assert color not in ("none", "rgb(0, 0, 0)")
