"""Runs the measurements of script/bench and prints a table of medians beside the goals of the design.

What happens inside one process is measured by the program today-bench; what a person waits for, here, against a real
host with the real sample apps and a weather provider on this machine. Named measurements run alone, as in
`script/bench tap memory`; `records=50000` stores that many records instead of a million, and `nodes=1000` has that many
devices.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Callable, Iterable

from measuring import BUILD, BUNDLES, ROOT, figure, host, number, processor_time, status
import clock as clock_fixture
import cloud_bench
import fixture_apps
import habits as habits_fixture
import habits_bench
import hostile_bench
import node_bench
import notifier as notifier_fixture
import processes
import push_bench
import record_bench
import shopping as shopping_fixture
import today_host
import weather as weather_fixture
from waiting import eventually
from weather_server import WeatherServer

WEATHER = BUNDLES / "Weather.app"
SHOPPING = BUNDLES / "ShoppingList.app"
HABITS = BUNDLES / "Habits.app"

GOALS = {
    "widget start to initialize answered": "20 ms",
    "widget peak memory": "16 MB",
    "request round trip": "120 µs",
    "durable defaults writes, 8 writers": "2000/s",
    "durable defaults writes lost, 8 writers": "0",
    "choice to screen": "10 ms, p99 50 ms",
    "tap on a habit to everything, app warm, in floors": "3",
    "first paint of the screen by that of the smallest page, cold": "3",
    "first paint of the screen by that of the smallest page, warm": "1.5",
    "host resident memory, idle": "40 MB",
    "host wake-ups a minute, idle": "0",
    "screen, during": "p99 twice the undisturbed one",
    "today cloud, 10,000 devices: push to the last device": "no slower than nchan",
}

#: The measurements that can be made with another number of records or devices.
SIZED = {"records": record_bench.records, "nodes": node_bench.nodes}


def main(names: list[str]) -> None:
    measurements = all_measurements()
    for name, _, count in [name.partition("=") for name in names]:
        if name in SIZED and count.isdecimal() and int(count) >= 1000:
            measurements[f"{name}={count}"] = lambda name=name, count=count: SIZED[name](int(count))
    if unknown := set(names) - set(measurements):
        sys.exit(f"There is no measurement {', '.join(sorted(unknown))}; there are {', '.join(measurements)}.")
    print("| what | median | p99 | goal | command |")
    print("|---|---|---|---|---|")
    for name in names or measurements:
        for figure in measurements[name]():
            goal = next((goal for start, goal in GOALS.items() if figure["name"].startswith(start)), "")
            tail = number(figure["p99"]) if figure["runs"] >= 30 else ""
            print(
                f"| {figure['name']} | {number(figure['median'])} {figure['unit']} | {tail} | {goal} "
                f"| `script/bench {name}` |",
                flush=True,
            )


def all_measurements() -> dict[str, Callable[[], Iterable[dict]]]:
    """What can be measured, by name."""
    programs = {
        "start": WEATHER, "round-trip": WEATHER, "defaults": None, "user-defaults": None,
        "cards": ROOT / "Tests/Surfaces/CardRenderingTests/Cards",
    }
    return {
        **{name: lambda name=name, argument=argument: program(name, argument) for name, argument in programs.items()},
        "choice": choice_to_screen, "idle": idle, "unseen": unseen_updates, "due": due_to_shown, "tap": tap_to_acknowledged,
        "memory": memory_with_pending, "push": cloud_bench.push_to_screen, "devices": cloud_bench.devices,
        "nodes": node_bench.nodes, "inbox": cloud_bench.inbox, "habits": habits_bench.tap_to_everything,
        "habits-devices": habits_bench.tap_to_other_host, "habits-rate": habits_bench.sustained_ticks,
        "records": record_bench.records, "hostile": hostile_bench.hostile,
        "web-push": lambda: push_bench.web_push(install_notifier), "apns": push_bench.apns,
        "first-paint": push_bench.first_paint,
    }


def program(name: str, argument: Path | None) -> list[dict]:
    """What the program today-bench measures."""
    arguments = [name] if argument is None else [name, str(argument)]
    output = subprocess.run(
        [BUILD / "today-bench", *arguments], check=True, capture_output=True, text=True, timeout=300
    ).stdout
    return [json.loads(line) for line in output.splitlines()]


def choice_to_screen(rounds: int = 60) -> list[dict]:
    """From the tap on a place in the app until an open screen shows that place's weather; everything is warm."""
    with host() as today, WeatherServer() as provider:
        weather = weather_fixture.Weather(today, provider, WEATHER)
        weather.install()
        times = []
        with today.watch() as page:
            weather.wait_until_fresh(page)
            places = today.open(weather.places_url)
            for round in range(rounds):
                place = ("Tokyo", "Berlin")[round % 2]
                begin = time.perf_counter()
                today.tap_label(places, place)
                page.wait(lambda page: any(place in text for text in page.texts(weather.widget)), place)
                if round >= 10:
                    times.append((time.perf_counter() - begin) * 1000)
        return [figure("choice to screen, warm", "ms", times)]


