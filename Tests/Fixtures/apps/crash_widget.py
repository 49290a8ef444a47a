#!/usr/bin/python3
"""Fails as the shared default `how` says: `crash` before it answers, `exit` at start, `hang`, `garbage`, or not at all."""

import os
import sys
import time

import today_process as today

GROUP = "group.test.crash"


def note_start(parameters):
    with open(os.path.join(today.group_path(), "starts.txt"), "a") as file:
        file.write("start\n")
    if os.path.exists(os.path.join(today.group_path(), "exit")):
        today.die()


def update(parameters):
    how = today.get(GROUP, "how") or "none"
    if how == "crash":
        today.die()
    if how == "hang":
        time.sleep(3600)
    if how == "garbage":
        sys.stdout.write("this is not JSON\n")
        sys.stdout.flush()
    return {"content": {"compact": today.text(f"how {how}")}}


def shutdown(parameters):
    if os.path.exists(os.path.join(today.group_path(), "stubborn")):
        time.sleep(3600)
    return {}


if __name__ == "__main__":
    import signal

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    today.run({"initialize": note_start, "widget/update": update, "shutdown": shutdown})
