"""What Settings hold of this browser, of other browsers, and of Today itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accessibility import violations
from counter import Counter
from pictures import Pictures
from today_cloud import TodayCloud
from today_host import TodayHost
from waiting import eventually
from weather import Weather

CUPERTINO = (37.3230, -122.0322)


def open_settings(page: Page, host: TodayHost) -> None:
    page.goto(host.ready["url"] + "/settings")
    expect(page.get_by_role("heading", name="Devices", exact=True)).to_be_visible()


def background(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def test_theme_is_chosen_and_painted_first(shared_host: TodayHost, visitors) -> None:
    page = visitors(color_scheme="dark").sign_in(shared_host)
    dark = background(page)
    open_settings(page, shared_host)
    theme = page.get_by_role("radiogroup", name="Theme")
    expect(theme.get_by_role("radio", name="Automatic")).to_be_checked()
    theme.get_by_role("radio", name="Light").click()
    light = background(page)
    assert light != dark
    # The server writes it, so that nothing flashes: without the script, too.
    page.route("**/assets/**", lambda route: route.abort())
    for path in ("/", "/settings", "/notifications", "/no-such-page"):
        page.goto(shared_host.ready["url"] + path)
        assert background(page) == light, path
        assert page.locator("meta[name=theme-color]").count() == 1
    page.unroute("**/assets/**")
    open_settings(page, shared_host)
    expect(theme.get_by_role("radio", name="Light")).to_be_checked()
    theme.get_by_role("radio", name="Automatic").click()
    assert background(page) == dark


def test_language_is_chosen(shared_host: TodayHost, visitors) -> None:
    page = visitors().sign_in(shared_host)
    open_settings(page, shared_host)
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.goto(shared_host.ready["url"])
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("button", name="Suchen")).to_be_visible()
    page.goto(shared_host.ready["url"] + "/settings")
    page.get_by_label("Sprache").select_option("")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def test_units_and_clock_are_chosen_and_weather_follows(weather: Weather, visitors) -> None:
    page = visitors().sign_in(weather.host)
    widget = page.locator(f'[data-widget="{weather.widget}"]')
    expect(widget).to_contain_text(weather.temperature(*CUPERTINO))
    open_settings(page, weather.host)
    with page.expect_navigation():
        page.get_by_label("Units").select_option("°C, m/s, km")
    with page.expect_navigation():
        page.get_by_label("Clock").select_option("24-hour, 21:41")
    expect(page.get_by_label("Units")).to_have_value("metric")
    expect(page.get_by_label("Clock")).to_have_value("h23")
    page.goto(weather.host.ready["url"])
    expect(page.locator("#clock")).to_have_attribute("lang", "en-US-u-hc-h23-ms-metric")
    expect(widget).to_contain_text(weather.temperature(*CUPERTINO, "si"))
    # Another browser keeps its own.
    other = visitors().sign_in(weather.host)
    expect(other.locator(f'[data-widget="{weather.widget}"]')).to_contain_text(weather.temperature(*CUPERTINO))


def test_apps_are_listed_with_their_icons_and_lead_on(shared_counter: Counter, visitor) -> None:
    page = visitor.sign_in(shared_counter.host)
    open_settings(page, shared_counter.host)
    app = page.get_by_role("group", name="Apps").get_by_role("link", name="Counter")
    icon, name = app.locator(".icon"), app.locator("span").last
    expect(icon).to_be_visible()
    assert icon.bounding_box()["x"] + icon.bounding_box()["width"] <= name.bounding_box()["x"]
    chevron = app.evaluate("(link) => { const { width, rotate } = getComputedStyle(link, '::after'); return [width, rotate]; }")
    assert chevron == ["8px", "45deg"]
    app.click()
    expect(page.get_by_role("heading", level=1, name="Counter")).to_be_visible()


def test_other_browsers_are_listed_and_signed_out(host: TodayHost, visitors) -> None:
    mine = visitors().sign_in(host)
    other = visitors(user_agent="Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0").sign_in(host)
    open_settings(mine, host)
    sessions = mine.get_by_role("list", name="Devices").get_by_role("listitem")
    expect(sessions).to_have_count(2)
    expect(sessions.filter(has_text="This browser")).to_have_count(1)
    firefox = sessions.filter(has_text="Firefox, Linux")
    expect(firefox).to_contain_text("Last seen just now")
    # The other one has the screen open, and is told at once.
    firefox.get_by_role("button", name="Sign out Firefox, Linux").click()
    sheet = mine.get_by_role("dialog", name="Sign out Firefox, Linux")
    expect(sheet).to_contain_text("it needs a new link")
    sheet.get_by_role("button", name="Cancel").click()
    expect(sheet).to_be_hidden()
    expect(sessions).to_have_count(2)
    firefox.get_by_role("button", name="Sign out Firefox, Linux").click()
    sheet.get_by_role("button", name="Sign out Firefox, Linux").click()
    expect(sessions).to_have_count(1)
    expect(other.get_by_text("today link")).to_be_visible()
    sessions.get_by_role("button").click()
    mine.get_by_role("dialog").get_by_role("button", name="Sign Out").click()
    expect(mine.get_by_text("today link")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_buttons_of_a_device_stand_on_one_line(host: TodayHost, visitors, screenshots: Path, width: int, scheme: str) -> None:
    page = visitors(width, 900, locale="de-DE", color_scheme=scheme).sign_in(host)
    visitors().sign_in(host)
    page.goto(host.ready["url"] + "/settings")
    devices = page.get_by_role("list", name="Geräte").get_by_role("listitem")
    expect(devices).to_have_count(2)
    for number in range(2):
        row = devices.nth(number)
        edit, leave, text = (
            row.locator(name).evaluate(
                """(element) => { const range = document.createRange(); range.selectNodeContents(element);
                   const { top, bottom, left, right } = range.getBoundingClientRect(); return { top, bottom, left, right }; }"""
            )
            for name in ("a", "button", "div >> nth=0")
        )
        assert abs(edit["top"] - leave["top"]) < 1
        assert leave["right"] <= width
        if width == 1280:
            assert edit["left"] >= text["right"] and edit["top"] < text["bottom"], "there is room beside the text"
    devices.first.scroll_into_view_if_needed()
    Pictures(page, screenshots, f"{width}-{scheme}-de").keep("devices")


def test_device_is_named_and_limited(host: TodayHost, visitors) -> None:
    mine = visitors().sign_in(host)
    other = visitors(user_agent="Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0").sign_in(host)
    open_settings(mine, host)
    devices = mine.get_by_role("list", name="Devices").get_by_role("listitem")
    devices.filter(has_text="Firefox, Linux").get_by_role("link", name="Edit Firefox, Linux").click()
    mine.get_by_label("Name").fill("Kitchen")
    mine.get_by_label("May").select_option("Look")
    # The other device has Settings open, and is drawn anew at once.
    open_settings(other, host)
    expect(other.get_by_role("heading", name="Passcode")).to_be_visible()
    mine.get_by_role("button", name="Save").click()
    kitchen = devices.filter(has_text="Kitchen")
    expect(kitchen).to_contain_text("Firefox, Linux")
    expect(other.get_by_text("This device may only look.")).to_be_visible()
    expect(other.get_by_role("heading", name="Passcode")).to_have_count(0)
    expect(other.get_by_role("list", name="Devices").get_by_role("listitem")).to_have_count(1)
    other.goto(host.ready["url"] + "/settings/apps/install?upload=x")
    expect(other.get_by_role("heading", name="Not on This Device")).to_be_visible()


def test_device_is_limited_and_signed_out_by_command(host: TodayHost, visitors) -> None:
    page = visitors().sign_in(host)
    open_settings(page, host)
    [device] = host.today_json("devices")["devices"]
    assert device["rights"] == "change" and device["name"] is None
    host.today("devices", "rights", device["id"][:8], "view")
    expect(page.get_by_text("This device may only look.")).to_be_visible()
    host.today("devices", "rename", device["id"][:4], "Wall")
    host.today("devices", "rights", "Wall", "change")
    expect(page.get_by_role("heading", name="Passcode")).to_be_visible()
    host.today("devices", "sign-out", "Wall")
    expect(page.get_by_text("today link")).to_be_visible()


def test_version_and_storage_are_shown(shared_host: TodayHost, visitor) -> None:
    page = visitor.sign_in(shared_host)
    open_settings(page, shared_host)
    version = shared_host.request("GET", "/api/version")["version"]
    expect(page.locator(".line", has_text="Version")).to_contain_text(version)
    expect(page.locator(".line", has_text="Storage Used")).to_contain_text("B")
    page.get_by_role("button", name="Keyboard Shortcuts").click()
    expect(page.get_by_role("dialog", name="Keyboard Shortcuts")).to_be_visible()


def wait_for_cloud(host: TodayHost, state: str) -> None:
    eventually(lambda: state in host.request("GET", "/api/cloud")["state"], f"a link that is {state}")


def test_cloud_is_shown_and_left(stopped_host: TodayHost, visitor, tmp_path: Path) -> None:
    stopped_host.start("--no-cloud")
    page = visitor.sign_in(stopped_host)
    open_settings(page, stopped_host)
    section = page.get_by_role("region", name="Cloud")
    expect(section.get_by_text("today link CLOUD-URL")).to_be_visible()
    expect(section.get_by_role("button", name="Copy")).to_be_visible()
    with TodayCloud(tmp_path / "cloud.log") as cloud:
        cloud.start()
        token = cloud.today("user", "add", "ada").strip()
        stopped_host.today_with(token + "\n", "link", cloud.ready["url"], "--token-stdin")
        wait_for_cloud(stopped_host, "connected")
        page.reload()
        expect(section).to_contain_text("Connected")
        expect(section).to_contain_text(cloud.ready["url"])
        expect(section).to_contain_text("since")
        cloud.kill()
        wait_for_cloud(stopped_host, "offline")
        page.reload()
        expect(section).to_contain_text("Not Connected")
        expect(section).to_contain_text("Messages may be out of date")
    assert violations(page) == []
    section.get_by_text("Leave Cloud…").click()
    section.get_by_role("button", name="Leave").click()
    expect(section.get_by_text("today link CLOUD-URL")).to_be_visible()