def idle(seconds: int = 20) -> list[dict]:
    """The host with the sample apps installed and nobody looking."""
    with host() as today:
        today.install(WEATHER)
        pid = today.ready["pid"]
        wait_until_idle(today)
        before, resident = switches(pid), []
        for _ in range(seconds):
            time.sleep(1)
            resident.append(status(pid)["VmRSS"] / 1000)
        return [
            figure("host resident memory, idle", "MB", resident),
            figure("host wake-ups a minute, idle", "", [woken(before, switches(pid)) * 60 / seconds]),
        ]


def unseen_updates(rounds: int = 5, updates: int = 64) -> list[dict]:
    """The processor time of updates that nobody watches, of ten widgets, each with the start of its process."""
    with tempfile.TemporaryDirectory() as folder, WeatherServer() as provider:
        clock = clock_fixture.HostClock(Path(folder) / "clock.json", now="2026-11-21T22:59:00Z")
        with host("--clock-file", str(clock.file)) as today:
            measured = install_ten_widgets(today, provider)
            today.request("GET", "/api/screen?opens=1&settle=30")
            times, days = [], []
            for _ in range(rounds):
                wait_until_idle(today)
                before = processor_time([today.pid], children=True)
                clock.advance(days=1)
                for widget in measured:
                    # Rarely, since the host's answer costs processor time too.
                    eventually(
                        lambda: any("dayChanged" in each for each in reasons(today, widget, clock.now)),
                        f"the update of {widget}",
                        interval=0.5,
                    )
                wait_until_idle(today)
                # The app of Habits, which is started at the change of day, may have its widget updated once more.
                count = sum(len(reasons(today, widget, clock.now)) for widget in measured)
                spent = processor_time([today.pid], children=True) - before
                times.append(spent / count)
                days.append(spent / 1000 / count * len(measured) * updates)
    return [
        figure("processor time of an update that nobody watches", "ms", times),
        figure(f"processor time a day of unseen updates, {len(measured)} widgets", "s", days),
    ]


def install_ten_widgets(today: today_host.TodayHost, provider: WeatherServer) -> list[str]:
    """Installs every sample app, and adds the widget of Weather once more; returns the widgets."""
    weather_fixture.Weather(today, provider, WEATHER).install()
    shopping_fixture.Shopping(today, SHOPPING).install()
    habits_fixture.Habits(today, HABITS).install()
    for bundle in sorted(BUNDLES.glob("*.app")):
        if bundle not in (WEATHER, SHOPPING, HABITS):
            today.install(bundle)
    shown = [choice["id"] for choice in today.request("GET", "/api/screen")["chosen"]]
    [weather] = [widget for widget in shown if "Weather" in widget]
    today.request("PUT", "/api/screen", {"widgets": [*shown, f"{weather}:2"]})
    widgets = [choice["id"] for choice in today.request("GET", "/api/screen")["chosen"]]
    assert len(widgets) == 10, widgets
    return widgets


def reasons(today: today_host.TodayHost, widget: str, since: datetime) -> list[list[str]]:
    """The reasons of each update of a widget that has ended and began at a time or later."""
    ledger = today.request("GET", f"/api/widgets/{widget}/ledger?limit=10")
    return [each["reasons"] for each in ledger if datetime.fromisoformat(each["date"]["$date"]) >= since]


def wait_until_idle(today: today_host.TodayHost) -> None:
    """Waits until the host has ended its processes, since nobody used them for a minute."""
    eventually(lambda: not processes.descendants(today.pid), "the idle end of processes", timeout=120, interval=1)


