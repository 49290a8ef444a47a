"""Bundles that use more than they may, and how soon that is noticed; test_hostile_bundles.py has the attacks one by one."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Callable

import pytest

from notifier import Notifier
from today_host import TodayHost
from waiting import eventually, wait_in_folder


def test_process_that_was_still_is_noticed_soon(host: TodayHost, fixture_app: Callable[..., Path]):
    """Some seconds after an answer or long after it: it is read every five seconds, and gets far more in that time."""
    limits = {"growth-soon": 200, "disk-soon": 350, "growth-late": 200, "disk-late": 350}
    for attack in limits:
        host.install(fixture_app(attack, widget="hostile_widget", groups=[f"group.test.{attack}"]))
    with host.watch() as page:
        for attack, most in limits.items():
            reason = page.wait(
                lambda page: re.search(
                    r"(?:used|take) (\d+) MiB", str(page.widgets.get(f"test.{attack}.widget", {}).get("freshness"))
                ),
                f"the reason of {attack} on the screen",
            )
            assert 64 < int(reason[1]) < most, attack


def test_memory_that_was_had_for_a_moment_is_too_much(host: TodayHost, fixture_app: Callable[..., Path]):
    """Of three updates that take too much and give it back at once, each is the process's last."""
    host.install(fixture_app("burst", widget="hostile_widget"))

    def kills() -> int:
        return sum(
            bool(re.search(r"used \d+ MiB of memory; its limit is 64 MiB", entry.get("message", "")))
            for entry in host.ledger("test.burst.widget")
        )

    for number in (1, 2, 3):
        # Whether the answer or the end comes first is a matter of milliseconds.
        host.today("reload", "test.burst.widget", status=None)
        eventually(lambda: kills() >= number, f"kill {number}", interval=0.3)


def test_group_has_the_size_that_the_person_sets(host: TodayHost, fixture_app: Callable[..., Path]):
    """And the number of files: also for a process that runs, and after a restart."""
    assert host.today("settings", "--group-size", "16").stdout == "Each app group: 16 MiB, 10000 files\n"
    set_files = host.today("settings", "--group-files", "500", "--json")
    assert json.loads(set_files.stdout) == {"groupBytes": 16 << 20, "groupFiles": 500}
    host.stop()
    host.start()
    reasons = {"disk": "limit is 16 MiB", "many": "files in group.test.many; the limit is 500"}
    for attack in reasons:
        host.install(fixture_app(attack, widget="hostile_widget", groups=[f"group.test.{attack}"]))
    with host.watch() as page:
        for attack, reason in reasons.items():
            page.wait(
                lambda page: reason in str(page.widgets.get(f"test.{attack}.widget", {}).get("freshness")),
                f"the reason of {attack} on the screen",
            )
    limits = [entry for entry in host.today_json("list", "--limits")["limits"] if entry["kind"] == "widget"]
    assert {(entry["groupBytes"], entry["groupFiles"]) for entry in limits} == {(16 << 20, 500)}


def test_app_that_fills_the_database_is_refused(stopped_host: TodayHost, fixture_app: Callable[..., Path]):
    """It may have a number of bytes; with more it can remove and read, but not add, and others are as before."""
    most = 1_000_000
    stopped_host.start("--app-bytes", str(most))
    notifier = Notifier(stopped_host).install(fixture_app)

    def used() -> int:
        limits = stopped_host.today_json("list", "--limits")
        assert limits["eachApp"]["databaseBytes"] == most
        return next(each["databaseBytes"] for each in limits["limits"] if each["id"] == notifier.APP)

    def fill(count: int) -> str:
        fill = {"from": 0, "count": count, "after": 86_400.0, "bytes": 15_000}
        return stopped_host.tap_scene(notifier.SCENE, "fill", {"fill": fill}).get("failed", {}).get("reason", "")

    reason = fill(200)
    assert f"at most {most} are allowed: remove notifications" in reason and reason.startswith("test.notifier would have")
    assert most - 20_000 < used() <= most
    # Each was answered before the next one, so what was accepted stays.
    kept = len(notifier.pending())
    assert 50 < kept < 70
    with pytest.raises(AssertionError, match="at most 1000000 are allowed"):
        notifier.add("one-more", {"after": 60.0}, body="x" * 15_000)
    # A second app has room, and what the first one removes it can add again.
    stopped_host.install(fixture_app("fresh", widget="fresh_widget", groups=["group.test.fresh"]))
    with stopped_host.watch() as page:
        page.wait(lambda page: page.texts("test.fresh.widget"), "the card of the other widget")
    notifier.ask("notifications/remove", pending=True, delivered=False)
    assert notifier.pending() == [] and used() < 20_000
    assert fill(10) == "" and len(notifier.pending()) == 10


def test_host_works_for_a_process_only_within_its_share(host: TodayHost, fixture_app: Callable[..., Path]):
    """Whatever processes send or ask for, the host spends a tenth of a processor on each, and a quarter of a second at once."""
    folders = []
    for attack in "costly", "greedy":
        group = f"group.test.{attack}"
        host.install(fixture_app(f"{attack}-later", widget="hostile_widget", groups=[group]))
        folders.append(host.group_folder(group))
    for folder in folders:
        wait_in_folder(folder, (folder / "begun").exists, "the flood")
    before = processor_seconds(host.pid)
    host.install(fixture_app("fresh", widget="fresh_widget", groups=["group.test.fresh"]))
    with host.watch() as page:
        page.wait(lambda page: page.texts("test.fresh.widget"), "the card of the other widget")
    for folder in folders:
        wait_in_folder(folder, (folder / "done").exists, "the end of the flood")
    # For either it took all of the eight seconds before there was a share.
    assert processor_seconds(host.pid) - before < 4


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
