"""Habits on two hosts of one person, and the cloud that they have joined, as real processes."""

from __future__ import annotations

import subprocess
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import Iterator

from cloudkit_client import CloudKit, WebLogin
from habits import Habits
from today_cloud import TodayCloud
from today_host import TODAY, TodayHost
from waiting import eventually


def this_day() -> str:
    """The hosts' day: they follow the system's clock, in UTC."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%d")


class TwoHosts:
    """Two hosts of one person, and the cloud that they have joined."""

    def __init__(self, cloud: TodayCloud, laptop: Habits, desk: Habits):
        self.cloud, self.laptop, self.desk = cloud, laptop, desk

    def link(self, habits: Habits) -> None:
        result = subprocess.run(
            [TODAY, "link", self.cloud.ready["url"], "--token-stdin", "--state", habits.host.state],
            input=self.cloud.today("user", "add", "ada").strip() + "\n", capture_output=True, text=True, timeout=60,
            env=habits.host.environment,
        )
        assert result.returncode == 0, result.stdout + result.stderr

    def wait_for(self, habits: Habits, name: str, day: str, mark: str) -> None:
        """Waits until a host has a mark, without looking at the app."""
        eventually(
            lambda: name in habits.names and habits.mark(name, day) == mark, f"{name} {mark} on {day}", timeout=60
        )

    def shows(self, habits: Habits, *rows: tuple[str, bool]) -> None:
        """Waits until all of a host that nobody touches shows these habits, ticked or not.

        That is the widget, the badge, the status bar and the reminders that are pending; only *Read* has one.
        """
        done = sum(is_done for _, is_done in rows)
        reminders = ["Read"] if ("Read", False) in rows else []
        with habits.host.watch() as page:
            page.wait(lambda page: habits.rows(page) == list(rows), f"the habits {rows}", timeout=60)
        eventually(lambda: habits.badge == len(rows) - done, f"the badge {len(rows) - done}")
        eventually(lambda: habits.complication.startswith(f"{done}/{len(rows)}"), f"the status bar {done}/{len(rows)}")
        eventually(lambda: habits.pending(this_day()) == reminders, f"the reminders {reminders}")

    def client(self) -> CloudKit:
        """A web client that looks at the records that the hosts have sent."""
        tokens = [
            self.cloud.today("container", *arguments).strip()
            for arguments in (("add", Habits.CONTAINER), ("token", Habits.CONTAINER, "--user", "ada"))
        ]
        return CloudKit(self.cloud.ready["url"], Habits.CONTAINER, WebLogin(*tokens), environment="production")

    def synchronize(self) -> "TwoHosts":
        """Turns Sync on, on both, and has them know the same two habits."""
        self.laptop.add("Read", reminder="23:59")
        self.laptop.add("Run")
        for habits in (self.laptop, self.desk):
            habits.save_settings(sync=True)
        eventually(lambda: sorted(self.desk.names) == ["Read", "Run"], "the habits on the other host", timeout=60)
        for habits in (self.laptop, self.desk):
            habits.allow()
        return self


@contextmanager
def two_hosts(log_file: Path) -> Iterator[TwoHosts]:
    """Starts a cloud and two hosts that have joined it; ends them after the block."""
    logs = [log_file.with_suffix(f".{name}.log") for name in ("cloud", "laptop", "desk")]
    with TodayCloud(logs[0]) as cloud, TodayHost(logs[1]) as laptop, TodayHost(logs[2]) as desk:
        cloud.start()
        hosts = []
        for host in (laptop, desk):
            host.arguments = ["--no-cloud"]
            host.start()
            hosts.append(Habits(host).install())
        two = TwoHosts(cloud, *hosts)
        for habits in hosts:
            two.link(habits)
            habits.host.open(habits.URL)
        yield two
