#!/usr/bin/python3
"""Tells of each update in the file `updates.txt` of its group's folder: a line with its reasons, and its language.

The card shows `word TEXT`, a shared default. If there is a file `refresh.txt`, the widget asks for its next update after
as many seconds as the file says; if there is a file `again.txt`, it asks the host for another one in each update, and if
there is a file `counts.txt`, it counts its updates in a shared default.
"""

import os

import today_process as today


def update(parameters):
    group = today.info["groups"][0]
    word = today.get(group["id"], "word") or "none"
    content = {"compact": today.text(f"word {word}")}
    refresh = os.path.join(group["path"], "refresh.txt")
    if os.path.exists(refresh):
        with open(refresh) as file:
            content["refresh"] = {"after": float(file.read())}
    if os.path.exists(os.path.join(group["path"], "again.txt")):
        today.call("widgets/reload")
    if os.path.exists(os.path.join(group["path"], "counts.txt")):
        today.put(group["id"], "count", (today.get(group["id"], "count") or 0) + 1)
    today.note("updates.txt", ",".join(parameters["reasons"]) + " " + parameters["context"]["language"])
    return {"content": content}


today.run({"widget/update": update, "widget/perform": lambda parameters: {}})
