"""A tick on one machine shows on the page and the status bar of the other one, which nobody touches."""

from __future__ import annotations

from pathlib import Path
from typing import Callable

import pytest
from playwright.sync_api import expect

from two_hosts import two_hosts


@pytest.mark.parametrize("is_off", [False, True], ids=["both are on", "the other one is off"])
def test_a_tick_in_one_browser_shows_in_the_other(log_file: Path, visitors: Callable, is_off: bool) -> None:
    with two_hosts(log_file) as two:
        two.synchronize()
        here = visitors().sign_in(two.laptop.host)
        if is_off:
            two.desk.host.stop()
        else:
            there, bar = visitors().sign_in(two.desk.host), visitors().sign_in(two.desk.host)
            bar.goto(bar.evaluate("location.origin") + "/complications")
            expect(bar.get_by_text("0/2")).to_be_visible()
            expect(there.get_by_role("button", name="Mark Read as done")).to_be_visible()

        here.get_by_role("button", name="Mark Read as done").click()

        expect(here.get_by_role("button", name="Mark Read as not done")).to_be_visible()
        if is_off:
            two.desk.host.start()
            there, bar = visitors().sign_in(two.desk.host), visitors().sign_in(two.desk.host)
            bar.goto(bar.evaluate("location.origin") + "/complications")
        expect(there.get_by_role("button", name="Mark Read as not done")).to_be_visible(timeout=60_000)
        expect(bar.get_by_text("1/2")).to_be_visible(timeout=30_000)
        two.shows(two.desk, ("Read", True), ("Run", False))
