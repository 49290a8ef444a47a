"""What must be true after widgets, apps, hosts and their cloud were killed again and again while a person ticks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Iterator


@dataclass
class Tick:
    """One tap on a widget of a host."""

    #: The id that the surface gave the tap; the ticker's action has the same.
    id: str
    host: str
    #: The habit, the civil day and whether it is to be done; none for a tick of the ticker.
    habit: str | None = None
    day: str = ""
    done: bool = True
    #: Whether no other tick concerns the same habit and day.
    is_only_one: bool = True
    #: `done`, `failed`, or none if the answer was lost.
    outcome: str | None = None

    @property
    def is_acknowledged(self) -> bool:
        """Whether the person was told that it is done."""
        return self.outcome == "done"


@dataclass
class TickHost:
    """What one host shows in the end."""

    name: str
    #: How often the ticker's app processed each action, from the shared defaults.
    counts: dict[str, int]
    #: The ids that the ticker's app was given, one for each attempt.
    given: list[str]
    #: What the apps have not processed, as `today actions` lists it.
    waiting: list[dict]
    #: The civil day, and the habits in their order: their names and whether they have a reminder today.
    day: str
    habits: dict[str, bool]
    #: The stored marks with their versions, by habit and day: `done 1795248000000 0 DEVICE`.
    marks: dict[tuple[str, str], str]
    badge: int
    #: The titles of today's pending reminders.
    reminders: list[str]
    complication: str

    def mark(self, habit: str, day: str) -> str:
        """The state of a habit on a day."""
        return self.marks.get((habit, day), "open").split(" ")[0]


@dataclass
class TickEvidence:
    """Everything that is known in the end."""

    sent: list[Tick] = field(default_factory=list)
    hosts: list[TickHost] = field(default_factory=list)

    @property
    def lost(self) -> list[Tick]:
        """The acknowledged ticks without an effect."""
        return [tick for tick in self.sent if tick.is_acknowledged and self._is_lost(tick)]

    @property
    def doubled(self) -> list[str]:
        """The ids of the ticker's actions that were processed more than once."""
        return [id for host in self.hosts for id, count in host.counts.items() if count > 1]

    @property
    def unanswered(self) -> list[Tick]:
        """The ticks whose answers were lost."""
        return [tick for tick in self.sent if tick.outcome is None]

    def problems(self) -> list[str]:
        """What is wrong, each as a sentence; nothing if all is well."""
        found = [f"the acknowledged tick {tick.id} of {tick.host} is lost{_of(tick)}" for tick in self.lost]
        for host in self.hosts:
            found += [f"{host.name}: {problem}" for problem in (*self._of_ticker(host), *self._of_habits(host))]
        return [*found, *self._of_all()]

    def _is_lost(self, tick: Tick) -> bool:
        if tick.habit is None:
            return any(tick.id not in host.counts for host in self.hosts if host.name == tick.host)
        return tick.is_only_one and any(host.mark(tick.habit, tick.day) != "done" for host in self.hosts)

    def _of_ticker(self, host: TickHost) -> Iterator[str]:
        outcomes = {tick.id: tick.outcome for tick in self.sent if tick.host == host.name and tick.habit is None}
        for id, count in host.counts.items():
            if count != 1:
                yield f"the action {id} was processed {count} times"
            if id not in outcomes:
                yield f"the action {id} was processed, and nobody had tapped"
            elif outcomes[id] == "failed":
                yield f"the action {id} was processed, though the tap had failed"
        for id in host.counts.keys() - set(host.given):
            yield f"the action {id} was processed, and the app was not given it"
        for action in host.waiting:
            yield f"the action {action['id']} of {action['app']} is {action['state']}"

    @staticmethod
    def _of_habits(host: TickHost) -> Iterator[str]:
        open_now = [name for name in host.habits if host.mark(name, host.day) == "open"]
        done = sum(host.mark(name, host.day) == "done" for name in host.habits)
        if host.badge != len(open_now):
            yield f"the badge is {host.badge}, and {len(open_now)} habits are left"
        wanted = sorted(name for name in open_now if host.habits[name])
        if sorted(host.reminders) != wanted:
            yield f"the reminders of {sorted(host.reminders)} are pending, instead of {wanted}"
        if not host.complication.startswith(f"{done}/{len(host.habits)}"):
            yield f"the status bar shows {host.complication!r}, and {done} of {len(host.habits)} habits are done"

    def _of_all(self) -> Iterator[str]:
        sent = {(tick.habit, tick.day) for tick in self.sent if tick.habit is not None}
        refused = {(tick.habit, tick.day) for tick in self.sent if tick.is_only_one and tick.outcome == "failed"}
        first = self.hosts[0]
        for host in self.hosts:
            for subject in sorted(host.marks.keys() - sent):
                yield f"{host.name}: {subject} is marked, and nobody had tapped"
            for subject in sorted(host.marks.keys() & refused):
                yield f"{host.name}: {subject} is marked, though the tap had failed"
            for subject in sorted(host.marks.keys() | first.marks.keys()):
                here, there = host.marks.get(subject), first.marks.get(subject)
                if here != there:
                    yield f"{subject} is {here} on {host.name} and {there} on {first.name}"
            if host.habits != first.habits:
                yield f"the habits on {host.name} are {host.habits}, and on {first.name} {first.habits}"

    def given_again(self) -> int:
        """How many attempts of actions there were beyond the first ones."""
        return sum(count - 1 for host in self.hosts for count in Counter(host.given).values())


def _of(tick: Tick) -> str:
    return "" if tick.habit is None else f": {tick.habit} on {tick.day}"
