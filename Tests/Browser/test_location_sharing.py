"""Sharing the browser's location: the switch in Settings, and what apps get of it, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from clock import HostClock
from today_host import TodayHost
from weather import Weather

PARIS = {"latitude": 48.8584, "longitude": 2.2945, "accuracy": 20}
SWITCH = "Share This Browser's Location"


def allow(context: BrowserContext, host: TodayHost, place: dict | None = None) -> None:
    context.grant_permissions(["geolocation"], origin=host.ready["url"])
    context.set_geolocation(place or PARIS)


def open_settings(page: Page, host: TodayHost) -> None:
    page.goto(host.ready["url"] + "/settings")
    expect(page.get_by_role("switch", name=SWITCH)).to_be_visible()


def known(host: TodayHost) -> dict:
    return json.loads(host.today("location", "--json").stdout)


def test_shared_location_reaches_the_weather_widget(weather: Weather, visitors) -> None:
    host = weather.host
    visitor = visitors()
    screen = visitor.sign_in(host)
    widget = screen.locator(f"[data-widget='{weather.widget}']")
    expect(widget).to_contain_text("Cupertino, CA")
    # My Location, which nobody knows yet.
    weather.choose("My Location")
    expect(widget).to_contain_text("Cupertino, CA")
    visitor.context.grant_permissions(["geolocation"], origin=host.ready["url"])
    visitor.context.set_geolocation(PARIS)
    settings = visitor.page()
    open_settings(settings, host)
    expect(settings.get_by_role("switch", name=SWITCH)).not_to_be_checked()
    settings.get_by_role("switch", name=SWITCH).click()
    expect(settings.get_by_text("48.8584, 2.2945")).to_be_visible()
    expect(settings.get_by_role("switch", name=SWITCH)).to_be_checked()
    # The widget follows, and asks only about the place to about 5 km.
    expect(widget).to_contain_text("My Location")
    expect(widget).not_to_contain_text("Cupertino")
    latitude, longitude = weather.asked_places()[-1]
    assert latitude == 48.85 and longitude != 2.2945 and abs(longitude - 2.2945) < 0.05
    expect(settings.get_by_role("switch", name=SWITCH)).to_be_focused()

    settings.get_by_role("button", name="Forget Location").click()
    expect(settings.get_by_text("48.8584")).to_have_count(0)
    expect(settings.get_by_role("switch", name=SWITCH)).not_to_be_checked()
    expect(widget).to_contain_text("Cupertino, CA")
    assert known(host) == {"isShared": False}


def test_later_visit_tells_a_new_location(stopped_host: TodayHost, provider, visitors, tmp_path: Path) -> None:
    host = stopped_host
    clock = HostClock(tmp_path / "clock.json")
    host.arguments = ["--clock-file", str(clock.file)]
    host.start()
    Weather(host, provider).install()
    visitor = visitors()
    page = visitor.sign_in(host)
    allow(visitor.context, host)
    open_settings(page, host)
    page.get_by_role("switch", name=SWITCH).click()
    expect(page.get_by_text("48.8584, 2.2945")).to_be_visible()
    visitor.context.set_geolocation({"latitude": 40.5, "longitude": -3.5})
    with page.expect_response("**/api/location") as fresh:
        page.goto(host.ready["url"])
    assert fresh.value.json()["isDue"] is False
    assert known(host)["latitude"] == PARIS["latitude"]

    clock.advance(minutes=11)
    with page.expect_response("**/api/location/shared") as told:
        page.goto(host.ready["url"])
    assert told.value.status == 204
    assert known(host)["latitude"] == 40.5

    # Nobody is told while no app may know it, nor by a browser that does not share.
    clock.advance(minutes=11)
    visitor.context.set_geolocation({"latitude": 10, "longitude": 10})
    host.today("settings", "Weather", "--revoke", "location")
    with page.expect_response("**/api/location") as unwanted:
        page.goto(host.ready["url"])
    assert unwanted.value.json()["isDue"] is False
    host.today("settings", "Weather", "--restore", "location")
    other = visitors()
    requests: list[str] = []
    stranger = other.sign_in(host)
    allow(other.context, host, {"latitude": 20, "longitude": 20})
    stranger.on("request", lambda request: requests.append(request.url))
    stranger.reload()
    expect(stranger.locator("h1.date")).to_be_visible()
    open_settings(stranger, host)
    expect(stranger.get_by_text("Another browser shares its location.")).to_be_visible()
    assert not any("/api/location" in url for url in requests)
    assert known(host)["latitude"] == 40.5


def test_denied_permission_leaves_the_switch_off(host: TodayHost, visitors) -> None:
    visitor = visitors()
    page = visitor.sign_in(host)
    visitor.context.clear_permissions()
    open_settings(page, host)
    page.get_by_role("switch", name=SWITCH).click()
    expect(page.locator("#status")).to_contain_text("This browser does not share its location.")
    expect(page.get_by_role("switch", name=SWITCH)).not_to_be_checked()
    assert known(host) == {"isShared": False}


def test_pages_alone_may_ask_where_the_browser_is(host: TodayHost, visitors) -> None:
    page = visitors().sign_in(host)
    answer = page.goto(host.ready["url"] + "/settings")
    assert answer is not None
    assert answer.headers["permissions-policy"] == "camera=(), microphone=(), geolocation=(self)"
    with page.expect_response("**/api/location") as answered:
        page.evaluate("fetch('/api/location')")
    assert answered.value.headers["permissions-policy"].endswith("geolocation=()")
