"""A push that is answered in the browser of one device disappears from the page of the other, without a message."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from test_notifications import banner, open_tab, row
from two_mailers import two_mailers


def test_answered_push_leaves_the_page_of_the_other_device(log_file: Path, tmp_path: Path, visitors) -> None:
    with two_mailers(log_file, tmp_path) as two:
        here = visitors().sign_in(two.laptop.host)
        there = visitors().sign_in(two.desk.host)
        listed = there.context.new_page()
        listed.goto(f"{two.desk.host.ready['url']}/notifications")
        for title in ("Doors", "Lights"):
            two.alert(title)
        for page in (here, there):
            for title in ("Doors", "Lights"):
                expect(banner(page, title)).to_be_visible()
        expect(row(listed, "Doors")).to_be_visible()
        assert two.laptop.messages() == [] and two.desk.messages() == []

        banner(here, "Doors").get_by_role("button", name="Dismiss").click()

        expect_gone(there, "Doors")
        expect(row(listed, "Doors")).to_have_count(0)
        # The other one stays until it is answered too, here on the other device.
        expect(banner(there, "Lights")).to_be_visible()
        open_tab(there)
        row(there, "Lights").locator("summary").click()
        row(there, "Lights").get_by_role("button", name="Open", exact=True).click()
        expect_gone(here, "Lights")


def expect_gone(page: Page, title: str) -> None:
    expect(banner(page, title)).to_have_count(0)
