"""Updates with random crashes leave nothing behind: the short form of script/soak."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from soak import Holdings, Soak, problems


@pytest.mark.parametrize(("widgets", "updates"), [(8, 200), pytest.param(12, 2400, marks=pytest.mark.full)])
def test_updates_with_random_crashes_leave_the_host_as_before(
    log_file: Path, monkeypatch: pytest.MonkeyPatch, widgets: int, updates: int
):
    monkeypatch.setattr("soak.WIDGETS", widgets)
    monkeypatch.setattr("soak.CRASHES", 60)
    seed = random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}")  # Shown if this fails.
    with Soak(log_file, seed) as soak:
        before, after = soak.compare(updates)
        print(soak.summary(), before, after, sep="\n")
    assert soak.updates >= updates and soak.kills >= widgets // 2
    assert problems(before, after) == []


@pytest.mark.parametrize("more", ["descriptors", "processes", "files", "temporary"])
def test_one_that_is_left_behind_is_noticed(more: str):
    before = Holdings(descriptors=9, threads=4, processes=0, memory=30_000, files=20, temporary=0)
    assert problems(before, before) == []
    assert len(problems(before, replace(before, **{more: getattr(before, more) + 1}))) == 1


def test_growth_of_memory_is_noticed():
    before = Holdings(descriptors=9, threads=4, processes=0, memory=30_000, files=20, temporary=0)
    assert len(problems(before, replace(before, memory=60_000))) == 1
