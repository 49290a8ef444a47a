"""Habits in a real browser: the form, the widget, the month, and pictures of them."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from clock import HostClock
from habits import Habits
from matrix import matrix
from pictures import WINDOWS, Pictures
from today_host import TodayHost

TODAY = date(2026, 11, 21)


@pytest.fixture
def habits(stopped_host: TodayHost, tmp_path: Path) -> Habits:
    clock = HostClock(tmp_path / "clock.json")
    stopped_host.arguments = ["--clock-file", str(clock.file)]
    stopped_host.start()
    return Habits(stopped_host).install()


@pytest.fixture(scope="module")
def kept(shared_log: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Habits]:
    """Four habits that were kept for some weeks, with a few gaps, on a host that tests share; they leave it as it is."""
    clock = HostClock(tmp_path_factory.mktemp("clock") / "clock.json")
    with TodayHost(shared_log) as host:
        host.start("--clock-file", str(clock.file))
        yield keep_some(Habits(host).install())


def keep_some(habits: Habits) -> Habits:
    """Adds the four habits, and marks the days on which they were kept."""
    habits.add("Read", symbol="✎", reminder="21:30")
    habits.add("Swim", symbol="≈", schedule="weekly:2")
    habits.add("Meditate", symbol="☯")
    habits.add("Water the plants", symbol="✿", schedule="weekdays", days="2,5,7")
    names = habits.names
    for back in range(26, 0, -1):
        day = TODAY - timedelta(days=back)
        for name, is_kept in (
            ("Read", back != 12), ("Swim", back % 4 == 1), ("Meditate", back % 5 != 3),
            ("Water the plants", day.isoweekday() in (1, 4, 6)),
        ):
            if is_kept:
                action = {"action": {"set": {"habit": names[name], "day": str(day), "mark": "done"}}}
                assert "done" in habits.host.tap_scene(habits.URL, None, action)
    habits.tap("", "✎ Read")
    return habits


def open_page(page: Page, path: str, heading: str) -> None:
    page.goto(page.evaluate("location.origin") + "/app?url=" + quote(Habits.URL + path, safe=""))
    expect(page.get_by_role("heading", name=heading)).to_be_visible()


def test_a_habit_is_added_and_ticked_in_the_widget(habits: Habits, visitor) -> None:
    page = visitor.sign_in(habits.host)
    open_page(page, "", "Saturday, November 21")
    page.get_by_role("link", name="Add Habit").click()
    expect(page.get_by_label("Name")).to_be_focused()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Give it a name.")).to_be_visible()
    page.get_by_label("Name").fill("Read")
    page.get_by_label("Reminder").fill("21:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Mark Read as done")).to_be_visible()

    other = visitor.page()
    other.goto(page.evaluate("location.origin"))
    other.get_by_role("button", name="Mark Read as done").click()
    expect(other.get_by_role("button", name="Mark Read as not done")).to_be_visible()
    # The app's page follows.
    expect(page.get_by_role("button", name="Mark Read as not done")).to_be_visible()
    expect(page.get_by_text("All done")).to_be_visible()
    other.get_by_role("button", name="Mark Read as not done").click()
    expect(page.get_by_text("1 left")).to_be_visible()


def test_no_way_leads_back_to_a_saved_form(habits: Habits, visitor) -> None:
    page = visitor.sign_in(habits.host)
    open_page(page, "add", "Add Habit")
    page.get_by_label("Name").fill("Read")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Mark Read as done")).to_be_visible()
    expect(page.get_by_role("link", name="Add Habit").and_(page.locator(".back"))).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("navigation", name="Tabs")).to_be_visible()
    assert "/app?" not in page.url


def test_a_day_of_the_month_is_corrected(kept: Habits, visitor) -> None:
    page = visitor.sign_in(kept.host)
    open_page(page, f"habit/{kept.id('Read')}", "✎ Read")
    expect(page.get_by_text("12 days").first).to_be_visible()
    page.get_by_role("button", name="Monday, November 9").click()
    expect(page.get_by_text("27 days").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("12 days").first).to_be_visible()


@matrix(1, window=["narrow", "wide"], scheme=["dark", "light"])
def test_pictures_of_habits(kept: Habits, visitors, screenshots: Path, window: str, scheme: str) -> None:
    page = visitors(*WINDOWS[window], color_scheme=scheme, reduced_motion="reduce").sign_in(kept.host)
    pictures = Pictures(page, screenshots, f"{window}-{scheme}")
    expect(page.get_by_role("button", name="Mark Meditate as done")).to_be_visible()
    pictures.keep("habits-widget")
    for path, heading in (
        ("", "Saturday, November 21"), ("month", "November 2026"), ("streaks", "Streaks"), ("edit", "Edit"),
        (f"habit/{kept.id('Meditate')}", "☯ Meditate"), ("settings", "Settings"),
    ):
        open_page(page, path, heading)
        pictures.keep("habits-" + (path.split("/")[0] or "today"))
    page.goto(page.evaluate("location.origin") + "/app?url=" + quote(Habits.URL + "add", safe=""))
    expect(page.get_by_label("Name")).to_be_focused()
    pictures.keep("habits-add")


def test_pages_are_in_japanese_and_german(kept: Habits, visitors) -> None:
    for locale, heading, button in (
        ("ja-JP", "11月21日（土）", re.compile("Meditateを完了にする")),
        ("de-DE", "Samstag, 21. November", re.compile("Meditate als erledigt markieren")),
    ):
        page = visitors(locale=locale).sign_in(kept.host)
        open_page(page, "", heading)
        expect(page.get_by_role("button", name=button)).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_widget_shows_the_share_of_the_day_and_streaks(
    habits: Habits, visitors, screenshots: Path, width: int
) -> None:
    habits.add("Read")
    habits.add("Run")
    for back in (2, 1):
        action = {"action": {"set": {"habit": habits.id("Read"), "day": str(TODAY - timedelta(days=back)), "mark": "done"}}}
        assert "done" in habits.host.tap_scene(habits.URL, None, action)
    page = visitors(width, 900, device_scale_factor=2, reduced_motion="reduce").sign_in(habits.host)
    share = page.get_by_role("region", name="Habits").locator(".head-detail")
    expect(share).to_have_text("0 of 2 done")
    page.get_by_role("button", name="Mark Read as done").click()
    expect(share).to_have_text("1 of 2 done")
    expect(page.get_by_title("3 days")).to_be_visible()
    # Circles and names stand in line, and a circle is large enough to be seen.
    rows = page.locator(".place .ac-columns")
    for index in range(2):
        circle, name = rows.nth(index).locator(".ac-icon").first.bounding_box(), rows.nth(index).locator(".ac-text").bounding_box()
        assert circle and name and circle["height"] >= 20
        assert abs(circle["y"] + circle["height"] / 2 - name["y"] - name["height"] / 2) <= 2
    Pictures(page, screenshots, f"{width}").keep("habits-widget")
