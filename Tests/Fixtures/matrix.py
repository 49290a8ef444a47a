"""Combinations of widths, themes, languages and so on: those that every change runs, and all with `--full`."""

from __future__ import annotations

from itertools import combinations, product

import pytest


def matrix(strength: int = 2, **axes: list) -> pytest.MarkDecorator:
    """Parameters for every combination of values of some axes; without `--full` only so many of them that each pair of
    values occurs, or with `strength=1` each value."""
    every = list(product(*([(name, at) for at in range(len(values))] for name, values in axes.items())))
    missing = {part for case in every for part in combinations(case, strength)}
    chosen = set()
    while missing:
        best = max(every, key=lambda case: len(missing.intersection(combinations(case, strength))))
        missing.difference_update(combinations(best, strength))
        chosen.add(best)
    cases = [
        pytest.param(*(axes[name][at] for name, at in case), marks=[] if case in chosen else pytest.mark.full,
                     id="-".join(name_of(axes[name][at]) for name, at in case))
        for case in every
    ]
    return pytest.mark.parametrize(list(axes), cases)


def name_of(value: object) -> str:
    return "x".join(map(str, value)) if isinstance(value, tuple) else str(value)
