#!/usr/bin/python3
"""Enqueues one action for each tap, with the tap's id, and shows how many the app has not processed."""

import today_process as today

GROUP = "group.test.ticker"


def update(parameters):
    pending = today.call("actions/pending", group=GROUP)["actions"]
    return {"content": {"compact": today.text(f"pending {len(pending)}", action={"verb": "add", "title": "Add"})}}


def perform(parameters):
    actions = [{"id": parameters["tap"], "payload": {}}]
    today.call("actions/enqueue", group=GROUP, actions=actions, transaction=parameters["transaction"])


today.run({"widget/update": update, "widget/perform": perform})
