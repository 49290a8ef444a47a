"""Runs every measurement of script/bench and prints a table of medians beside the goals of the design.

What happens inside one process is measured by the program today-bench; what a person waits for, here, against a real
host with the real Weather app and a provider on this machine.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASE = ROOT / ".build/release"
WEATHER = ROOT / "Apps/.build/bundles/release/Weather.app"
os.environ["TODAY_BIN"] = str(RELEASE / "today")
os.environ["TODAY_WEATHER_APP"] = str(WEATHER)
sys.path.insert(0, str(ROOT / "Tests/Fixtures"))

import today_host  # noqa: E402
import weather as weather_fixture  # noqa: E402
from weather_server import WeatherServer  # noqa: E402

GOALS = {
    "widget start to initialize answered": "20 ms",
    "widget peak memory": "16 MB",
    "request round trip": "120 µs",
    "durable defaults writes, 8 writers": "2000/s",
    "durable defaults writes lost, 8 writers": "0",
    "choice to screen": "10 ms, p99 50 ms",
    "host resident memory, idle": "40 MB",
    "host wake-ups a minute, idle": "0",
}


def main() -> None:
    figures = []
    for arguments in (
        ["start", WEATHER], ["round-trip", WEATHER], ["defaults"], ["user-defaults"],
        ["cards", ROOT / "Tests/CardRenderingTests/Cards"],
    ):
        output = subprocess.run(
            [RELEASE / "today-bench", *map(str, arguments)], check=True, capture_output=True, text=True, timeout=300
        ).stdout
        figures += [json.loads(line) for line in output.splitlines()]
    figures += choice_to_screen()
    figures += idle()
    print("| what | median | p99 | goal |")
    print("|---|---|---|---|")
    for figure in figures:
        goal = next((goal for name, goal in GOALS.items() if figure["name"].startswith(name)), "")
        tail = number(figure["p99"]) if figure["runs"] >= 30 else ""
        print(f"| {figure['name']} | {number(figure['median'])} {figure['unit']} | {tail} | {goal} |")


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
        time.sleep(3)
        before, resident = switches(pid), []
        for _ in range(seconds):
            time.sleep(1)
            resident.append(status(pid)["VmRSS"] / 1000)
        return [
            figure("host resident memory, idle", "MB", resident),
            figure("host wake-ups a minute, idle", "", [(switches(pid) - before) * 60 / seconds]),
        ]


def host() -> today_host.TodayHost:
    """A host with an empty state folder that serves."""
    log = Path(tempfile.mkdtemp(prefix="today-bench-")) / "host.log"
    today = today_host.TodayHost(log)
    today.start("--log-level", "error")
    return today


def status(pid: int) -> dict[str, int]:
    """The numbers of /proc/PID/status."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {line.split(":")[0]: int(line.split()[1]) for line in lines if line.split()[1:2] and line.split()[1].isdigit()}


def switches(pid: int) -> int:
    """How often the threads of a process have gone to sleep, and so been woken."""
    total = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        for line in (thread / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def figure(name: str, unit: str, values: list[float]) -> dict:
    ordered = sorted(values)
    return {
        "name": name, "unit": unit, "median": statistics.median(values),
        "p99": ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], "runs": len(values),
    }


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    main()
