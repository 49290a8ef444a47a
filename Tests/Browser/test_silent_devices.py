"""The notice on the screen that a device has been silent for longer than expected."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from accessibility import violations
from clock import HostClock
from today_host import TodayHost


def test_open_screen_reports_a_silent_device_until_it_is_dismissed(
    stopped_host: TodayHost, visitors, tmp_path: Path
) -> None:
    clock = HostClock(tmp_path / "clock.json")
    stopped_host.arguments = ["--clock-file", str(clock.file)]
    stopped_host.start()
    phone = visitors().sign_in(stopped_host)
    [device] = stopped_host.today_json("devices", "list")["devices"]
    stopped_host.today("devices", "rename", device["id"], "Phone")
    phone.goto("about:blank")
    clock.advance(days=2)
    page = visitors().sign_in(stopped_host)
    notice = page.get_by_text("“Phone” was not seen for longer than usual.")
    expect(notice).to_have_count(0)
    # The page is told when the time has come, without being loaded again.
    clock.advance(days=1)
    expect(notice).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="Devices").click()
    silent = page.get_by_role("list", name="Devices").get_by_role("listitem").filter(has_text="Phone")
    expect(silent).to_contain_text("usually seen every day. Open Today there, or sign it out.")
    assert violations(page) == []
    page.goto(stopped_host.ready["url"])
    expect(notice).to_be_visible()
    page.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)
    page.reload()
    expect(page.locator("h1.date")).to_be_visible()
    expect(notice).to_have_count(0)
