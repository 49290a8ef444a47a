"""Bundles that use more than they may, and how soon that is noticed; test_hostile_bundles.py has the attacks one by one."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Callable

import pytest

from today_host import TodayHost
from waiting import eventually, wait_in_folder


@pytest.mark.parametrize(("attack", "most"), [
    ("growth-soon", 200), ("disk-soon", 350), ("growth-late", 200), ("disk-late", 350),
])
def test_process_that_was_still_is_noticed_soon(
    stopped_host: TodayHost, fixture_app: Callable[..., Path], attack: str, most: int
):
    """Some seconds after an answer or long after it: it is read every five seconds, and gets far more in that time."""
    stopped_host.start()
    stopped_host.install(fixture_app(attack, widget="hostile_widget", groups=["group.test.attack"]))
    with stopped_host.watch() as page:
        reason = page.wait(
            lambda page: re.search(
                r"(?:used|take) (\d+) MiB", str(page.widgets.get(f"test.{attack}.widget", {}).get("freshness"))
            ),
            "the reason on the screen",
        )
    assert 64 < int(reason[1]) < most


def test_memory_that_was_had_for_a_moment_is_too_much(stopped_host: TodayHost, fixture_app: Callable[..., Path]):
    """Of three updates that take too much and give it back at once, each is the process's last."""
    stopped_host.start()
    stopped_host.install(fixture_app("burst", widget="hostile_widget"))

    def kills() -> int:
        entries = stopped_host.today_json("why", "test.burst.widget")
        return sum(
            bool(re.search(r"used \d+ MiB of memory; its limit is 64 MiB", entry.get("message", "")))
            for entry in entries
        )

    for number in (1, 2, 3):
        # Whether the answer or the end comes first is a matter of milliseconds.
        stopped_host.today("reload", "test.burst.widget", status=None)
        eventually(lambda: kills() >= number, f"kill {number}", interval=0.3)


def test_group_has_the_size_that_the_person_sets(stopped_host: TodayHost, fixture_app: Callable[..., Path]):
    """Also for a process that runs, and after a restart."""
    stopped_host.start()
    assert stopped_host.today("settings", "--group-size", "16").stdout == "Each app group: 16 MiB, 10000 files\n"
    stopped_host.stop()
    stopped_host.start()
    stopped_host.install(fixture_app("disk", widget="hostile_widget", groups=["group.test.attack"]))
    with stopped_host.watch() as page:
        page.wait(
            lambda page: "limit is 16 MiB" in str(page.widgets.get("test.disk.widget", {}).get("freshness")),
            "the reason on the screen",
        )
    limits = stopped_host.today_json("list", "--limits")["limits"]
    assert [entry["groupBytes"] for entry in limits if entry["kind"] == "widget"] == [16 << 20]


def test_group_has_the_number_of_files_that_the_person_sets(stopped_host: TodayHost, fixture_app: Callable[..., Path]):
    """Also for a process that runs, and after a restart; the size stays as it was set."""
    stopped_host.start()
    stopped_host.today("settings", "--group-size", "16")
    set_files = stopped_host.today("settings", "--group-files", "500", "--json")
    assert json.loads(set_files.stdout) == {"groupBytes": 16 << 20, "groupFiles": 500}
    stopped_host.stop()
    stopped_host.start()
    stopped_host.install(fixture_app("many", widget="hostile_widget", groups=["group.test.attack"]))
    with stopped_host.watch() as page:
        page.wait(
            lambda page: "files in group.test.attack; the limit is 500"
            in str(page.widgets.get("test.many.widget", {}).get("freshness")),
            "the reason on the screen",
        )
    limits = stopped_host.today_json("list", "--limits")["limits"]
    assert [entry["groupFiles"] for entry in limits if entry["kind"] == "widget"] == [500]


@pytest.mark.parametrize("attack", ["costly", "greedy"])
def test_host_works_for_a_process_only_within_its_share(
    stopped_host: TodayHost, fixture_app: Callable[..., Path], attack: str
):
    """Whatever a process sends or asks for, the host spends a tenth of a processor on it, and a quarter of a second at once."""
    stopped_host.start()
    stopped_host.install(fixture_app(f"{attack}-later", widget="hostile_widget", groups=["group.test.attack"]))
    folder = stopped_host.group_folder("group.test.attack")
    wait_in_folder(folder, (folder / "begun").exists, "the flood")
    before = processor_seconds(stopped_host.process.pid)
    stopped_host.install(fixture_app("fresh", widget="fresh_widget", groups=["group.test.fresh"]))
    with stopped_host.watch() as page:
        page.wait(lambda page: page.texts("test.fresh.widget"), "the card of the other widget")
    wait_in_folder(folder, (folder / "done").exists, "the end of the flood")
    # It took all of the eight seconds before there was a share.
    assert processor_seconds(stopped_host.process.pid) - before < 4


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
