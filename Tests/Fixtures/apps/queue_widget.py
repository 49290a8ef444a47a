#!/usr/bin/python3
"""Enqueues an action for each tap, with an id made of the tap's, and shows what the app has not processed.

The card shows `count N` (what the app has added up) and `pending N`. A tap's data may ask for more: `{"withdraw": [ids]}`
withdraws instead, and notes what was withdrawn in `withdrawn.txt`; `{"wake": true}` wakes the app instead.

Files in the group's folder do once:

    perform.block   a tap waits, after it has enqueued and before it is answered
    perform.die     a tap ends the process there
"""

import today_process as today

GROUP = "group.test.queue"


def update(parameters):
    count = today.get(GROUP, "count") or 0
    pending = today.call("actions/pending", group=GROUP)["actions"]
    action = {"verb": "add", "data": {"add": 1}, "title": "Add"}
    return {"content": {"compact": today.text(f"count {count}", f"pending {len(pending)}", action=action)}}


def perform(parameters):
    transaction, data = parameters["transaction"], parameters["data"]
    if "withdraw" in data:
        reply = today.call("actions/withdraw", group=GROUP, ids=data["withdraw"], transaction=transaction)
        today.note("withdrawn.txt", " ".join(reply["withdrawn"]))
        return
    if "wake" in data:
        today.call("wake", transaction=transaction)
        return
    today.call(
        "actions/enqueue",
        group=GROUP,
        actions=[{"id": parameters["tap"], "payload": {"add": data.get("add", 1)}}],
        transaction=transaction,
    )
    today.block_on("perform.block")
    if today.take("perform.die"):
        today.die()


today.run({"widget/update": update, "widget/perform": perform})
