#!/usr/bin/python3
"""Writes to standard error what would steer a terminal, and logs the same with the method `log`."""

import sys

import today_process as today

HOSTILE = "noise \x1b]0;owned\x07\x1b[2J\r\u202egnp.exe\x9b31m end"


def update(parameters):
    sys.stderr.write(HOSTILE + "\n")
    sys.stderr.flush()
    today.log("notice", HOSTILE)
    return {"content": {"compact": today.text("noisy")}}


today.run({"widget/update": update, "widget/perform": lambda parameters: {}})
