"""Updates widgets again and again while their processes crash at random, and compares the host before and after.

    soak.py [N] [--seed SEED]

N updates, 24,000 without; see script/soak.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

import processes
from fixture_apps import make_app
from streams import Refused
from today_host import ROOT, TodayHost
from waiting import Collected, eventually

#: How many widgets are updated at the same time, each by one thread.
WIDGETS = 12
#: In one of so many updates, any of the widgets' processes is killed.
CRASHES = 400
#: How long a widget may be away, since the host waits longer after each crash before it starts a process again.
ABSENCE = 180
PROGRAM = "fresh_widget"


@dataclass(frozen=True)
class Holdings:
    """What a host holds while no widget runs."""

    descriptors: int
    threads: int
    processes: int
    #: Proportional memory in KiB.
    memory: int
    #: Files below its state folder, and in its folder for temporary files.
    files: int
    temporary: int

    @classmethod
    def of(cls, host: TodayHost, temporary: Path) -> "Holdings":
        process = Path(f"/proc/{host.pid}")
        rollup = dict(line.split(":", 1) for line in (process / "smaps_rollup").read_text().splitlines()[1:])
        return cls(
            descriptors=len(os.listdir(process / "fd")),
            threads=len(os.listdir(process / "task")),
            processes=len(processes.descendants(host.pid)),
            memory=int(rollup["Pss"].split()[0]),
            files=sum(len(names) for _, _, names in os.walk(host.state)),
            temporary=sum(len(names) for _, _, names in os.walk(temporary)),
        )


class Soak:
    """A host with widgets that are updated, and who kills them; in a `with` block."""

    def __init__(self, log: Path, seed: int):
        self._random = random.Random(seed)
        self._folder = tempfile.TemporaryDirectory(prefix="soak-", dir="/tmp")
        self._temporary = Path(self._folder.name) / "temporary"
        self._temporary.mkdir()
        self.host = TodayHost(log)
        self.host.environment["TMPDIR"] = str(self._temporary)
        self.widgets: list[str] = []
        self.updates, self.failures, self.kills = 0, 0, 0
        self._lock = threading.Lock()

    def __enter__(self) -> "Soak":
        self.host.start("--log-level", "error")
        for number in range(WIDGETS):
            name = f"fresh{number}"
            bundle = make_app(Path(self._folder.name), name, widget=PROGRAM, groups=[f"group.test.{name}"])
            self.host.install(bundle)
            self.widgets.append(f"test.{name}.widget")
        return self

    def __exit__(self, *_: object) -> None:
        self.host.__exit__()
        self._folder.cleanup()

    def run(self, updates: int) -> None:
        """Updates the widgets so many times in all."""
        errors = Collected()

        def work(widget: str, choices: random.Random) -> None:
            try:
                for _ in range(updates // WIDGETS):
                    self._update(widget, choices.random() * 0.02 if choices.randrange(CRASHES) == 0 else None)
            except Exception as error:  # noqa: BLE001
                errors.append(error)

        threads = [
            threading.Thread(target=work, args=(widget, random.Random(self._random.random()))) for widget in self.widgets
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for error in errors:
            raise error

    def _update(self, widget: str, kills_after: float | None = None) -> None:
        """Has a widget updated; so long after it was asked for, any widget's process is killed."""
        timer = None if kills_after is None else threading.Timer(kills_after, self.kill)
        if timer is not None:
            timer.start()

        def succeeds() -> bool:
            try:
                self.host.request("POST", f"/api/widgets/{widget}/reload")
                return True
            except Refused:  # Its process was killed, or waits before it starts again.
                with self._lock:
                    self.failures += 1
                return False

        eventually(succeeds, f"an update of {widget}", timeout=ABSENCE, interval=0.2)
        if timer is not None:
            timer.join()
        with self._lock:
            self.updates += 1

    def kill(self) -> None:
        """Kills one of the widgets' processes."""
        with self._lock:
            programs = self.host.programs(PROGRAM)
            if programs:
                self._random.choice(programs).kill()
                self.kills += 1

    def compare(self, updates: int) -> tuple[Holdings, Holdings]:
        """Updates the widgets so many times, and says what the host held before and holds after that."""
        # What the first updates and the first crashes need stays for later ones.
        self.run(WIDGETS * 10)
        for _ in range(WIDGETS // 2):
            self.kill()
        self.run(WIDGETS * 10)
        before = self.rest()
        self.run(updates)
        return before, self.rest()

    def rest(self) -> Holdings:
        """Ends the widgets' processes, and says what the host holds without them."""
        self.host.end_program(PROGRAM)
        return Holdings.of(self.host, self._temporary)

    def summary(self) -> str:
        """What was done, in a sentence."""
        return f"{self.updates} updates succeeded, {self.failures} failed, {self.kills} kills"


def problems(before: Holdings, after: Holdings) -> list[str]:
    """What a host holds afterwards that it did not hold before."""
    found = []
    for name in ("descriptors", "processes", "files", "temporary"):
        old, new = getattr(before, name), getattr(after, name)
        if new > old:
            found.append(f"{new} {name}, {old} before")
    # Threads and memory come from pools, which grow to what was needed at once.
    if after.threads > before.threads + 8:
        found.append(f"{after.threads} threads, {before.threads} before")
    if after.memory > before.memory + 16 * 1024:
        found.append(f"{after.memory} KiB of memory, {before.memory} before")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("updates", nargs="?", type=int, default=24_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    logs = ROOT / "artifacts/soak"
    logs.mkdir(parents=True, exist_ok=True)
    with Soak(logs / "host.log", arguments.seed) as soak:
        before, after = soak.compare(arguments.updates)
        print(soak.summary())
        print(f"before {before}\nafter  {after}")
    found = problems(before, after)
    print("\n".join(found) or "Nothing was left behind.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
