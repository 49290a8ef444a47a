"""`kill -9` of widgets, apps, hosts and their cloud while ticks are made: the short form of script/kills --ticks."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Callable

import pytest

from tick_checks import Tick, TickEvidence, TickHost
from tick_kills import TickRun

DAY = "2026-11-21"


@pytest.mark.parametrize("kills", [8, pytest.param(40, marks=pytest.mark.full)])
def test_acknowledged_ticks_are_done_once_whatever_is_killed(log_file: Path, kills: int):
    seed = random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}")  # Shown if this fails.
    with TickRun(log_file.with_suffix(""), seed) as run:
        problems = run.run(kills)
        print(run.summary())
    assert problems == []
    assert run.kills >= kills
    assert sum(tick.is_acknowledged for tick in run.evidence.sent) > kills


def host(name: str, number: int) -> TickHost:
    return TickHost(
        name=name, counts={f"t{number}-1": 1}, given=[f"t{number}-1", f"t{number}-1"], waiting=[], day=DAY,
        habits={"Read": True, "Run": True, "Sit": False},
        marks={("Read", DAY): "done 3 0 a", ("Run", "2001-01-01"): "done 1 0 a", ("Sit", "2001-01-02"): "done 2 0 b"},
        badge=2, reminders=["Run"], complication="1/3\n",
    )


def evidence() -> TickEvidence:
    """Four acknowledged ticks of two hosts, one that failed, and one whose answer was lost."""
    return TickEvidence(
        sent=[
            Tick("t0-1", "host1", outcome="done"),
            Tick("t0-2", "host1", outcome="failed"),
            Tick("t1-1", "host2"),
            Tick("h0-1", "host1", "Run", "2001-01-01", outcome="done"),
            Tick("h1-1", "host2", "Sit", "2001-01-02", outcome="done"),
            Tick("h1-2", "host2", "Read", DAY, is_only_one=False, outcome="done"),
        ],
        hosts=[host("host1", 0), host("host2", 1)],
    )


def test_checks_find_nothing_where_nothing_is_wrong():
    found = evidence()
    assert found.problems() == [] and found.lost == [] and found.doubled == []
    assert found.given_again() == 2


def lose_everywhere(found: TickEvidence) -> None:
    for each in found.hosts:
        del each.marks["Run", "2001-01-01"]


def wait(found: TickEvidence) -> None:
    found.hosts[0].waiting.append({"id": "t0-9", "app": "test.ticker", "state": "retrying"})


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda found: found.hosts[0].counts.clear(), "the acknowledged tick t0-1 of host1 is lost"),
        (lambda found: found.hosts[0].counts.update({"t0-1": 2}), "host1: the action t0-1 was processed 2 times"),
        (lambda found: found.hosts[1].counts.update({"t1-1": 2}), "host2: the action t1-1 was processed 2 times"),
        (lambda found: found.hosts[0].counts.update({"t0-2": 1}), "t0-2 was processed, though the tap had failed"),
        (lambda found: found.hosts[0].counts.update({"t0-9": 1}), "t0-9 was processed, and nobody had tapped"),
        (lambda found: found.hosts[0].given.clear(), "t0-1 was processed, and the app was not given it"),
        (lose_everywhere, "the acknowledged tick h0-1 of host1 is lost: Run on 2001-01-01"),
        (lambda found: found.hosts[1].marks.pop(("Run", "2001-01-01")), "the acknowledged tick h0-1 of host1 is lost"),
        (lambda found: found.hosts[1].marks.update({("Read", DAY): "done 4 0 b"}), "is done 4 0 b on host2"),
        (lambda found: found.hosts[1].marks.pop(("Read", DAY)), "is None on host2 and done 3 0 a on host1"),
        (lambda found: found.hosts[1].marks.update({("Sit", DAY): "done 1 0 b"}), "is marked, and nobody had tapped"),
        (lambda found: setattr(found.sent[3], "outcome", "failed"), "is marked, though the tap had failed"),
        (lambda found: found.hosts[1].habits.pop("Sit"), "the habits on host2 are"),
        (lambda found: setattr(found.hosts[0], "badge", 3), "host1: the badge is 3, and 2 habits are left"),
        (lambda found: found.hosts[0].reminders.append("Read"), "host1: the reminders of ['Read', 'Run'] are pending"),
        (lambda found: found.hosts[0].reminders.clear(), "host1: the reminders of [] are pending"),
        (lambda found: setattr(found.hosts[0], "complication", "2/3"), "host1: the status bar shows '2/3'"),
        (wait, "host1: the action t0-9 of test.ticker is retrying"),
    ],
)
def test_checks_notice_what_is_wrong(spoil: Callable[[TickEvidence], None], problem: str):
    found = evidence()
    spoil(found)
    assert any(problem in each for each in found.problems()), found.problems()
