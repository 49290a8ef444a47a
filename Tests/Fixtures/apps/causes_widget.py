#!/usr/bin/python3
"""Fails in the way that the file `how` beside it says, and writes to standard error and to standard output before.

The ways: `raise` ends in its first update, `start` before it answers `initialize`, `flood` writes 100 MB of standard error,
`log` logs much by the protocol and writes much, `fault` answers with an error that is not for the person, `card` with a card
that a widget may not have, `shape` with no card at all, `verbose` with an error each time and much text in it, and `lacks`
answers that a city must be chosen. With `well`, and without the file, it shows a card.
"""

import os
import sys
import traceback

import today_process as today

HOSTILE = "red \x1b[31mtext\x1b]0;owned\x07 \u202egnp.exe"

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "how")


def update(parameters):
    print("a line for debugging", flush=True)
    sys.stderr.buffer.write(HOSTILE.encode() + b"\nnot UTF-8: \xff\n")
    sys.stderr.flush()
    if how == "raise":
        try:
            raise RuntimeError("the tide is out")
        except RuntimeError:
            traceback.print_exc()
            os._exit(1)  # At once: Python aborts now and then if a thread reads standard input at the end.
    if how == "lacks":
        raise today.Failure("Choose a city.")
    if how == "fault":
        raise today.Failure("the tide is out", code=-32603)
    if how == "verbose":
        raise today.Failure("v" * 3000, code=-32603)
    if how == "card":
        return {"content": {"compact": {**today.text("well"), "body": [{"type": "Input.Text", "id": "city"}]}}}
    if how == "shape":
        return {"content": {"compact": 7}}
    if how == "log":
        for _ in range(50):
            today.log("error", "l" * 2000)
            sys.stderr.write("l" * 1500 + "\n")
        sys.stderr.flush()
    if how == "flood":
        for _ in range(100):
            sys.stderr.write("f" * 1_000_000)  # One line without an end.
        sys.stderr.flush()
        os._exit(1)
    return {"content": {"compact": today.text("well")}}


how = open(FILE).read().strip() if os.path.exists(FILE) else "well"
if how == "start":
    raise RuntimeError("no library of that name")
today.run({"widget/update": update, "widget/perform": lambda parameters: {}})
