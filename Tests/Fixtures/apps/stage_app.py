#!/usr/bin/python3
"""Shows on its page the card that a test writes to the file `card.json` in the group's folder.

Its widget fails with the sentence in the file `failure.txt`, if there is one, and shows `card.json` otherwise. A tap on the
page offers to be undone with the message in the file `undo.txt`, if there is one.
"""

import json
import os

import today_process as today


def read(name):
    path = os.path.join(today.group_path(), name)
    if not os.path.exists(path):
        return None
    with open(path) as file:
        return file.read()


def card():
    text = read("card.json")
    return json.loads(text) if text else today.text("nothing yet")


def update(parameters):
    failure = read("failure.txt")
    if failure:
        raise today.Failure(failure)
    return {"content": {"compact": card()}}


def perform(parameters):
    message = read("undo.txt")
    if message:
        today.call("undo/offer", message=message, data={}, transaction=parameters["transaction"])


today.run(
    {
        "app/scene": lambda parameters: {"title": read("title.txt") or "Stage", "card": card()},
        "app/open": lambda parameters: {"url": parameters["url"]},
        "app/perform": perform,
        "widget/update": update,
        "widget/perform": lambda parameters: {},
    }
)
