#!/usr/bin/python3
"""An app with an inbox.

It keeps the ids of the pushes that it is told of in the shared default `pushes`, each once, and asks for leave to notify when a
page of it is opened.
"""

import today_process as today

GROUP = "group.test.mailer"


def scene(parameters):
    today.call("notifications/authorize", options=["alert", "badge", "sound"])
    page = today.call("messages/list")
    titles = [message["title"] for message in page["messages"]]
    return {"title": "Mailer", "card": today.text(parameters["url"], f"unread {page['unread']}", *titles)}


def push(parameters):
    transaction = parameters["transaction"]
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
