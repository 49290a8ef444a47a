"""Every page in every width, theme, size of text, direction and language: axe-core's rules, and pictures to look at."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from itertools import product
from pathlib import Path
from typing import Callable, Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from accessibility import violations
from notifier import Notifier
from pictures import Pictures
from test_appearance import fill
from test_large_text import enlarge
from test_topics import Topics
from today_host import ROOT, TodayHost
from weather import Weather

CALENDAR = ROOT / "Apps/.build/bundles/debug/Calendar.app"


@pytest.fixture(scope="module")
def full_screen(shared_weather: Weather, shared_app: Callable[..., Path]) -> Weather:
    """A host with some widgets of every size, and notifications."""
    weather = shared_weather
    notifier = Notifier(weather.host).install(shared_app).allow()
    for name in ("clock", "feeds", "notes"):
        weather.host.install(shared_app(name, widget="fresh_widget", groups=[f"group.test.{name}"]))
    weather.host.request("PUT", "/api/widgets/test.feeds.widget/size", {"size": "medium"})
    add_calendar(weather.host)
    topics = Topics(weather.host)
    topics.add("home")
    topics.publish(
        "home", "## Soup\n\n- in **ten** minutes\n- [menu](https://example.org/menu)", Title="Dinner", Priority="high",
        Tags="stew,food", Markdown="yes", Click="https://example.org/menu",
    )
    fill(notifier)
    return weather


def add_calendar(host: TodayHost) -> None:
    """Installs Calendar with a calendar of today and tomorrow."""
    host.install(CALENDAR)
    today = datetime.now(timezone.utc)
    events = "".join(
        f"BEGIN:VEVENT\r\nUID:{title}\r\nDTSTAMP:20260101T000000Z\r\n"
        f"DTSTART;VALUE=DATE:{today + timedelta(days=day):%Y%m%d}\r\nSUMMARY:{title}\r\nEND:VEVENT\r\n"
        for title, day in (("Moving day", 0), ("Dentist", 0), ("Trip to the sea", 1))
    )
    file = host.group_folder("group.today.calendar") / "family.ics"
    file.write_text(f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\nX-WR-CALNAME:Family\r\n{events}END:VCALENDAR\r\n")
    host.tap_label(host.scene("today-calendar://add"), "Add family.ics")


def open_pages(page: Page, weather: Weather) -> Iterator[str]:
    """Opens each page in turn; gives its name."""
    url = weather.host.ready["url"]
    expect(page.locator("section.widget")).to_have_count(5)
    expect(page.locator("section.widget", has_text="Moving day")).to_be_visible()
    expect(page.locator("section.widget", has_text="°").first).to_be_visible()
    page.goto(url)
    expect(page.locator("html.js .edit-button")).to_be_visible()
    if page.viewport_size["width"] >= 1180:
        expect(page.locator("#beside .item")).to_have_count(4)
    yield "screen"
    page.keyboard.press("/")
    expect(page.locator("#palette [role=option]").first).to_be_visible()
    yield "palette"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    yield "shortcuts"
    page.keyboard.press("Escape")
    page.locator(".edit-button").click()
    expect(page.locator("#available-title")).to_be_visible()
    yield "edit"
    paths = {
        "notifications": "/notifications", "settings": "/settings", "complications": "/complications", "outbox": "/outbox", "audit": "/settings/audit", "trace": "/trace/1",
        "rights": "/settings/apps?app=org.today.Weather", "app": "/open?url=today-weather%3A%2F%2F",
        "configuration": f"/widgets/{weather.widget}/configuration", "topics": "/topics", "topic": "/topics/home",
        "calendar": opening("today-calendar://"), "calendars": opening("today-calendar://calendars"),
        "calendar-add": opening("today-calendar://add"), "calendar-account": opening("today-calendar://account"),
        "send": "/send", "device": own_device(page), "pair": "/settings/devices/pair", "not-found": "/no-such-page",
    }
    for name, path in paths.items():
        page.goto(url + path)
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        if name == "notifications":
            page.locator(".item summary").first.click()
        yield name
    page.context.clear_cookies()
    page.goto(url)
    yield "sign-in"


def own_device(page: Page) -> str:
    """The path of the form about the browser itself."""
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + "/settings")
    return page.locator(".session a").first.get_attribute("href") or ""


def opening(address: str) -> str:
    """The path that opens a page of an app."""
    return f"/open?url={quote(address, safe='')}"


def turn(page: Page) -> None:
    """Has the page run from right to left."""
    page.evaluate("document.documentElement.dir = 'rtl'")


#: What makes pages look different beside their width and theme, and what it changes: the page, or the browser.
LOOKS: dict[str, tuple[Callable[[Page], object] | None, dict]] = {
    "plain": (None, {}), "large": (enlarge, {}), "rtl": (turn, {}), "de": (None, {"locale": "de-DE"}), "ja": (None, {"locale": "ja-JP"}),
}
#: What every change looks at: each width in each theme, and each look once.
SHORT = {
    (390, "dark", "de"), (390, "light", "large"), (1280, "dark", "plain"), (1280, "light", "ja"), (1920, "dark", "rtl"),
    (1920, "light", "plain"),
}


@pytest.mark.parametrize(("width", "scheme", "look"), [
    pytest.param(*case, marks=[] if case in SHORT else pytest.mark.full)
    for case in product((390, 1280, 1920), ("dark", "light"), LOOKS)
])
def test_every_page(full_screen: Weather, visitors, screenshots: Path, width: int, scheme: str, look: str) -> None:
    change, options = LOOKS[look]
    height = 844 if width < 600 else 1000
    visitor = visitors(width, height, reduced_motion="reduce", banners_pass=True, color_scheme=scheme, **options)
    page = visitor.sign_in(full_screen.host)
    pictures = Pictures(page, screenshots, f"{width}-{scheme}-{look}")
    found: list[str] = []
    for name in open_pages(page, full_screen):
        if change:
            change(page)
        page.wait_for_function("document.readyState === 'complete'")
        found += [f"{name}: {violation}" for violation in violations(page)]
        pictures.keep(f"page-{name}")
    assert found == []
