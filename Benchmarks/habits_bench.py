"""The measurements of Habits: from a tap on its widget until everything has followed, here and on another device."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from typing import Iterator

from measuring import figure, host, log_file
import clock as clock_fixture
import notifier as notifier_fixture
import today_host
from habits import Habits
from status_bar import StatusBar
from tick_load import this_day
from today_cloud import TodayCloud
from today_host import TodayHost, eventually

#: What the person has: every habit is due today and has a reminder in the evening.
NAMES = ["Read", "Run", "Sit", "Water", "Write"]
TODAY = "2026-11-21"


def tap_to_everything(rounds: int = 200, cold_rounds: int = 30) -> Iterator[dict]:
    """From a tap on a habit until page, badge, status bar and reminders show it, and the app has stored it.

    The cloud is the one inside the host. After each round the least that such a tap costs is measured on the same disk.
    """
    with tempfile.TemporaryDirectory() as folder, Floor() as floor:
        # Noon, so that today's reminders are pending.
        clock = clock_fixture.HostClock(Path(folder) / "clock.json", zone="UTC")
        with host("--clock-file", str(clock.file)) as today:
            habits = Habits(today).install()
            habits.allow()
            for name in NAMES:
                habits.add(name, reminder="23:59")
            with Everything(habits) as everything:
                warm, floors = [], []
                for round in range(rounds + 10):
                    took = everything.tick()
                    everything.untick()
                    least = floor.measure()
                    if round >= 10:
                        warm.append(took)
                        floors.append(least)
            cold = []
            for _ in range(cold_rounds):
                today.stop()
                today.start("--log-level", "error")
                with Everything(habits) as everything:
                    assert not today.programs(habits.PROGRAM), "the app runs already"
                    cold.append(everything.tick())
                    everything.untick()
    for name in ("everything", "page", "badge", "status bar"):
        yield figure(f"tap on a habit to {name}, app warm", "ms", [took[name] for took in warm])
    yield figure("commit, pipe round trip and event: the floor of a tap", "ms", floors)
    ratio = figure("", "", [took["everything"] for took in warm])["median"] / figure("", "", floors)["median"]
    yield figure("tap on a habit to everything, app warm, in floors", "", [ratio])
    yield figure("tap on a habit to everything, app cold", "ms", [took["everything"] for took in cold])


class Everything:
    """All that shows what is done on one host: an open page, the badge, a status bar, and the pending reminders."""

    NAME = NAMES[0]

    def __init__(self, habits: Habits):
        self._habits, self._host = habits, habits.host
        self._data = {"habit": habits.id(self.NAME), "day": TODAY}
        self._stack = ExitStack()

    def __enter__(self) -> "Everything":
        self._host.request("GET", "/api/screen?opens=1")
        self._page = self._stack.enter_context(Screen(self._host))
        self._badge = self._stack.enter_context(Badge(self._host))
        self._bar = self._stack.enter_context(StatusBar(self._host, Habits.APP, "--follow", "--format", "text"))
        self._page.wait_for(self._habits, self.NAME, False)
        self._badge.wait_for_number(len(NAMES))
        assert self._bar.line().startswith(f"0/{len(NAMES)}")
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.__exit__(*error)

    def tick(self) -> dict[str, float]:
        """Ticks; returns after how many milliseconds each showed it."""
        return self._tap(True)

    def untick(self) -> None:
        """Unticks, and lets the host come to rest."""
        self._tap(False)
        wait_until_idle(self._host)

    def _tap(self, done: bool) -> dict[str, float]:
        begin = time.perf_counter()
        outcome = self._host.tap_widget(Habits.WIDGET, {"action": {"set": {**self._data, "done": done}}}, None)
        page = self._page.wait_for(self._habits, self.NAME, done)
        badge = self._badge.wait_for_number(len(NAMES) - done)
        # The app sets it in the transaction that also acknowledges the action and schedules the reminders, so with the
        # line those have changed as well; that they have is checked afterwards.
        line = self._bar.line()
        bar = time.perf_counter()
        pending = self._host.request("GET", f"/api/notifications/pending?app={Habits.APP}")
        assert "done" in outcome and line.startswith(f"{int(done)}/{len(NAMES)}"), (outcome, line)
        reminders = [each["title"] for each in pending if each["identifier"].endswith(TODAY)]
        assert sorted(reminders) == sorted(NAMES[1:] if done else NAMES), reminders
        assert self._habits.mark(self.NAME, TODAY) == ("done" if done else "open")
        moments = {"page": page, "badge": badge, "status bar": bar, "everything": max(page, badge, bar)}
        return {name: (moment - begin) * 1000 for name, moment in moments.items()}


class Screen(today_host.Watch):
    """An open page that notes when widgets came."""

    arrived = 0.0

    def __init__(self, host: TodayHost):
        super().__init__(host, after=None, scene=None, language="en-US")

    def receive(self, name: str, data: dict) -> None:
        self.arrived = time.perf_counter()
        super().receive(name, data)

    def wait_for(self, habits: Habits, name: str, done: bool) -> float:
        """Waits until the widget shows a habit as done, or not; returns when that came."""
        return self.wait(lambda page: page.arrived if (name, done) in habits.rows(page) else None, f"{name} {done}")


class Badge(notifier_fixture.NotificationWatch):
    """A surface that notes when the badge came."""

    arrived = 0.0

    def __init__(self, host: TodayHost):
        super().__init__(host)

    def receive(self, name: str, data: dict) -> None:
        before = self.badges.get(Habits.APP, 0)
        super().receive(name, data)
        if self.badges.get(Habits.APP, 0) != before:
            self.arrived = time.perf_counter()

    def wait_for_number(self, number: int) -> float:
        """Waits until the app's icon has a number; returns when it came."""
        return self.wait(
            lambda surface: (surface.arrived,) if surface.badges.get(Habits.APP, 0) == number else None, f"{number}"
        )[0]


