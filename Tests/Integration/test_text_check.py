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
BUNDLES = "Sources/Host/ProcessHost/Bundles"
PAGES = "Sources/Surfaces/TodayWeb/Pages"


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
    replace(tree / BUNDLES / "AppRight.swift", ".keepRecordsInContainer(name)", '"Keep notes in \\(name)."')
    replace(tree / BUNDLES / "BundleArchive.swift", ".archiveEmpty", '"The archive is large."')
    replace(tree / PAGES / "PlainPage.swift", "</h1>", "! Hello</h1>")
    replace(tree / BUBBLE, "texts.text(.bubbleLate)", '"Too late"')
    found = "\n".join(check(tree))
    for gap in [
        f"{WIDGET} has no Configuration.json in “ja”; another language has it.",
        f"{WIDGET}/de.lproj/Placeholder.json says “Chance of precipitation” as in English.",
        "Apps/Weather/Bundle/ja.lproj has no InfoPlist.strings, which another language has.",
        f"{BUNDLES}/AppRight.swift says “Keep notes in {{}}.” in English alone",
        f"{BUNDLES}/BundleArchive.swift says “The archive is large.” in English alone",
        "writes “! Hello” itself; give it a key of the catalog.",
        "says “Too late” itself; give it a key of the catalog.",
    ]:
        assert gap in found
