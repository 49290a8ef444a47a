"""Finds things in the JSON of an Adaptive Card."""

from __future__ import annotations

import shlex
from typing import Iterator


def elements(node: object) -> Iterator[dict]:
    """Every object of a card, from the outside in."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from elements(value)
    elif isinstance(node, list):
        for value in node:
            yield from elements(value)


def texts(card: object) -> list[str]:
    """Every text that a card shows, in order."""
    found = []
    for element in elements(card):
        for name in ("text", "title", "value", "detail"):
            if isinstance(element.get(name), str) and element.get("type", "") not in ("Input.Text", "Input.Toggle"):
                found.append(element[name])
    return found


def icons(card: object) -> list[str]:
    """The name of every symbol that a card shows, in order."""
    return [element["name"] for element in elements(card) if element.get("type") == "Icon"]


def command(card: object) -> list[str]:
    """The command that a card tells the person to run, without the program."""
    [text] = [each["codeSnippet"] for each in elements(card) if each.get("type") == "CodeBlock"]
    program, *arguments = shlex.split(text)
    assert program == "today"
    return arguments


def action(card: object, label: str) -> dict:
    """The action that a person would find by its label: its own title or tooltip, or a text of the element that it is on."""
    best: dict | None = None
    for element in elements(card):
        if str(element.get("type", "")).startswith("Action.") and label in (element.get("title"), element.get("tooltip")):
            return element
        select = element.get("selectAction")
        if select and any(label == text or label in text.split("\n") for text in texts(element)):
            best = select  # The innermost one counts.
    if best is None:
        raise AssertionError(f"nothing on the page is labelled {label!r}; there is {texts(card)}")
    return best
