"""Feeds, Services and Calendar in a real browser: an address of the person's own, the button that allows it, and what it shows."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

from playwright.sync_api import Page, expect

from accessibility import violations
from menus import open_menu
from pictures import Pictures
from today_host import ROOT, TodayHost
from web_server import WebServer

BUNDLES = ROOT / "Apps/.build/bundles/debug"


def add(page: Page, address: str, name: str) -> None:
    page.get_by_label("Address").fill(address)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Add", exact=True).click()


def allow(page: Page, app: str, name: str, server: str) -> None:
    """Follows the button that the page shows beside the command, and agrees."""
    expect(page.get_by_text(f"today allow {app} {server}", exact=True)).to_be_visible()
    page.get_by_role("link", name=f"Allow {server}").or_(page.get_by_role("button", name=f"Allow {server}")).first.click()
    expect(page.get_by_role("heading", name=f"Allow “{name}” to Fetch from {server}?")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Allow", exact=True).click()
    # The page comes back and has the content by itself.
    expect(page.get_by_role("button", name="Allow", exact=True)).to_have_count(0)


def test_feed_is_added_allowed_and_read(host: TodayHost, web: WebServer, visitor, screenshots: Path) -> None:
    item = "<item><title>A first story</title><link>/first</link><pubDate>Sat, 21 Nov 2026 08:00:00 GMT</pubDate></item>"
    web.answer("/feed", f"<rss><channel><title>Local news</title>{item}</channel></rss>")
    host.install(BUNDLES / "Feeds.app")
    page = visitor.sign_in(host)
    page.get_by_role("navigation").get_by_role("link", name="Feeds").click()
    add(page, f"{web.url}/feed", "Neighbors")
    expect(page.get_by_text("Feeds may not fetch from")).to_be_visible()
    assert violations(page) == []
    Pictures(page, screenshots, "390-dark").keep("feeds-not-allowed")
    allow(page, "org.today.Feeds", "Feeds", web.host)
    story = page.locator("#card").get_by_role("link", name="A first story")
    expect(story).to_have_attribute("href", f"{web.url}/first")
    expect(page.get_by_text("Neighbors")).to_be_visible()
    assert violations(page) == []
    Pictures(page, screenshots, "390-dark").keep("feeds")


def test_host_that_is_allowed_is_listed_and_revoked_in_settings(host: TodayHost, web: WebServer, visitor, screenshots: Path) -> None:
    """Settings leads to the question too, lists the host, and takes it back; cancelling allows nothing."""
    web.answer("/health", "ok")
    host.install(BUNDLES / "Services.app")
    page = visitor.sign_in(host)
    rights = host.ready["url"] + "/settings/apps?app=org.today.Services"
    page.goto(rights)
    field = page.get_by_role("textbox", name="Another host: example.com")
    field.fill("my server!")
    page.get_by_role("button", name="Allow", exact=True).click()
    # The reason stands beside the field, which keeps what was typed.
    expect(page.get_by_role("alert").filter(has_text="is no host")).to_contain_text("my server!")
    expect(field).to_have_value("my server!")
    expect(field).to_be_focused()
    assert violations(page) == []
    Pictures(page, screenshots, "390-dark").keep("rights-bad-host")
    field.fill(web.host)
    Pictures(page, screenshots, "390-dark").keep("rights-host")
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(page.get_by_role("heading", name=f"Allow “Services” to Fetch from {web.host}?")).to_be_visible()
    Pictures(page, screenshots, "390-dark").keep("host-question")
    page.get_by_role("button", name="Cancel").click()
    expect(field).to_be_visible()
    switch = page.get_by_role("switch", name=f"Fetch from {web.host}, which you allowed.")
    expect(switch).to_have_count(0)
    field.fill(web.host)
    field.press("Enter")
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    page.goto(host.ready["url"] + "/open?url=today-services%3A%2F%2F")
    add(page, f"{web.url}/health", "Photos")
    expect(page.get_by_text("You have revoked the right")).to_be_visible()


def test_service_is_added_allowed_and_checked(host: TodayHost, web: WebServer, visitor, screenshots: Path) -> None:
    web.answer("/health", "ok")
    host.install(BUNDLES / "Services.app")
    page = visitor.sign_in(host)
    page.get_by_role("navigation").get_by_role("link", name="Services").click()
    add(page, f"{web.url}/health", "Photos")
    allow(page, "org.today.Services", "Services", web.host)
    expect(page.get_by_text("Up since")).to_be_visible()
    expect(page.locator("#card").get_by_role("link", name="Open Photos")).to_have_attribute("href", f"{web.url}/health")
    assert violations(page) == []
    Pictures(page, screenshots, "390-dark").keep("services")
    open_menu(page, "Remove Photos").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Up since")).to_be_visible()


def test_calendar_is_added_allowed_and_read(host: TodayHost, web: WebServer, visitors, screenshots: Path) -> None:
    now = datetime.now(timezone.utc)
    days = [f"{now + timedelta(days=number):%Y%m%d}" for number in range(4)]
    web.answer("/team.ics", "\r\n".join([
        "BEGIN:VCALENDAR", "X-WR-CALNAME:Team",
        *event("Release week", f";VALUE=DATE:{days[0]}", f"DTEND;VALUE=DATE:{days[3]}"),
        *event("On call", f":{now - timedelta(hours=1):%Y%m%dT%H%M00Z}", "DURATION:PT9H", "LOCATION:Building 3"),
        *event("A planning meeting with a title that is longer than a small card", f":{days[1]}T120000Z", "DURATION:PT1H"),
        *event("Tea", f":{days[1]}T150000Z", "RRULE:FREQ=DAILY", "DURATION:PT15M"),
        "END:VCALENDAR", "",
    ]))
    host.install(BUNDLES / "Calendar.app")
    page = visitors().sign_in(host)
    page.get_by_role("navigation").get_by_role("link", name="Calendar").click()
    page.get_by_role("link", name="Add Calendar").click()
    page.get_by_label("Address or file").fill(f"{web.url}/team.ics")
    assert violations(page) == []
    Pictures(page, screenshots, "390-dark").keep("calendar-add")
    page.get_by_role("button", name="Add", exact=True).click()
    allow(page, "org.today.Calendar", "Calendar", web.host)
    expect(page.get_by_text("Team", exact=True)).to_be_visible()
    assert violations(page) == []
    Pictures(page, screenshots, "390-dark").keep("calendars")
    page.get_by_role("link", name="Calendar", exact=True).last.click()
    # From the afternoon on it also lasts into the next day.
    expect(page.locator("#card").get_by_text("On call").first).to_be_visible()
    expect(page.locator("#card").get_by_role("img", name="Team").first).to_be_visible()
    assert violations(page) == []
    Pictures(page, screenshots, "390-dark").keep("calendar")
    wide = visitors(1280, 900, color_scheme="light").sign_in(host)
    for size in ("small", "medium", "large"):
        host.request("PUT", "/api/widgets/org.today.Calendar.widget/size", {"size": size})
        wide.reload()
        widget = wide.locator("section.widget" + {"small": "", "medium": ".medium", "large": ".large"}[size])
        expect(widget.get_by_text("On call").locator("visible=true").first).to_be_visible()
        assert violations(wide) == []
        Pictures(wide, screenshots, "1280-light").keep(f"calendar-{size}")


def event(title: str, start: str, *lines: str) -> list[str]:
    return ["BEGIN:VEVENT", f"UID:{title}", f"DTSTART{start}", f"SUMMARY:{title}", *lines, "END:VEVENT"]
