"""A person who ticks on the widgets of two hosts while everything is killed."""

from __future__ import annotations

import http.client
import random
import threading
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Callable

from habits import Habits
from streams import Refused
from tick_checks import Tick, TickHost
from ticker import Ticker
from today_host import TodayHost

#: The habits, and whether they have a reminder late in the evening.
HABITS = {"Read": True, "Run": True, "Sit": False}
#: Before this day, nobody ticks a day twice.
FIRST_DAY = date(2001, 1, 1)


def this_day() -> str:
    """The hosts' day: they follow the system's clock, in UTC."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%d")


class TickingHost:
    """A host with both widgets, of which one is as good as the other."""

    def __init__(self, name: str, number: int, host: TodayHost, folder: Path):
        self.name, self.number, self.host = name, number, host
        self.ticker, self.habits = Ticker(host, folder), Habits(host)
        self.ids: dict[str, str] = {}
        self.is_up = threading.Event()

    def evidence(self) -> TickHost:
        """What it shows."""
        day = this_day()
        defaults = self.habits.defaults
        ids = {each["id"]: each["habit"]["value"] for each in defaults["habits"] if not each["isDeleted"]["value"]}
        marks: dict[tuple[str, str], str] = {}
        for key, stored in defaults.items():
            if key.startswith("marks."):
                habit, _, month = key.removeprefix("marks.").rpartition(".")
                for number, mark in stored["marks"].items():
                    version, _, place = mark.rpartition(" ")
                    device = stored["devices"][int(place)]
                    marks[ids[habit]["name"], f"{month}-{int(number):02}"] = f"{version} {device}"
        return TickHost(
            name=self.name, counts=self.ticker.counts, given=self.ticker.given,
            waiting=self.host.request("GET", "/api/outbox")["entries"], day=day,
            habits={each["name"]: "reminder" in each for each in ids.values()}, marks=marks, badge=self.habits.badge,
            reminders=self.habits.pending(day), complication=self.habits.complication,
        )


class Ticks:
    """Ticks on each widget of some hosts from a thread of its own, as often as it is allowed to."""

    def __init__(self, hosts: list[TickingHost], seed: int):
        self._hosts = hosts
        self._credit = {host.name: [threading.Semaphore(0) for _ in range(2)] for host in hosts}
        self._is_over = threading.Event()
        self._condition = threading.Condition()
        #: Every tick that came to an end, the lost ones too.
        self.sent: list[Tick] = []
        self._failure: Exception | None = None
        self._threads = []
        for host in hosts:
            for place, make in enumerate((self._ticker_tick, self._habit_tick)):
                chance = random.Random(f"{seed} {host.name} {place}")
                arguments = (host, self._credit[host.name][place], make, chance)
                self._threads.append(threading.Thread(target=self._run, args=arguments, daemon=True))
        for thread in self._threads:
            thread.start()

    def allow(self, count: int) -> None:
        """Lets so many more ticks be made on each widget."""
        for credits in self._credit.values():
            for credit in credits:
                credit.release(count)

    def wait_for(self, count: int, seconds: float) -> None:
        """Waits until so many ticks have come to an end, but not long: a widget may be waiting for its next start."""
        with self._condition:
            self._condition.wait_for(lambda: self._failure or len(self.sent) >= count, seconds)
            if self._failure:
                raise self._failure

    def stop(self) -> None:
        """Ends; ticks that have begun come to their end."""
        self._is_over.set()
        self.allow(1)
        for thread in self._threads:
            thread.join()
        if self._failure:
            raise self._failure

    def finish(self, number: int) -> None:
        """Ticks once more on each widget, when everything runs; the answers must come."""
        for host in self._hosts:
            for tick in (
                Tick(f"last-{number}-{host.number}", host.name),
                Tick(
                    f"last-{number}-{host.number}h", host.name, list(HABITS)[number % len(HABITS)], this_day(),
                    done=(number + host.number) % 2 == 0, is_only_one=False,
                ),
            ):
                self._tap(host, tick)
                self.sent.append(tick)

    def _run(
        self, host: TickingHost, credit: threading.Semaphore, make: Callable[..., Tick], chance: random.Random
    ) -> None:
        number = 0
        while True:
            credit.acquire()
            if self._is_over.is_set():
                return
            number += 1
            tick = make(host, number, chance)
            try:
                self._tick(host, tick, chance.random() < 0.5)
            except Exception as failure:
                self._failure = failure
                return
            with self._condition:
                self.sent.append(tick)
                self._condition.notify_all()

    def _tick(self, host: TickingHost, tick: Tick, is_patient: bool) -> None:
        """Taps; if the host is killed meanwhile, a patient person's surface sends the same tap again."""
        while True:
            host.is_up.wait()
            try:
                return self._tap(host, tick)
            except TimeoutError:
                raise  # The host lives and does not answer.
            except (OSError, http.client.HTTPException, ValueError):
                if not is_patient:
                    return

    def _tap(self, host: TickingHost, tick: Tick) -> None:
        try:
            if tick.habit is None:
                outcome = host.ticker.tick(tick.id)
            else:
                data = {"action": {"set": {"habit": host.ids[tick.habit], "day": tick.day, "done": tick.done}}}
                outcome = host.host.tap_widget(Habits.WIDGET, data, None, tick.id)
        except Refused as refusal:
            # A host that is killed may have answered that it is stopping.
            if refusal.status not in (429, 503):
                raise
            return
        tick.outcome = "done" if "done" in outcome else "failed"

    @staticmethod
    def _ticker_tick(host: TickingHost, number: int, chance: random.Random) -> Tick:
        return Tick(f"t{host.number}-{number}", host.name)

    def _habit_tick(self, host: TickingHost, number: int, chance: random.Random) -> Tick:
        id, habit = f"h{host.number}-{number}", chance.choice(list(HABITS))
        if chance.random() < 0.4:
            # What the other host ticks too: the later one counts, and both must come to the same end.
            return Tick(id, host.name, habit, this_day(), done=chance.random() < 0.6, is_only_one=False)
        day = FIRST_DAY + timedelta(days=number * len(self._hosts) + host.number)
        return Tick(id, host.name, habit, day.isoformat())
