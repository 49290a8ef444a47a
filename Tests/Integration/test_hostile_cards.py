"""Cards that no author writes: as deep as allowed, deeper, and with text that is none."""

from __future__ import annotations

import json
import plistlib
import shutil

import pytest

from browser_device import BrowserDevice
from today_host import TodayHost

GROUP = "group.test.layout"
WIDGET = "test.layout.widget"
#: An update that is not answered fails after 20 s.
DEADLINE = 20_000


def nested(depth: int) -> dict:
    """A card whose text is at a depth."""
    element: dict = {"type": "TextBlock", "text": f"depth {depth}"}
    for _ in range(depth - 1):
        element = {"type": "Container", "items": [element]}
    return {"type": "AdaptiveCard", "version": "1.5", "body": [element]}


@pytest.fixture
def layout(host: TodayHost, fixture_app) -> TodayHost:
    host.install(fixture_app("layout", widget="layout_widget", groups=[GROUP]))
    return host


def show(host: TodayHost, card: dict, status: int = 0) -> str:
    """Has the widget show a card; returns what the command says."""
    (host.group_folder(GROUP) / "content.json").write_text(json.dumps({"compact": card}))
    return host.today("reload", WIDGET, status=status).stderr


def test_card_of_an_allowed_depth_is_shown(layout: TodayHost):
    with layout.watch() as page:
        for depth in 30, 32:
            show(layout, nested(depth))
            page.wait_for_text(WIDGET, f"depth {depth}")


def test_card_that_cannot_be_read_is_refused_at_once(layout: TodayHost):
    for card, reason in (
        (nested(33), "nest deeper than 32"),
        (nested(60), "nested deeper than 100"),
        ({"type": "AdaptiveCard", "version": "1.5", "body": [{"type": "TextBlock", "text": "\ud800"}]}, "surrogate"),
    ):
        assert reason in show(layout, card, status=1)
        failed = next(each for each in layout.ledger(WIDGET) if each["outcome"] == "failed")
        assert reason in failed["message"] and failed["milliseconds"] < DEADLINE / 2


def test_app_with_large_cards_makes_no_page_wait(host: TodayHost, fixture_app):
    bundle = fixture_app("layout", widget="layout_widget", groups=[GROUP])
    widgets = [WIDGET]
    for number in range(2, 17):
        widget = shutil.copytree(bundle / "PlugIns/Layout.appex", bundle / f"PlugIns/Layout{number}.appex")
        info = plistlib.loads((widget / "Info.plist").read_bytes())
        widgets.append(info["CFBundleIdentifier"] + str(number))
        (widget / "Info.plist").write_bytes(plistlib.dumps({**info, "CFBundleIdentifier": widgets[-1]}))
    host.install(bundle)
    host.install(fixture_app("other", widget="layout_widget", groups=["group.test.other"]))
    (host.group_folder("group.test.other") / "content.json").write_text(json.dumps({"compact": {"lines": 3}}))
    host.today("reload", "test.other.widget")
    browser = BrowserDevice(host)
    small = len(browser.page("/"))

    def show_everywhere(body: list[dict]) -> None:
        content = {"compact": {"type": "AdaptiveCard", "version": "1.5", "body": body}}
        (host.group_folder(GROUP) / "content.json").write_text(json.dumps(content))
        for widget in widgets:
            host.today("reload", widget)

    reason = "a page would need more than 256 KiB for the cards of its app"
    show_everywhere([{"type": "TextBlock", "text": "x" * 250_000}])
    page = browser.page("/")
    assert len(page) < small + 300_000 and page.count(reason) == 15 and "line 3" in page
    terminal = host.today("show").stdout
    assert "line 3" in terminal and " ".join(terminal.split()).count(reason) == 15
    assert reason in host.today("why", widgets[-1]).stdout and reason not in host.today("why", WIDGET).stdout
    assert "für die Karten der App mehr als 256 KiB" in BrowserDevice(host, "de").page("/")
    assert "カードがページの256 KiBを超えて" in BrowserDevice(host, "ja").page("/")

    # Less to send, and far more to draw.
    show_everywhere([{"type": "Rating", "value": 20, "max": 20}] * 900)
    page = browser.page("/")
    assert len(page) < small + 50_000 and page.count(reason) == 16 and "line 3" in page
