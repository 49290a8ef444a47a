"""A person in another time zone than the host: dates and times of a form are meant where the person is."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from clock import HostClock
from habits import Habits
from shopping import Shopping
from test_shopping import open_list
from today_host import ROOT, TodayHost


@pytest.fixture
def berlin(stopped_host: TodayHost, tmp_path: Path) -> TodayHost:
    """A host in Berlin, where the 21st has just begun."""
    clock = HostClock(tmp_path / "clock.json", now="2026-11-21T00:30:00Z")
    stopped_host.arguments = ["--clock-file", str(clock.file)]
    stopped_host.start()
    return stopped_host


@pytest.fixture
def shopping(berlin: TodayHost) -> Shopping:
    """Shopping List on that host."""
    shopping = Shopping(berlin)
    shopping.install()
    return shopping


def test_a_reminder_is_meant_where_the_person_is(shopping: Shopping, visitors) -> None:
    page = visitors(timezone_id="America/New_York").sign_in(shopping.host)
    open_list(page)
    # There it is the evening of the 20th.
    expect(page.get_by_label("Day")).to_have_value("2026-11-20")
    expect(page.get_by_text("America/New_York")).to_be_visible()
    expect(page.get_by_text("Europe/Berlin")).to_be_visible()
    page.get_by_label("Time").fill("20:00")
    page.get_by_role("button", name="Set Reminder").click()
    expect(page.get_by_text("Friday, November 20, 2026, at 8:00 PM")).to_be_visible()
    [pending] = shopping.host.today_json("notifications", "pending")
    assert pending["due"].startswith("2026-11-21T01:00:00")


def test_a_time_that_is_over_there_is_refused(shopping: Shopping, visitors) -> None:
    page = visitors(timezone_id="America/New_York").sign_in(shopping.host)
    open_list(page)
    page.get_by_label("Time").fill("19:00")
    page.get_by_role("button", name="Set Reminder").click()
    expect(page.locator('[data-error-for="reminder-time"]')).to_have_text("That time has passed. Choose a later one.")


# In Vienna clocks always show the time of Berlin.
@pytest.mark.parametrize("zone", ["Europe/Berlin", "Europe/Vienna"])
def test_who_is_where_the_host_is_reads_nothing_of_time_zones(shopping: Shopping, visitors, zone: str) -> None:
    page = visitors(timezone_id=zone).sign_in(shopping.host)
    open_list(page)
    expect(page.get_by_label("Day")).to_have_value("2026-11-21")
    expect(page.get_by_text("Europe/")).to_have_count(0)
    page.get_by_label("Time").fill("08:00")
    page.get_by_role("button", name="Set Reminder").click()
    expect(page.get_by_text("Saturday, November 21, 2026, at 8:00 AM")).to_be_visible()
    # Elsewhere the same reminder says in which zone it is meant.
    abroad = visitors(timezone_id="America/New_York").sign_in(shopping.host)
    open_list(abroad)
    expect(abroad.get_by_text("Saturday, November 21, 2026, at 8:00 AM (Europe/Berlin)")).to_be_visible()


ZONE_HINT = "Times are in Europe/Berlin, where Today runs."


def open_app(page: Page, url: str) -> None:
    page.goto(f"{page.evaluate('location.origin')}/app?url={quote(url, safe='')}")


def test_times_of_habits_say_whose_zone_they_are_in(berlin: TodayHost, visitors) -> None:
    habits = Habits(berlin).install()
    abroad = visitors(timezone_id="America/New_York").sign_in(berlin)
    here = visitors(timezone_id="Europe/Berlin").sign_in(berlin)
    for path, field in (("add", "Reminder"), ("settings", "Day begins at")):
        open_app(abroad, habits.URL + path)
        expect(abroad.get_by_text(ZONE_HINT)).to_be_visible()
        open_app(here, habits.URL + path)
        expect(here.get_by_label(field)).to_be_visible()
        expect(here.get_by_text(ZONE_HINT)).to_have_count(0)


def test_a_person_elsewhere_can_have_their_zone_used(berlin: TodayHost, visitors) -> None:
    def hint(page: Page, zone: str) -> Locator:
        return page.get_by_text(f"Widgets, reminders and quiet hours are in {zone}.")

    here = visitors(timezone_id="Europe/Berlin").sign_in(berlin)
    abroad = visitors(timezone_id="America/New_York").sign_in(berlin)
    abroad.reload()  # The first page is made before the browser has said its zone.
    expect(hint(abroad, "Europe/Berlin")).to_be_visible()
    expect(hint(here, "Europe/Berlin")).to_have_count(0)
    abroad.get_by_role("main").get_by_role("link", name="Change").click()
    abroad.get_by_role("button", name="Use America/New_York").click()
    expect(hint(abroad, "America/New_York")).to_be_visible()
    expect(abroad.get_by_role("button", name="Use America/New_York")).to_have_count(0)
    # It holds on every device, at once and after a restart.
    expect(hint(here, "America/New_York")).to_be_visible()
    berlin.kill()
    berlin.start()
    here.goto(f"{berlin.ready['url']}/settings")
    expect(hint(here, "America/New_York")).to_be_visible()
    assert "There is no time zone “../etc/passwd”" in berlin.today("settings", "--time-zone", "../etc/passwd", status=1).stderr
    assert berlin.today("settings", "--time-zone", "system").stdout == "Time zone: Europe/Berlin\n"
    here.reload()
    expect(here.locator("#quiet-hours")).to_be_visible()
    expect(hint(here, "America/New_York")).to_have_count(0)


def test_clock_shows_the_time_where_the_person_is(berlin: TodayHost, visitors) -> None:
    berlin.install(ROOT / "Apps/.build/bundles/debug/Clock.app")
    page = visitors(timezone_id="America/New_York", locale="en-GB").sign_in(berlin)
    open_app(page, "today-clock://")
    # It is half past seven in the evening there, and half past one at night in Berlin.
    # So the clock of New York shows the same.
    expect(page.get_by_text("19:30", exact=True)).to_have_count(2)
    expect(page.get_by_text("01:30", exact=True)).to_have_count(0)
    expect(page.get_by_text("Tomorrow, +5 h")).to_be_visible()


@pytest.mark.parametrize("size", [100, 200])
def test_clock_cuts_no_time_on_a_phone(berlin: TodayHost, visitors, size: int) -> None:
    berlin.install(ROOT / "Apps/.build/bundles/debug/Clock.app")
    page = visitors(timezone_id="America/New_York", locale="en-US").sign_in(berlin)
    open_app(page, "today-clock://")
    expect(page.get_by_text("London", exact=True)).to_be_visible()
    page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", size)
    cut = """() => [...document.querySelectorAll("main p, main .ac-text, main .ac-action")]
        .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
    assert page.evaluate(cut) == []
    # No name of a city is broken inside a word.
    count = "each => { const range = new Range(); range.selectNodeContents(each); return range.getClientRects().length }"
    assert page.get_by_text("London", exact=True).evaluate(count) == 1
