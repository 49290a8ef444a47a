#!/usr/bin/python3
"""Counts taps in shared defaults, and does to them what a test asks for.

The card shows `count N`, `note TEXT` (what a file in the group's folder holds) and `word TEXT` (a shared default).
A tap adds one to the count, in its transaction. A tap's data may ask for more:

    {"fail": "sentence"}   fails after writing
    {"open": "address"}    opens an address
    {"group": "name"}      writes to another group

and files in the group's folder do once:

    update.block    an update waits, after it has read what it will show
    perform.block   a tap waits, after it has written and before it is answered
    perform.open    a tap opens the app's page
    perform.die     a tap ends the process, after it has written and before it is answered
    update.die      an update ends the process

Each attempt of a tap leaves the tap's id as a line in the file `taps.txt`. Whether somebody takes an address that a tap
opens, and what came of it, are lines in `opened.txt`.
"""

import os

import today_process as today

GROUP = "group.test.counter"


def update(parameters):
    count = today.get(GROUP, "count") or 0
    word = today.get(GROUP, "word") or "none"
    note = "none"
    path = os.path.join(today.group_path(), "note.txt")
    if os.path.exists(path):
        with open(path) as file:
            note = file.read()
    today.block_on("update.block")
    if today.take("update.die"):
        today.die()
    action = {"verb": "add", "data": {"step": 1}, "title": "Add"}
    card = today.text(f"count {count}", f"word {word}", f"note {note}", action=action)
    return {"content": {"compact": card}}


def perform(parameters):
    transaction, data = parameters["transaction"], parameters["data"]
    today.note("taps.txt", parameters["tap"])
    count = today.get(GROUP, "count", transaction) or 0
    today.put(data.get("group", GROUP), "count", count + 1, transaction)
    url = "counter://page" if today.take("perform.open") else data.get("open")
    if url:
        answer = today.call("open", url=url, transaction=transaction)
        today.note("opened.txt", f"{url} answered {answer['taken']} {answer.get('id')}")
    if "fail" in data:
        raise today.Failure(data["fail"])
    today.block_on("perform.block")
    if today.take("perform.die"):
        today.die()


def opened(parameters):
    today.note("opened.txt", f"{parameters['url']} finished {parameters['taken']} {parameters['id']}")


today.run({"widget/update": update, "widget/perform": perform}, {"open/finished": opened})
