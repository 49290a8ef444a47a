#!/usr/bin/python3
"""An app with an inbox.

It keeps the ids of the pushes that it is told of in the shared default `pushes`, in the transaction of `app/push`, and asks
for leave to notify when a page of it is opened. If there is a file `pushes.txt` in the group's folder, each attempt also
leaves a line there: the push's id, and the title of the newest message that the app has then. If there is a file
`writes-nothing.txt`, it only answers that there is new data.
"""

import os

import today_process as today

GROUP = "group.test.mailer"


def scene(parameters):
    today.call("notifications/authorize", options=["alert", "badge", "sound"])
    page = today.call("messages/list")
    titles = [message["title"] for message in page["messages"]]
    return {"title": "Mailer", "card": today.text(parameters["url"], f"unread {page['unread']}", *titles)}


def push(parameters):
    transaction = parameters["transaction"]
    if os.path.exists(os.path.join(today.group_path(), "pushes.txt")):
        titles = [message["title"] for message in today.call("messages/list", limit=1)["messages"]]
        today.note("pushes.txt", " ".join([parameters["push"]["id"], *titles]))
    if os.path.exists(os.path.join(today.group_path(), "writes-nothing.txt")):
        return {"result": "newData"}
    pushes = today.get(GROUP, "pushes", transaction) or []
    today.put(GROUP, "pushes", pushes + [parameters["push"]["id"]], transaction)
    return {"result": "newData"}


today.run(
    {
        "app/scene": scene,
        "app/open": lambda parameters: {"url": parameters["url"]},
        "app/perform": lambda parameters: {},
        "app/respond": lambda parameters: {},
        "app/push": push,
    }
)
