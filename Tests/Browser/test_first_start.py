"""What a person sees first: widgets without a network, empty pages, and the command that each of them names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from daily_use import BUNDLES
from editing import edit
from habits import Habits
from today_host import WEATHER, TodayHost
from weather import Weather
from weather_server import WeatherServer


def install_offline(host: TodayHost, provider: WeatherServer) -> Weather:
    """Installs Weather, which never reaches its provider."""
    weather = Weather(host, provider)
    host.install(WEATHER)  # Without waiting for an update, which would ask the real provider.
    weather.write("provider.url", "http://127.0.0.1:9")
    host.today("allow", weather.app, "127.0.0.1:9")
    host.request("PUT", "/api/screen", {"widgets": [weather.widget]})
    return weather


@pytest.fixture
def offline(host: TodayHost, provider: WeatherServer) -> Weather:
    """A host with Weather, which has never reached its provider."""
    return install_offline(host, provider)


def test_first_page_has_the_zone_of_a_browser_beside_the_host(shared_host: TodayHost, visitors) -> None:
    page = visitors(timezone_id="UTC").page()
    response = page.goto(shared_host.request("POST", "/api/links")["link"])
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    # Drawn with another name it would be loaded again.
    assert response and f'data-zone="{zone}"' in response.text()


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.full)])
def test_weather_without_a_network_says_so_and_finds_places(offline: Weather, visitors, width: int) -> None:
    page = visitors(width, 900).sign_in(offline.host)
    widget = page.locator(f'[data-widget="{offline.widget}"]')
    expect(widget).to_contain_text("The weather service cannot be reached.")
    expect(widget).to_contain_text("Today tries again automatically.")
    # The place, and dashes for what is not known.
    expect(widget.get_by_role("heading", name="Weather Cupertino, CA", exact=True)).to_be_visible()
    expect(widget.locator(".brief p")).to_have_text(["--", "--"])
    expect(widget.get_by_role("link", name="Find a Place")).to_have_count(0)
    page.get_by_role("navigation").get_by_role("link", name="Weather").click()
    expect(page.get_by_text("The widget tries again by itself.")).to_be_visible()
    expect(page.get_by_role("link", name="Try Again").or_(page.get_by_role("button", name="Try Again"))).to_be_visible()
    page.get_by_label("Find a place").fill("Reykj")
    page.get_by_role("button", name="Search").last.click()
    page.get_by_role("button", name="Add Reykjavik").or_(page.get_by_role("button", name="Add Reykjavík")).click()
    expect(page.get_by_role("heading", name="Reykjav")).to_be_visible()
    page.goto(offline.host.ready["url"])
    expect(widget.get_by_role("heading", name="Weather Reykjav")).to_be_visible()
    expect(widget.locator(".brief")).to_contain_text("--")
    # The weather comes as soon as there is a network.
    offline.point_at(offline.provider)
    page.goto(offline.host.ready["url"])
    expect(widget).to_contain_text("°")
    expect(widget).not_to_contain_text("--")


@pytest.mark.parametrize(
    ("path", "command"),
    [("/", "today install Weather.app"), ("/notifications", "today notify Hello"), ("/complications", "today complication --list")],
)
@pytest.mark.parametrize("has_clipboard", [True, False])
def test_empty_page_has_a_command_that_is_copied(
    shared_host: TodayHost, visitors, path: str, command: str, has_clipboard: bool
) -> None:
    visitor = visitors(permissions=["clipboard-read", "clipboard-write"])
    if not has_clipboard:  # As over plain HTTP from another machine.
        visitor.context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page = visitor.sign_in(shared_host)
    page.goto(shared_host.ready["url"] + path)
    expect(page.locator("html.js")).to_be_attached()
    page.locator(".empty").get_by_role("button", name="Copy").click()
    expect(page.locator("#status")).to_have_text("Copied")
    if has_clipboard:
        assert page.evaluate("navigator.clipboard.readText()") == command
    else:
        assert page.evaluate("getSelection().toString()") == command


def test_first_page_shows_what_there_is_and_what_can_be_set_up(host: TodayHost, provider: WeatherServer, visitors) -> None:
    """The sample apps stand in a fixed order; those without anything to show wait in one card, which pushes nothing down."""
    for name in ("System", "Feeds", "Habits", "Clock", "Calendar"):
        host.install(BUNDLES / f"{name}.app")
    Weather(host, provider).install()
    page = visitors(1280, 900).sign_in(host)
    expect(page.locator("#widgets > .widget .name")).to_have_text(["Weather Cupertino, CA", "Clock", "System"])
    expect(page.locator(".widget").first).to_have_class(re.compile(r"\bmedium\b"))
    rows = page.get_by_role("region", name="Set Up More").get_by_role("listitem")
    expect(rows.locator("b")).to_have_text(["Calendar", "Habits", "Feeds"])
    page.get_by_role("link", name="Set up Habits").click()
    habits = Habits(host)
    habits.add("Read")
    page.goto(host.ready["url"])
    expect(page.locator("#widgets > .widget .name")).to_have_text(["Weather Cupertino, CA", "Habits", "Clock", "System"])
    expect(rows).to_have_count(2)
    # What waits there can be taken off the screen, and put back.
    edit(page)
    page.get_by_role("button", name="Remove Feeds").click()
    page.get_by_role("button", name="Add Feeds").click()
    expect(page.get_by_role("button", name="Remove Feeds")).to_be_visible()
