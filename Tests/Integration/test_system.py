"""System, a sample app: how busy the computer is, told by the host to whom the person allows it."""

import json
import re
from pathlib import Path

import pytest

from clock import HostClock
from streams import Refused, Watch
from today_host import ROOT, TodayHost
from waiting import eventually

BUNDLE = ROOT / "Apps/.build/bundles/debug/System.app"
WIDGET = "org.today.System.widget"
URL = "today-system://"


def total_memory() -> str:
    kilobytes = int(re.search(r"MemTotal: +(\d+) kB", Path("/proc/meminfo").read_text())[1])
    return f"of {kilobytes * 1024 / 1e9:.1f}\u00a0GB"


def shows_memory(page: Watch) -> bool:
    texts = page.texts(WIDGET)
    return "Memory" in texts and any(text.endswith("%") for text in texts)


def page_text(host: TodayHost) -> str:
    return json.dumps(host.open(URL)["card"], ensure_ascii=False)


def test_widget_shows_the_computer_and_is_asked_again(timed_host: TodayHost, clock: HostClock):
    timed_host.install(BUNDLE)
    with timed_host.watch(language="en-GB") as page:
        page.wait(shows_memory, "the memory")
        updates = len(timed_host.ledger(WIDGET))
        clock.advance(seconds=15)
        eventually(lambda: len(timed_host.ledger(WIDGET)) > updates, "the widget to be asked again")
    assert total_memory() in page_text(timed_host)
    assert "done" in timed_host.tap_label(timed_host.scene(URL), "Refresh")


def test_revoked_right_ends_it_at_once(host: TodayHost):
    host.install(BUNDLE)
    rights = host.today("settings", "System", "--rights").stdout
    assert "Know the load, the memory and the disk of this computer." in rights
    with host.watch(language="en-GB") as page:
        page.wait(shows_memory, "the memory")
    host.today("settings", "System", "--revoke", "system-status")
    with pytest.raises(Refused, match="You have revoked the right system-status of this app;"):
        page_text(host)
    host.today("settings", "System", "--restore", "system-status")
    assert total_memory() in page_text(host)
