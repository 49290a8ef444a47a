"""A tick on one machine shows on the page and the status bar of the other one, which nobody touches."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import Callable

from playwright.sync_api import expect

from two_hosts import two_hosts
from waiting import eventually


def test_a_tick_in_one_browser_shows_in_the_other(log_file: Path, visitors: Callable) -> None:
    today = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    with two_hosts(log_file) as two:
        two.synchronize()
        here = visitors().sign_in(two.laptop.host)
        there = visitors().sign_in(two.desk.host)
        bar = visitors().sign_in(two.desk.host)
        bar.goto(bar.evaluate("location.origin") + "/complications")
        expect(bar.get_by_text("0/2")).to_be_visible()
        expect(there.get_by_role("button", name="Mark Read as done")).to_be_visible()

        here.get_by_role("button", name="Mark Read as done").click()

        expect(here.get_by_role("button", name="Mark Read as not done")).to_be_visible()
        expect(there.get_by_role("button", name="Mark Read as not done")).to_be_visible(timeout=30_000)
        expect(bar.get_by_text("1/2")).to_be_visible(timeout=30_000)
        eventually(lambda: two.desk.badge == 1, "the badge of the other machine")
        assert two.desk.pending(today) == []
