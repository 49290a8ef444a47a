"""How long the page and other widgets wait while a bundle attacks the machine; see Tests/Integration/test_hostile_bundles.py."""

from __future__ import annotations

import tempfile
import threading
import time
from pathlib import Path
from typing import Callable, Iterator

import fixture_apps
from measuring import figure, host
from streams import Refused
from today_host import TodayHost

#: The functions in Apps/Hostile/hostile_widget.py.
ATTACKS = [
    "readkey", "plantkey", "requestkey", "memfd", "sysv", "shared", "zero", "temporary", "empty", "growth-later", "ignored",
    "ignored-later",
]
GROUP = "group.test.fresh"
WIDGET = "test.fresh.widget"


def hostile(seconds: float = 4) -> Iterator[dict]:
    """The answer to a page that asks for the screen, and the update of another widget: alone, and during each attack."""
    yield from measure("undisturbed", None, seconds)
    for attack in ATTACKS:
        yield from measure(f"during {attack}", attack, seconds)


def measure(name: str, attack: str | None, seconds: float) -> list[dict]:
    with tempfile.TemporaryDirectory() as folder, host() as today:
        today.install(fixture_apps.make_app(Path(folder), "fresh", widget="fresh_widget", groups=[GROUP]))
        hostile = f"test.{attack}.widget"
        if attack:
            today.install(fixture_apps.make_app(Path(folder), attack, widget="hostile_widget"))
        ended = threading.Event()
        attacker = threading.Thread(target=provoke, args=(today, hostile, ended)) if attack else None
        if attacker:
            attacker.start()
        page = repeat(lambda: today.request("GET", "/api/screen"), seconds)
        update = repeat(lambda: today.request("POST", f"/api/widgets/{WIDGET}/reload"), seconds)
        ended.set()
        if attacker:
            attacker.join()
    return [figure(f"screen, {name}", "ms", page), figure(f"update of a widget, {name}", "ms", update)]


def provoke(today: TodayHost, widget: str, ended: threading.Event) -> None:
    """Has a widget attack again and again, as often as the host lets it."""
    while not ended.is_set():
        try:
            today.request("POST", f"/api/widgets/{widget}/reload")
        except Refused:
            ended.wait(0.05)  # The host has ended it, and waits before it starts it again.


def repeat(act: Callable[[], object], seconds: float) -> list[float]:
    """How many milliseconds each of as many calls takes as there is time for."""
    values: list[float] = []
    end = time.monotonic() + seconds
    while (begin := time.monotonic()) < end:
        act()
        values.append((time.monotonic() - begin) * 1000)
    return values
