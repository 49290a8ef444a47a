"""The check for missing texts, on a copy of the sources with one gap each."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WIDGET = "Apps/Weather/Bundle/PlugIns/WeatherWidget"
BUBBLE = "Sources/Surfaces/TodayDesktop/Bubbles/BubbleMessage.swift"
TEXTS = "Sources/Surfaces/TodayWeb/Pages/Texts"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The sources that the check reads."""
    skipped = shutil.ignore_patterns(".build*")
    for folder in ("Apps", "Sources/Host", "Sources/Surfaces/TodayWeb", "Sources/Surfaces/TodayDesktop"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=skipped)
    return tmp_path


def check(tree: Path) -> list[str]:
    command = [sys.executable, ROOT / "script/check-texts.py", tree]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode == 0) == (result.stderr == "")
    return result.stderr.splitlines()


def replace(file: Path, before: str, after: str) -> None:
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))


def test_the_check_finds_each_gap(tree: Path) -> None:
    assert check(tree) == []
    (tree / WIDGET / "ja.lproj/Configuration.json").unlink()
    replace(tree / WIDGET / "de.lproj/Placeholder.json", "Regenwahrscheinlichkeit", "Chance of precipitation")
    (tree / "Apps/Weather/Bundle/ja.lproj/InfoPlist.strings").unlink()
    replace(tree / TEXTS / "HostSentence+Apps.swift", "Keep records in {1}", "Keep notes in {1}")
    replace(tree / TEXTS / "HostSentence+Apps.swift", "Will not run: {1}.", "Runs: {1}.")
    replace(tree / TEXTS / "HostSentence+Apps.swift", "The record container {1} belongs", "The container {1} belongs")
    replace(tree / TEXTS / "HostSentence+Bundles.swift", "The archive is empty.", "The archive is large.")
    replace(tree / BUBBLE, "BubbleLabel.late.text(in: language)", '"Too late"')
    found = "\n".join(check(tree))
    for gap in [
        f"{WIDGET} has no Configuration.json in “ja”; another language has it.",
        f"{WIDGET}/de.lproj/Placeholder.json says “Chance of precipitation” as in English.",
        "Apps/Weather/Bundle/ja.lproj has no InfoPlist.strings, which another language has.",
        "says “Keep records in {}, on all of your devices.”, which no page can translate",
        "says “Will not run: {}.”, which no page can translate",
        "says “The record container {} belongs to {}, which then shares it.”, which no page can translate",
        "says “The archive is empty.”, which no page can translate",
        "says “Too late” itself; make it a BubbleLabel.",
    ]:
        assert gap in found
