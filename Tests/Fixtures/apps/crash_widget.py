#!/usr/bin/python3
"""Fails as the shared default `how` says: `crash` before it answers, `hang` at a pipe, `garbage`, or not at all.

Each start leaves a line in the file `starts.txt`. With the file `exit` in the group's folder it ends at the start, and at
the pipe `stubborn` it hangs when it is asked to end; it ignores SIGTERM.
"""

import os
import sys

import today_process as today

GROUP = "group.test.crash"


def note_start(parameters):
    today.note("starts.txt", "start")
    if os.path.exists(os.path.join(today.group_path(), "exit")):
        today.die()


def update(parameters):
    how = today.get(GROUP, "how") or "none"
    if how == "crash":
        today.die()
    if how == "hang":
        today.block_on("hang")
    if how == "garbage":
        sys.stdout.write("this is not JSON\n")
        sys.stdout.flush()
    return {"content": {"compact": today.text(f"how {how}")}}


def shutdown(parameters):
    today.block_on("stubborn")
    return {}


if __name__ == "__main__":
    import signal

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    today.run({"initialize": note_start, "widget/update": update, "shutdown": shutdown})
