#!/usr/bin/python3
"""An app with an inbox, which counts each push that wakes it.

How often it was handed a push to the end stands in the shared default that is named like the push, written in the
transaction of `app/push`: one, if the host hands each over until it is acknowledged, and never again.
"""

import today_process as today

GROUP = "group.test.pushed"


def push(parameters):
    key, transaction = parameters["push"]["id"], parameters["transaction"]
    today.put(GROUP, key, (today.get(GROUP, key) or 0) + 1, transaction)
    return {"result": "newData"}


def perform(parameters):
    today.call("notifications/authorize", options=["alert", "badge", "sound"])


today.run(
    {
        "app/scene": lambda parameters: {"title": "Pushed", "card": today.text("pushed")},
        "app/open": lambda parameters: {"url": parameters["url"]},
        "app/perform": perform,
        "app/push": push,
    }
)