class Floor:
    """What a tap that is kept, handled by another process, and shown costs at least."""

    def __enter__(self) -> "Floor":
        self._folder = tempfile.TemporaryDirectory(dir="/tmp")
        self._database = sqlite3.connect(Path(self._folder.name) / "floor.sqlite", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute("CREATE TABLE tap (id INTEGER PRIMARY KEY, body TEXT)")
        self._process = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        with socket.create_server(("127.0.0.1", 0)) as server:
            self._sender = socket.create_connection(server.getsockname())
            self._receiver, _ = server.accept()
        self._sender.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
        self._sender.close()
        self._receiver.close()
        self._folder.cleanup()

    def measure(self) -> float:
        """One commit with `synchronous=FULL`, one round trip over pipes, one event; returns the milliseconds."""
        message = b"x" * 1000 + b"\n"
        begin = time.perf_counter()
        self._database.execute("INSERT INTO tap (body) VALUES (?)", (message.decode(),))
        self._process.stdin.write(message)
        read(lambda: self._process.stdout.read(65536), len(message))
        self._sender.sendall(message)
        read(lambda: self._receiver.recv(65536), len(message))
        return (time.perf_counter() - begin) * 1000


def read(part, count: int) -> None:
    """Reads so many bytes."""
    while count > 0:
        count -= len(part())


def tap_to_other_host(rounds: int = 100) -> Iterator[dict]:
    """From a tap on one host until the open page of another host of the same person shows it, through a cloud."""
    with TodayCloud(log_file("cloud")) as cloud, host("--no-cloud") as first, host("--no-cloud") as second:
        cloud.start("--request-rate", "0", "--log-level", "error")
        both = [Habits(each).install() for each in (first, second)]
        for habits in both:
            token = cloud.today("user", "add", "ada").strip()
            habits.host.today_with(token + "\n", "link", cloud.ready["url"], "--token-stdin")
        for name in NAMES:
            both[0].add(name, reminder="23:59")
        for habits in both:
            habits.save_settings(sync=True)
        eventually(lambda: set(both[1].names) == set(NAMES), "the habits on the other host", timeout=60)
        name, day, times = NAMES[0], this_day(), []
        id = both[0].id(name)
        second.request("GET", "/api/screen?opens=1")
        with Screen(second) as page:
            page.wait_for(both[1], name, False)
            for round in range(rounds + 10):
                done = round % 2 == 0
                begin = time.perf_counter()
                first.tap_widget(Habits.WIDGET, {"action": {"set": {"habit": id, "day": day, "done": done}}}, None)
                shown = page.wait_for(both[1], name, done)
                if round >= 10:
                    times.append((shown - begin) * 1000)
                wait_until_idle(first, second)
    yield figure("tap on a habit to shown on another host", "ms", times)


def wait_until_idle(*hosts: TodayHost) -> None:
    """Waits until the app of each host has processed every action, and every change of a record has been sent."""
    for each in hosts:
        # In this order: an action's changes of records are queued when it is processed.
        eventually(lambda: not waiting_actions(each), "an empty queue of actions")
        eventually(lambda: not each.waiting_records, "an empty queue of records")


def waiting_actions(host: TodayHost) -> list[dict]:
    """The actions that the app has not processed."""
    return host.request("GET", f"/api/outbox?app={Habits.APP}")["entries"]


def sustained_ticks(count: int = 500, surfaces: int = 4) -> Iterator[dict]:
    """Several surfaces tick as fast as they are answered, each tick another day; until the app has processed all."""
    with host() as today:
        habits = Habits(today).install()
        habits.allow()
        ids = [habits.add(name, reminder="23:59") for name in NAMES]
        first = date(2001, 1, 1)

        def tick(surface: int) -> None:
            for number in range(surface, count, surfaces):
                data = {"habit": ids[number % len(ids)], "day": (first + timedelta(days=number)).isoformat(), "done": True}
                outcome = today.tap_widget(Habits.WIDGET, {"action": {"set": data}}, None)
                assert "done" in outcome, outcome

        threads = [threading.Thread(target=tick, args=(surface,)) for surface in range(surfaces)]
        begin = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        acknowledged = count / (time.perf_counter() - begin)
        eventually(lambda: not waiting_actions(today), "an empty queue", timeout=600, interval=0.02)
        processed = count / (time.perf_counter() - begin)
        stored = sum(len(month["marks"]) for key, month in habits.defaults.items() if key.startswith("marks."))
        assert stored == count, stored
    yield figure(f"ticks acknowledged, {surfaces} surfaces", "/s", [acknowledged])
    yield figure(f"ticks processed by the app, {surfaces} surfaces", "/s", [processed])
