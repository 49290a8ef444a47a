"""The desktop entry: what it runs, and that its icon and its name are those that notifications name."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import subprocess
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
ENTRY = ROOT / "Packaging/org.today.Today.desktop"


def read() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters="=", comment_prefixes="#")
    parser.optionxform = str
    parser.read_string(ENTRY.read_text())
    return parser["Desktop Entry"]


def test_entry_opens_a_signed_in_page(tmp_path: Path) -> None:
    for name, script in {"today": 'test "$1" = link && echo http://sign-in', "xdg-open": f'echo "$@" > {tmp_path}/opened'}.items():
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    # The two steps of the specification: escapes of a string value, and then the quoting of arguments.
    value = read()["Exec"].replace("\\\\", "\\")
    arguments = [re.sub(r"\\([$`])", r"\1", argument) for argument in shlex.split(value)]
    subprocess.run(arguments, check=True, env={"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert (tmp_path / "opened").read_text() == "http://sign-in\n"


def test_entry_and_icon_have_the_name_that_notifications_give() -> None:
    bubbles = (ROOT / "Sources/Surfaces/TodayDesktop/Bubbles/BubbleMessage.swift").read_text()
    assert re.search(r'desktopEntry = "(.*)"', bubbles)[1] == ENTRY.stem
    icon = ENTRY.with_name(read()["Icon"] + ".svg")
    image = ElementTree.parse(icon).getroot()
    assert image.tag == "{http://www.w3.org/2000/svg}svg" and image.get("viewBox") == "0 0 128 128"
    assert {"GenericName[de]", "GenericName[ja]", "Comment[de]", "Comment[ja]"} <= set(read())
