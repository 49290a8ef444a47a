#!/usr/bin/python3
"""Processes the actions that the widget enqueues: each adds its payload to a shared default, in the transaction.

Files in the group's folder make it do something:

    process.block   once: it waits after it has written and before it answers
    process.die     once: it ends there
    process.fail    while it is there: every action fails with the sentence that the file holds

Each action of each attempt leaves its id as a line in the file `processed.txt`, and each request its reason in `reasons.txt`.
"""

import os

import today_process as today

GROUP = "group.test.queue"


def process(parameters):
    transaction = parameters["transaction"]
    today.note("reasons.txt", parameters["reason"])
    failure = os.path.join(today.group_path(), "process.fail")
    if parameters["actions"] and os.path.exists(failure):
        with open(failure) as file:
            reason = file.read()
        return {"processed": [], "failed": [{"id": each["id"], "reason": reason} for each in parameters["actions"]]}
    for action in parameters["actions"]:
        today.note("processed.txt", action["id"])
        count = today.get(GROUP, "count", transaction) or 0
        today.put(GROUP, "count", count + action["payload"]["add"], transaction)
    today.block_on("process.block")
    if today.take("process.die"):
        today.die()
    return {"processed": [each["id"] for each in parameters["actions"]]}


def scene(parameters):
    return {"title": "Queue", "card": today.text(f"count {today.get(GROUP, 'count') or 0}")}


today.run(
    {
        "app/process": process,
        "app/scene": scene,
        "app/open": lambda parameters: {"url": parameters["url"]},
    }
)
