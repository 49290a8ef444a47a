"""How long the page waits while a bundle attacks the machine; see Tests/Integration/test_hostile_bundles.py."""

from __future__ import annotations

import functools
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, Iterator

from attacks import CROWDS, ENDED, FLOODS, REFUSED, make_attack, make_crowd
from bystander import Bystander
from fixture_apps import make_app
from measuring import figure, host
from streams import Refused
from today_host import TodayHost

#: How much slower the slowest one in a hundred answers may be during an attack.
LIMIT = 2
#: How often an attack is measured at least, undisturbed and during it in turn; a round has some 300 answers of each.
ROUNDS = 3
#: How often it is measured at most, as long as those of all rounds are beyond the limit: other programs of the machine
#: make answers slow too.
MOST_ROUNDS = 9


def hostile(seconds: float = 4) -> Iterator[dict]:
    """The answers to a page that asks for the screen while a widget updates: undisturbed, and during each attack.

    Some are made by six apps at once.

    Ends the program with an error if an attack makes the slowest ones take more than twice as long.
    """
    slow: list[str] = []
    ratios: list[float] = []
    one = [(attack, make_one) for attack in [*REFUSED, *ENDED, *FLOODS]]
    for attack, make in [*one, *((attack, make_crowd) for attack in CROWDS)]:
        name = attack if make is make_one else f"{attack} by six apps"
        undisturbed: list[float] = []
        during: list[float] = []
        for number in range(1, MOST_ROUNDS + 1):
            for times, more in zip((undisturbed, during), measure(attack, make, seconds)):
                times += more
            figures = (
                figure(f"screen, undisturbed before {name}", "ms", undisturbed),
                figure(f"screen, during {name}", "ms", during),
            )
            ratio = figures[1]["p99"] / figures[0]["p99"]
            if number >= ROUNDS and ratio <= LIMIT:
                break
        yield from figures
        ratios.append(ratio)
        if ratio > LIMIT:
            slow.append(f"{name} ({ratio:.1f})")
    yield figure("p99 of the screen, during an attack by undisturbed", "", ratios)
    if slow:
        sys.exit(f"The screen takes more than {LIMIT} times as long during {', '.join(slow)}.")


def make_one(folder: Path, attack: str) -> list[Path]:
    """Makes the bundle of an attack."""
    return [make_attack(folder, attack)]


def measure(
    attack: str, make: Callable[[Path, str], list[Path]], seconds: float
) -> tuple[list[float], list[float]]:
    """How many milliseconds the screen takes, undisturbed and during an attack.

    Undisturbed, as many other widgets are installed and updated as often as those that attack.
    """
    with tempfile.TemporaryDirectory() as name, host() as today:
        folder = Path(name)
        bystander = Bystander(today, functools.partial(make_app, folder))
        attackers = make(folder, attack)
        harmless = [
            make_app(folder, f"harmless-{number}", widget="fresh_widget", groups=[f"group.test.harmless.{number}"])
            for number in range(len(attackers))
        ]
        with bystander.looking() as undisturbed:
            provoke(today, harmless, seconds)
        with bystander.looking() as during:
            provoke(today, attackers, seconds)
    return undisturbed, during


def provoke(today: TodayHost, bundles: list[Path], seconds: float) -> None:
    """Installs widgets, and updates them again and again, as often as the host lets them."""
    widgets = [f"{today.install(bundle)['id']}.widget" for bundle in bundles]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for widget in widgets:
            try:
                today.request("POST", f"/api/widgets/{widget}/reload")
            except Refused:
                pass  # The host has ended it, and waits before it starts it again.
        time.sleep(0.05)
