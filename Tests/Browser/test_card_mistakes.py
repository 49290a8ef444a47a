"""The mark on a widget whose author made a mistake in its card, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Callable

from playwright.sync_api import expect

from accessibility import violations
from today_host import TodayHost

GROUP = "group.test.layout"
WIDGET = "test.layout.widget"


def test_mark_leads_to_the_mistakes(shared_host: TodayHost, shared_app: Callable[..., Path], visitors, subtests) -> None:
    shared_host.install(shared_app("layout", widget="layout_widget", groups=[GROUP]))

    def show(**more: str) -> None:
        body = [{"type": "TextBlock", "text": "61°", **more}]
        content = {"compact": {"type": "AdaptiveCard", "version": "1.5", "body": body}}
        (shared_host.group_folder(GROUP) / "content.json").write_text(json.dumps(content))
        shared_host.reload(WIDGET)

    for scheme in "light", "dark":
        with subtests.test(scheme=scheme):
            show(wieght="bolder")
            page = visitors(color_scheme=scheme).sign_in(shared_host)
            section = page.locator(f'[data-widget="{WIDGET}"]')
            expect(section.get_by_text("compact.body[0].wieght")).to_be_hidden()
            section.get_by_text("1 mistake in its cards").click()
            expect(section.get_by_text("compact.body[0].wieght")).to_be_visible()
            assert violations(page) == []
            # It stays open while the author mends the card.
            show(colour="good")
            expect(section.get_by_text("compact.body[0].colour")).to_be_visible()
            show(color="good")
            expect(section.locator(".mistakes")).to_have_count(0)
