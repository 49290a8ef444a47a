"""How long the page waits while a bundle attacks the machine; see Tests/Integration/test_hostile_bundles.py."""

from __future__ import annotations

import functools
import sys
import tempfile
import time
from pathlib import Path
from typing import Iterator

from attacks import ENDED, FLOODS, REFUSED, make_attack
from bystander import Bystander, slowest
from fixture_apps import make_app
from measuring import figure, host
from streams import Refused
from today_host import TodayHost

#: How much slower the slowest answers may be during an attack.
LIMIT = 2
#: How often an attack is measured at most: other programs of the machine make answers slow too.
TRIES = 3


def hostile(seconds: float = 4) -> Iterator[dict]:
    """The answers to a page that asks for the screen while a widget updates: undisturbed, and during each attack.

    Ends the program with an error if an attack makes the slowest ones take more than twice as long.
    """
    slow: list[str] = []
    ratios: list[float] = []
    for attack in [*REFUSED, *ENDED, *FLOODS]:
        for _ in range(TRIES):
            undisturbed, during = measure(attack, seconds)
            ratio = slowest(during) / slowest(undisturbed)
            if ratio <= LIMIT:
                break
        ratios.append(ratio)
        if ratio > LIMIT:
            slow.append(f"{attack} ({ratio:.1f})")
        yield figure(f"screen, undisturbed before {attack}", "ms", undisturbed)
        yield figure(f"screen, during {attack}", "ms", during)
    yield figure("p99 of the screen, during an attack by undisturbed", "", ratios)
    if slow:
        sys.exit(f"The screen takes more than {LIMIT} times as long during {', '.join(slow)}.")


def measure(attack: str, seconds: float) -> tuple[list[float], list[float]]:
    """How many milliseconds the screen takes, undisturbed and during an attack.

    Undisturbed, another widget is installed and updated as often as the one that attacks.
    """
    with tempfile.TemporaryDirectory() as name, host() as today:
        folder = Path(name)
        bystander = Bystander(today, functools.partial(make_app, folder))
        harmless = make_app(folder, "harmless", widget="fresh_widget", groups=["group.test.harmless"])
        with bystander.looking() as undisturbed:
            provoke(today, harmless, "test.harmless.widget", seconds)
        with bystander.looking() as during:
            provoke(today, make_attack(folder, attack), f"test.{attack}.widget", seconds)
    return undisturbed, during


def provoke(today: TodayHost, bundle: Path, widget: str, seconds: float) -> None:
    """Installs a widget, and updates it again and again, as often as the host lets it."""
    today.install(bundle)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            today.request("POST", f"/api/widgets/{widget}/reload")
        except Refused:
            pass  # The host has ended it, and waits before it starts it again.
        time.sleep(0.05)
