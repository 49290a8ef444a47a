#!/usr/bin/python3
"""Counts for each action how often it was processed, in the transaction of the acknowledgement.

The shared default `done.ID` has the count of the action ID. Each action of each attempt leaves its id as a line in the
file `given.txt`, outside of the transaction.
"""

import today_process as today

GROUP = "group.test.ticker"


def process(parameters):
    transaction = parameters["transaction"]
    for action in parameters["actions"]:
        today.note("given.txt", action["id"])
        key = f"done.{action['id']}"
        today.put(GROUP, key, (today.get(GROUP, key, transaction) or 0) + 1, transaction)
    return {"processed": [each["id"] for each in parameters["actions"]]}


today.run(
    {
        "app/process": process,
        "app/scene": lambda parameters: {"title": "Ticker", "card": today.text("Ticker")},
        "app/open": lambda parameters: {"url": parameters["url"]},
    }
)
