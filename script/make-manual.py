"""Writes a manual page for each command, from what the program says of its own arguments.

    today --experimental-dump-help | script/make-manual.py VERSION FOLDER

The pages are in the language of man(7): `today.1` for the program, `today-run.1` for a command, and
`today-cloud-keys.1` for a command of a group.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Iterator


def main(version: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    root = json.load(sys.stdin)["command"]
    for names, command in commands(root, []):
        name = "-".join(names)
        (folder / f"{name}.1").write_text(page(names, command, version))


def commands(command: dict, above: list[str]) -> Iterator[tuple[list[str], dict]]:
    """The command and everything below it that people should see, each with its names from the program's on."""
    names = [*above, command["commandName"]]
    if command["commandName"] == "help" or not command.get("shouldDisplay", True):
        return
    yield names, command
    for each in command.get("subcommands", []):
        yield from commands(each, names)


def page(names: list[str], command: dict, version: str) -> str:
    name = "-".join(names)
    arguments = [each for each in command.get("arguments", []) if each.get("shouldDisplay", True)]
    below = [below for _, below in commands(command, names[:-1])][1:]
    direct = {each["commandName"] for each in command.get("subcommands", [])}
    below = [each for each in below if each["commandName"] in direct]
    lines = [
        f'.TH "{name.upper()}" "1" "" "Today {version}" "Today"',
        ".SH NAME",
        f"{escape(name)} \\- {escape(command.get('abstract', ''))}",
        ".SH SYNOPSIS",
        synopsis(names, arguments, bool(below)),
    ]
    if command.get("discussion"):
        lines += description(command["discussion"])
    if arguments:
        lines += [".SH OPTIONS"]
        for each in arguments:
            lines += [".TP", label(each), escape(each.get("abstract", ""))]
    if below:
        lines += [".SH COMMANDS"]
        for each in below:
            lines += [".TP", f"\\fB{escape(name)}\\-{escape(each['commandName'])}\\fR(1)", escape(each["abstract"])]
    parent = "-".join(names[:-1])
    if parent:
        lines += [".SH SEE ALSO", f"\\fB{escape(parent)}\\fR(1)"]
    return "\n".join(lines) + "\n"


def description(text: str) -> list[str]:
    """The sections of a discussion: paragraphs, which are filled, and below headings what keeps its lines."""
    lines = [".SH DESCRIPTION"]
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        first, *rest = part.splitlines()
        if first.isupper():
            if lines[-1] == ".SH DESCRIPTION":
                lines.pop()
            lines += [f".SH {escape(first)}", ".nf", *(escape(line.removeprefix("  ")) for line in rest), ".fi"]
        else:
            lines += [".PP", escape(" ".join(line.strip() for line in [first, *rest]))]
    return lines


def synopsis(names: list[str], arguments: list[dict], has_commands: bool) -> str:
    words = [f"\\fB{escape(' '.join(names))}\\fR"]
    for each in arguments:
        word = label(each, first=True) + ("\\ ..." if each["isRepeating"] else "")
        words.append(f"[{word}]" if each["isOptional"] else word)
    if has_commands:
        words.append("\\fICOMMAND\\fR")
    return "\n".join(words)


def label(argument: dict, first: bool = False) -> str:
    """How an argument is written: its names and its value."""
    value = f"\\fI{escape(argument.get('valueName', ''))}\\fR"
    if argument["kind"] == "positional":
        return value
    names = [argument["preferredName"]] if first else argument["names"]
    text = ", ".join(f"\\fB{escape(('-' if n['kind'] == 'short' else '--') + n['name'])}\\fR" for n in names)
    return text if argument["kind"] == "flag" else f"{text} {value}"


def escape(text: str) -> str:
    """Text as man(7) prints it unchanged."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.splitlines())


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
