"""Cards that no author writes: as deep as allowed, deeper, and with text that is none."""

from __future__ import annotations

import json

import pytest

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
