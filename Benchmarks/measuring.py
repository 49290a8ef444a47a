"""What the measurements share: figures, and what a process takes of the machine."""

from __future__ import annotations

import atexit
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Which build is measured; only "release" gives figures that mean something.
CONFIGURATION = os.environ.get("TODAY_BENCH_CONFIGURATION", "release")
BUILD = ROOT / ".build" / CONFIGURATION
BUNDLES = ROOT / "Apps/.build/bundles" / CONFIGURATION
os.environ["TODAY_BIN"] = str(BUILD / "today")
os.environ["TODAY_WEATHER_APP"] = str(BUNDLES / "Weather.app")
os.environ["TODAY_HABITS_APP"] = str(BUNDLES / "Habits.app")
sys.path.insert(0, str(ROOT / "Tests/Fixtures"))

import today_host  # noqa: E402


def host(*arguments: str) -> today_host.TodayHost:
    """A host with an empty state folder that serves."""
    today = today_host.TodayHost(log_file("host"))
    today.arguments = list(arguments)
    today.start("--log-level", "error")
    return today


def log_file(name: str) -> Path:
    """Where a program logs, until the measurements end."""
    folder = Path(tempfile.mkdtemp(prefix="today-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder / f"{name}.log"


def status(pid: int) -> dict[str, int]:
    """The numbers of /proc/PID/status."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {line.split(":")[0]: int(line.split()[1]) for line in lines if line.split()[1:2] and line.split()[1].isdigit()}


def processor_time(pids: list[int], children: bool = False) -> float:
    """How long processes, and their ended children if wanted, have run in user and system mode, in ms.

    One that has ended meanwhile does not count.
    """
    ticks = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        ticks += sum(map(int, fields[11:15 if children else 13]))
    return ticks * 1000 / os.sysconf("SC_CLK_TCK")


def figure(name: str, unit: str, values: list[float]) -> dict:
    ordered = sorted(values)
    return {
        "name": name, "unit": unit, "median": statistics.median(values),
        "p99": ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], "runs": len(values),
    }


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
