"""System, a sample app: how busy the computer is, told by the host to whom the person allows it."""

import re
from pathlib import Path

from clock import HostClock
from streams import Refused
from today_host import ROOT, TodayHost

BUNDLE = ROOT / "Apps/.build/bundles/debug/System.app"
WIDGET = "org.today.System.widget"
URL = "today-system://"


def total_memory() -> str:
    kilobytes = int(re.search(r"MemTotal: +(\d+) kB", Path("/proc/meminfo").read_text())[1])
    return f"of {kilobytes * 1024 / 1e9:.1f}\u00a0GB"


def page_text(host: TodayHost) -> str:
    return str(host.open(URL)["card"])


def test_widget_shows_the_computer_and_is_asked_again(timed_host: TodayHost, clock: HostClock):
    timed_host.install(BUNDLE)
    with timed_host.watch(language="en-GB") as page:
        page.wait_for_text(WIDGET, "GB free")
        updates = len(timed_host.ledger(WIDGET))
        clock.advance(seconds=15)
        page.wait(lambda _: len(timed_host.ledger(WIDGET)) > updates, "the widget to be asked again")
    assert total_memory() in page_text(timed_host)
    assert "done" in timed_host.tap_label(timed_host.scene(URL), "Refresh")


def test_revoked_right_ends_it_at_once(host: TodayHost):
    host.install(BUNDLE)
    rights = host.today("settings", "System", "--rights").stdout
    assert "Know the load, the memory and the disk of this computer." in rights
    with host.watch(language="en-GB") as page:
        page.wait_for_text(WIDGET, "GB free")
    host.today("settings", "System", "--revoke", "system-status")
    # Reading has failed for the page, and nothing else is shown.
    shown = ""
    try:
        shown = page_text(host)
    except Refused as refusal:
        assert "You have revoked a right of System, system-status;" in refusal.message
    assert "GB" not in shown
    host.today("settings", "System", "--restore", "system-status")
    assert total_memory() in page_text(host)