def due_to_shown(pending: int = 10_000, rounds: int = 60) -> list[dict]:
    """From the moment a notification is due until a surface has it, with many more pending.

    An app may have 60 notifications for one minute.
    """
    with host() as today, tempfile.TemporaryDirectory() as folder:
        notifier = install_notifier(today, Path(folder))
        notifier.fill(pending)
        shown: dict[str, float] = {}

        class Surface(notifier_fixture.NotificationWatch):
            def receive(self, name: str, data: dict) -> None:
                now = time.time()
                if name == "notification":
                    shown[data["notification"]["title"]] = now

        with Surface(today) as surface:
            titles = [f"due {number}" for number in range(rounds)]
            notifier.ask_all([
                {"method": "notifications/add", "inside": True, "params": {"request": {
                    "identifier": title, "content": {"title": title}, "trigger": {"after": 5 + number * 0.05},
                }}}
                for number, title in enumerate(titles)
            ])
            listed = today.today_json("notifications", "pending", notifier.APP, "--limit", "1000")
            due = {each["title"]: datetime.fromisoformat(each["due"]).timestamp() for each in listed}
            surface.wait(lambda _: set(titles) <= set(shown), "all that is due", timeout=120)
        return [figure(
            f"due to shown, {pending:,} pending", "ms", [(shown[title] - due[title]) * 1000 for title in titles]
        )]


def tap_to_acknowledged(rounds: int = 60, cold_rounds: int = 20) -> list[dict]:
    """From the tap on an action of Shopping List's reminder until the app has acknowledged it."""
    with tempfile.TemporaryDirectory() as folder:
        clock = clock_fixture.HostClock(Path(folder) / "clock.json", zone="UTC")
        with host("--clock-file", str(clock.file)) as today:
            shopping = shopping_fixture.Shopping(today, SHOPPING)
            shopping.install()
            warm = [answer_reminder(shopping, clock, is_cold=False) for _ in range(rounds)]
            cold = [answer_reminder(shopping, clock, is_cold=True) for _ in range(cold_rounds)]
    return [figure("tap on an action to acknowledged, app warm", "ms", warm[10:]),
            figure("tap on an action to acknowledged, app cold", "ms", cold)]


def answer_reminder(shopping: shopping_fixture.Shopping, clock: clock_fixture.HostClock, is_cold: bool) -> float:
    """Has the reminder come and chooses an action of it; returns for how many milliseconds that took."""
    moment = clock.now + timedelta(minutes=1)
    outcome = shopping.remind(moment.strftime("%Y-%m-%d"), moment.strftime("%H:%M"))
    assert "done" in outcome, outcome
    shopping.host.today("settings", shopping.APP, "--allow")
    with notifier_fixture.NotificationWatch(shopping.host) as surface:
        clock.set(moment)
        shown = surface.wait(lambda surface: next(iter(surface.shown.values()), None), "the reminder")
    if is_cold:
        shopping.host.stop()
        shopping.host.start("--log-level", "error")
        assert not shopping.host.programs(shopping.PROGRAM)
    answer = {"notification": shown["id"], "action": "justInform", "waits": True}
    begin = time.perf_counter()
    outcome = shopping.host.request("POST", "/api/notifications/answer", answer)
    took = (time.perf_counter() - begin) * 1000
    assert outcome == {"done": {}}, outcome
    return took


def memory_with_pending(pending: int = 100_000) -> list[dict]:
    """What a host keeps resident with many notifications pending: right after they came, and after a restart."""
    with host() as today, tempfile.TemporaryDirectory() as folder:
        notifier = install_notifier(today, Path(folder))
        begin = time.perf_counter()
        notifier.fill(pending)
        rate = pending / (time.perf_counter() - begin)
        adding = resident(today.pid)
        today.stop()
        today.start("--log-level", "error")
        return [
            figure(f"host resident memory, {pending:,} pending just added", "MB", adding),
            figure(f"host resident memory, {pending:,} pending, restarted", "MB", resident(today.pid)),
            figure("notifications scheduled by one app", "/s", [rate]),
        ]


def install_notifier(today: today_host.TodayHost, folder: Path) -> notifier_fixture.Notifier:
    """The app of the tests that notifies, allowed to."""
    group = notifier_fixture.Notifier.GROUP
    today.install(fixture_apps.make_app(folder, "notifier", app=notifier_fixture.Notifier.PROGRAM, groups=[group]))
    notifier = notifier_fixture.Notifier(today)
    notifier.allow()
    notifier.offer()
    return notifier


def resident(pid: int, seconds: int = 5) -> list[float]:
    """The resident memory of a process once it has come to rest, each second, in MB."""
    time.sleep(3)
    values = []
    for _ in range(seconds):
        time.sleep(1)
        values.append(status(pid)["VmRSS"] / 1000)
    return values


def switches(pid: int) -> dict[str, int]:
    """How often each thread of a process has gone to sleep, and so been woken."""
    found = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        for line in (thread / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                found[thread.name] = int(line.split()[1])
    return found


def woken(before: dict[str, int], after: dict[str, int]) -> int:
    """How often threads were woken between two looks; those that ended meanwhile are left out."""
    return sum(count - before.get(thread, 0) for thread, count in after.items())


if __name__ == "__main__":
    main(sys.argv[1:])
