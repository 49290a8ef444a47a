"""What the screen looks like: pictures to keep, and what can be measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from test_screen import wait_for_weather
from weather import Weather


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize(("name", "width", "height"), [("narrow", 390, 844), ("wide", 1280, 900)])
def test_pictures(weather: Weather, visitors, screenshots: Path, scheme: str, name: str, width: int, height: int) -> None:
    visitor = visitors(width, height, color_scheme=scheme, device_scale_factor=2)
    page = visitor.sign_in(weather.host)
    wait_for_weather(page, weather)

    def keep(what: str) -> None:
        # No part of the page may be wider than the window.
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        path = screenshots / f"{what}-{name}-{scheme}.png"
        page.screenshot(path=path)
        assert path.stat().st_size > 10_000

    keep("screen")
    page.get_by_role("button", name="Show More").click()
    expect(page.get_by_text("Humidity")).to_be_visible()
    keep("screen-expanded")
    page.get_by_role("button", name="Edit").click()
    keep("edit")
    page.get_by_role("button", name="Done").click()
    page.get_by_role("navigation").get_by_role("link", name="Weather").click()
    expect(page.get_by_text("Visibility")).to_be_visible()
    keep("app")
    page.get_by_role("link", name="Places").click()
    expect(page.get_by_label("Name")).to_be_visible()
    keep("places")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_text_stands_out(weather: Weather, visitors, scheme: str) -> None:
    page = visitors(color_scheme=scheme).sign_in(weather.host)
    wait_for_weather(page, weather)
    for ratio, text in contrasts(page):
        assert ratio >= 4.5, f"{text!r} has a contrast of {ratio:.1f}"


def contrasts(page: Page) -> list[tuple[float, str]]:
    """The contrast of each visible text with the brightest and the darkest background that the page may have there."""
    return page.evaluate(
        """() => {
            const style = getComputedStyle(document.documentElement);
            const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
            const context = canvas.getContext("2d", { willReadFrequently: true });
            const over = (...colors) => {
                context.clearRect(0, 0, 1, 1);
                for (const color of colors) { context.fillStyle = color; context.fillRect(0, 0, 1, 1); }
                return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
            };
            const light = (color) => {
                const [r, g, b] = color.map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const get = (name) => style.getPropertyValue(name).trim();
            const grounds = ["--base", "--glow-1", "--glow-2", "--glow-3"].map((name) => [get("--base"), get(name), get("--veil")]);
            const found = [];
            const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
                const text = walker.currentNode.data.trim(), element = walker.currentNode.parentElement;
                if (!text || !element.checkVisibility() || element.closest(".icon")) continue;
                const fills = [];
                for (let at = element; at; at = at.parentElement) fills.unshift(getComputedStyle(at).backgroundColor);
                const own = getComputedStyle(element).color;
                for (const ground of grounds) {
                    const layers = [...ground, ...fills.slice(1)];
                    const [a, b] = [light(over(...layers, own)), light(over(...layers))].sort((x, y) => y - x);
                    found.push([(a + 0.05) / (b + 0.05), text]);
                }
            }
            return found;
        }"""
    )


def test_without_motion_nothing_moves(weather: Weather, visitors) -> None:
    page = visitors(reduced_motion="reduce").sign_in(weather.host)
    wait_for_weather(page, weather)
    moving = page.evaluate(
        """[...document.querySelectorAll("*")].filter((element) => {
            const style = getComputedStyle(element);
            return style.animationName !== "none" || style.transitionDuration.split(", ").some((time) => time !== "0s");
        }).length"""
    )
    assert moving == 0


def test_screen_reader_finds_its_way(weather: Weather, visitor) -> None:
    page = visitor.sign_in(weather.host)
    wait_for_weather(page, weather)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to widgets")).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("region", name="Weather")).to_be_visible()
    expect(page.get_by_role("navigation", name="Apps")).to_be_visible()
    unnamed = page.evaluate(
        """[...document.querySelectorAll("a, button, input, select, textarea")]
            .filter((element) => element.checkVisibility()
                && !(element.ariaLabel || element.textContent.trim() || element.labels?.length)).length"""
    )
    assert unnamed == 0
