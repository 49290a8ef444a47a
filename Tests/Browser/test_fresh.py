"""What changed while nobody watched is in the first paint of the screen, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Callable

from playwright.sync_api import Page, expect

from clock import HostClock
from today_host import TodayHost
from waiting import eventually

GROUP = "group.test.fresh"
WIDGET = "test.fresh.widget"


def section(page: Page):
    return page.locator(f'[data-widget="{WIDGET}"]')


def test_unseen_update_is_in_the_first_paint(
    stopped_host: TodayHost, fixture_app: Callable[..., Path], visitors, tmp_path: Path
) -> None:
    host = stopped_host
    host.arguments = ["--clock-file", str(HostClock(tmp_path / "clock.json").file)]
    host.start()
    host.install(fixture_app("fresh", app="plain_app", widget="fresh_widget", groups=[GROUP]))
    visitor = visitors()
    page = visitor.sign_in(host)
    expect(section(page)).to_contain_text("word none")
    page.close()
    eventually(lambda: not schedule(host)["isWatched"], "that nobody watches")

    host.request("PUT", f"/api/defaults/{GROUP}/word", "plum")
    eventually(lambda: ledger(host)[0]["reasons"] == ["groupChanged"], "the update that nobody watches")
    assert schedule(host)["unseenUpdates"] == 1

    page = visitor.page()
    # Nothing reaches the page after its first answer.
    page.route(re.compile(r"/events(\?|$)"), lambda route: None)
    answer = page.goto(host.ready["url"])
    assert answer is not None and "word plum" in answer.text()
    expect(section(page)).to_contain_text("word plum")
    expect(section(page)).not_to_have_class(re.compile("waiting"))
    expect(section(page).locator(".note, .nothing")).to_have_count(0)


def schedule(host: TodayHost) -> dict:
    return host.request("GET", f"/api/widgets/{WIDGET}/schedule")


def ledger(host: TodayHost) -> list[dict]:
    """The updates that have ended, the newest first."""
    return host.request("GET", f"/api/widgets/{WIDGET}/ledger?limit=5")
