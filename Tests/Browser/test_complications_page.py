"""The page of complications, on screens of several sizes."""

from __future__ import annotations

from pathlib import Path
from typing import Callable

import pytest
from playwright.sync_api import Page, expect

from notifier import Notifier
from pictures import Pictures
from today_host import TodayHost

#: What six apps show: short and long, with and without everything.
SAMPLES = {
    "habits": {
        "shortText": "3 left", "longText": "5 of 8 habits done today", "gauge": 0.625, "symbol": "✅", "class": ["morning"],
    },
    "weather": {"shortText": "16°", "longText": "Light rain until 6 PM", "symbol": "rain"},
    "build": {"shortText": "Broken", "longText": "main fails since 9:12: 2 of 4,120 tests", "class": ["urgent"]},
    "water": {"shortText": "All done", "gauge": 1, "symbol": "💧", "class": ["done"]},
    "shopping": {"shortText": "Milk, bread, apples and four more things", "gauge": 0},
    "train": {"shortText": "08:42 on time", "longText": "S1 to Potsdam, platform 3", "symbol": "🚆"},
}


class Board:
    """A host with apps that set complications."""

    def __init__(self, host: TodayHost, fixture_app: Callable[..., Path]):
        self.host = host
        self._make = fixture_app
        self._apps: dict[str, Notifier] = {}

    def set(self, name: str, complication: dict | None) -> None:
        """Has an app of this name set its complication; it is installed with its first one."""
        if name not in self._apps:
            self.host.install(self._make(name, app=Notifier.PROGRAM, groups=[Notifier.GROUP]))
            self._apps[name] = Notifier(self.host)
            self._apps[name].SCENE = f"{name}://"
        self._apps[name].ask("complication/set", complication=complication)

    def open(self, page: Page) -> None:
        page.goto(self.host.request("POST", "/api/links?page=/complications")["link"])
        expect(page.get_by_role("heading", name="Complications", exact=True)).to_be_visible()


@pytest.fixture
def board(host: TodayHost, fixture_app: Callable[..., Path]) -> Board:
    return Board(host, fixture_app)


def tile(page: Page, name: str):
    return page.locator(f"#c-test\\.{name}")


def test_the_page_follows_the_apps(board: Board, visitor) -> None:
    page = visitor.page()
    board.open(page)
    expect(page.get_by_text("No Complications")).to_be_visible()

    board.set("habits", SAMPLES["habits"])
    expect(tile(page, "habits").get_by_text("3 left")).to_be_visible()
    expect(tile(page, "habits").get_by_role("link")).to_have_accessible_name("Habits 3 left 5 of 8 habits done today 63%")
    board.set("habits", {"shortText": '<b>2</b> & "left"', "gauge": 0.75})
    expect(tile(page, "habits").get_by_text('<b>2</b> & "left"', exact=True)).to_be_visible()
    expect(tile(page, "habits").get_by_text("5 of 8")).to_have_count(0)
    fill, gauge = (tile(page, "habits").locator(each).bounding_box() for each in (".fill", ".gauge"))
    page.wait_for_function("document.getAnimations().length === 0")
    fill = tile(page, "habits").locator(".fill").bounding_box()
    assert fill["width"] == pytest.approx(gauge["width"] * 0.75, abs=1)

    # What happens while the host is away shows when it is back.
    board.host.kill()
    board.host.start()
    board.set("habits", {"shortText": "1 left"})
    expect(tile(page, "habits").get_by_text("1 left")).to_be_visible()

    board.host.today("uninstall", "Habits", "--yes")
    expect(page.get_by_text("No Complications")).to_be_visible()


def test_the_keyboard_opens_an_app_and_keeps_its_place(board: Board, visitor) -> None:
    for name in ("habits", "train"):
        board.set(name, SAMPLES[name])
    page = visitor.page()
    board.open(page)
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(tile(page, "train").get_by_role("link")).to_be_focused()
    # A change, and an app that comes before it, leave the focus where it is.
    board.set("train", {"shortText": "5 min late"})
    board.set("build", SAMPLES["build"])
    expect(tile(page, "build")).to_be_visible()
    expect(tile(page, "train").get_by_role("link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("train://", exact=True)).to_be_visible()


def test_the_page_works_without_the_script(board: Board, visitors) -> None:
    board.set("habits", SAMPLES["habits"])
    page = visitors(java_script_enabled=False).page()
    board.open(page)
    expect(tile(page, "habits").get_by_text("3 left")).to_be_visible()
    tile(page, "habits").get_by_role("link").click()
    expect(page.get_by_text("habits://", exact=True)).to_be_visible()


def test_settings_lead_to_the_page(board: Board, visitor) -> None:
    page = visitor.sign_in(board.host)
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("link", name="Complications").click()
    expect(page.get_by_text("No Complications")).to_be_visible()
    page.get_by_role("link", name="Today").click()
    expect(page.locator("h1.date")).to_be_visible()


def test_six_apps_fill_screens_of_all_sizes_without_scrolling(board: Board, visitors, screenshots: Path) -> None:
    sizes = {"narrow": (390, 844), "wide": (1280, 800), "panel": (800, 480), "small": (480, 320)}
    pages = {
        name: visitors(*size, reduced_motion="reduce").page()
        for name, size in sizes.items()
    }
    for page in pages.values():
        board.open(page)
    for count, (name, complication) in enumerate(SAMPLES.items(), 1):
        board.set(name, complication)
        for size, page in pages.items():
            expect(tile(page, name)).to_be_visible()
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), f"{count} scroll on {size}"
            boxes = [each.bounding_box() for each in page.locator(".complication").all()]
            assert all(box["height"] >= 44 for box in boxes)
            # What the apps show takes the whole page.
            assert max(box["y"] + box["height"] for box in boxes) >= page.viewport_size["height"] - 20
            # The short text is not cut off at the bottom of its tile.
            for text in page.locator(".short").all():
                inside, around = text.bounding_box(), text.locator("xpath=ancestor::li").bounding_box()
                assert inside["y"] >= around["y"] - 1
                assert inside["y"] + inside["height"] <= around["y"] + around["height"] + 1
            for scheme in ("dark", "light") if count in (1, 4, 6) else ():
                page.emulate_media(color_scheme=scheme)
                Pictures(page, screenshots, f"{size}-{scheme}").keep(f"complications-{count}")
