"""The screen as people have it after a while, with every sample app and notifications."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from accessibility import violations
from daily_use import APPS, CONTENT, DailyUse
from pictures import Pictures
from today_host import ROOT, TodayHost
from weather_server import WeatherServer
from web_server import WebServer

#: Pages of the sample apps that test_every_page.py does not open.
PAGES = {
    "shopping": "today-shopping://", "shopping-edit": "today-shopping://edit",
    "shopping-history": "today-shopping://history", "habits": "today-habits://",
    "habits-add": "today-habits://add", "habits-settings": "today-habits://settings", "messages": "today-messages://",
    "clock": "today-clock://", "system": "today-system://", "feeds": "today-feeds://", "feeds-list": "today-feeds://feeds",
    "services": "today-services://",
}


@pytest.fixture(scope="module")
def daily_use() -> Iterator[DailyUse]:
    """A host with the nine sample apps and ten notifications, which the tests share."""
    log = ROOT / "artifacts/logs/daily-use.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with WeatherServer() as provider, WebServer() as web, TodayHost(log) as host:
        host.start()
        use = DailyUse(host, provider, web)
        use.begin()
        yield use


def wait_for_content(page: Page) -> None:
    for app in APPS:
        expect(page.locator(f'[data-widget="{DailyUse.widget(app)}"]')).to_contain_text(CONTENT[app])


@pytest.mark.parametrize("width", [390, 1280])
def test_first_paint_is_one_request_with_all_sample_apps(daily_use: DailyUse, visitors, width: int) -> None:
    page = visitors(width, 900, banners_pass=True).sign_in(daily_use.host)
    wait_for_content(page)
    asked: list[str] = []
    # The browser asks for the icon of its tab when it has painted.
    page.on("request", lambda request: "/icon/" in request.url or asked.append(request.resource_type))
    # Without the script and the icons everything is there to read.
    page.route("**/assets/**", lambda route: route.abort())
    page.route("**/bundle/**", lambda route: route.abort())
    response = page.goto(daily_use.host.ready["url"])
    wait_for_content(page)
    if width == 1280:
        expect(page.locator("#beside .item").first).to_be_visible()
    # The page before it may still have asked for something.
    asked = asked[asked.index("document"):]
    assert [kind for kind in asked if kind not in ("script", "image")] == ["document"]
    # What Documentation/Development/Web.md says of it, and some room for longer texts.
    assert response is not None and len(response.body()) < 125_000, len(response.body())
    assert response.headers["content-encoding"] == "gzip"
    sent = response.request.sizes()["responseBodySize"]
    print(f"the screen at {width} px: {len(response.body()):,} bytes, {sent:,} on the wire")
    assert sent < 21_000, sent


def test_pages_of_the_sample_apps_are_accessible(daily_use: DailyUse, visitors, screenshots: Path) -> None:
    found: list[str] = []
    for width, scheme in ((390, "light"), (1280, "dark")):
        visitor = visitors(width, 844, color_scheme=scheme, reduced_motion="reduce", banners_pass=True)
        page = visitor.sign_in(daily_use.host)
        wait_for_content(page)
        keep = Pictures(page, screenshots, f"{width}-{scheme}").keep
        found += [f"screen: {violation}" for violation in violations(page)]
        for name, address in {**PAGES, "message": daily_use.messages.url("Invoice 2026-118")}.items():
            page.goto(f"{daily_use.host.ready['url']}/open?url={quote(address, safe='')}")
            expect(page.locator("#card")).to_be_visible()
            if width == 390:
                found += [f"{name}: {violation}" for violation in violations(page)]
            keep(f"app-{name}")
    assert found == []


def test_notification_in_daily_use_is_announced_by_its_column(daily_use: DailyUse, visitors, screenshots: Path) -> None:
    daily_use.resize("Weather", "medium")
    page = visitors(1440, 1130, color_scheme="light", reduced_motion="reduce").sign_in(daily_use.host)
    page.goto(daily_use.host.ready["url"])
    wait_for_content(page)
    expect(page.locator("#beside .item").first).to_be_visible()
    page.wait_for_function("[...document.images].every((image) => image.complete || image.loading === 'lazy')")
    daily_use.host.today("notify", "Dinner is ready", "--body", "The soup is on the table.")
    # The column announces it itself: nothing covers the page.
    expect(page.locator("#beside [data-fresh]")).to_contain_text("Dinner is ready")
    page.screenshot(path=screenshots / "daily-use.png")
