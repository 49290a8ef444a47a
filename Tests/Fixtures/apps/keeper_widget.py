#!/usr/bin/python3
"""A widget that saves a note as a record: a tap with `{"save": {"name": …, "text": …}}` does so in its transaction."""

import today_process as today

CONTAINER = "iCloud.test.keeper"


def update(parameters):
    return {"content": {"compact": today.text("Keeper", action={"verb": "save"})}}


def perform(parameters):
    note = parameters["data"]["save"]
    record = {"name": note["name"], "type": "Note", "fields": {"text": note["text"]}}
    today.call(
        "records/save", container=CONTAINER, records=[record], policy="allKeys",
        transaction=parameters["transaction"],
    )
    return {}


today.run({"widget/update": update, "widget/perform": perform})
