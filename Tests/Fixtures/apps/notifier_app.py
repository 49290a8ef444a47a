#!/usr/bin/python3
"""An app that notifies, as a test asks it to by performing on its page.

    {"ask": [{"method": "notifications/add", "params": {…}, "inside": true}, …]}

asks the host, inside of the performance's transaction or outside, and keeps the answers as JSON text in the shared default
`answers`. The method `initialize` is not asked for: its answer is what `initialize` said of notifications.

    {"fill": {"from": 0, "count": 1000, "after": 86400.0}}

schedules so many requests, in the transaction. With `"bytes": 15000` each has a text of that length, and is scheduled at
once, so that those before one that is refused stay.

What the person did is kept in the shared default `responses`, in the transaction of `app/respond`; each attempt
also leaves a line in the file `attempts.txt`. What is in force, as `settings/changed` told it, is in the default `settings`.

Files in the group's folder make a response do more:

    respond.block   it waits, after it has written and before it is answered
    respond.die     it ends the process there, once
    respond.fail    it fails, as long as the file is there
    respond.open    it opens the address in the file

and `present.json` holds the answer to `app/present`; without it there is none. Each such request leaves the notification's
identifier as a line in `presented.txt`.
"""

import json
import os

import today_process as today

GROUP = "group.test.notifier"


def path(name):
    return os.path.join(today.group_path(), name)


def read(name):
    try:
        with open(path(name)) as file:
            return file.read()
    except FileNotFoundError:
        return None


def scene(parameters):
    count = len(today.get(GROUP, "responses") or [])
    return {"title": "Notifier", "card": today.text(parameters["url"], f"responses {count}")}


def perform(parameters):
    transaction, answers = parameters["transaction"], []
    for question in parameters["data"].get("ask", []):
        inside = {"transaction": transaction} if question.get("inside") else {}
        if question["method"] == "initialize":
            answers.append(today.info["notifications"])
        else:
            answers.append(today.call(question["method"], **question["params"], **inside))
    today.put(GROUP, "answers", json.dumps(answers), transaction)
    fill = parameters["data"].get("fill", {"from": 0, "count": 0})
    for number in range(fill["from"], fill["from"] + fill["count"]):
        body = "x" * fill["bytes"] if "bytes" in fill else "A text as long as most are."
        content = {"title": f"Reminder {number}", "body": body, "categoryIdentifier": "all"}
        trigger = {"after": fill["after"] + number}
        request = {"identifier": f"filled {number}", "content": content, "trigger": trigger}
        today.call("notifications/add", request=request, **({} if "bytes" in fill else {"transaction": transaction}))
    return {}


def respond(parameters):
    response, transaction = parameters["response"], parameters["transaction"]
    today.note("attempts.txt", f"{response['id']} {response['actionIdentifier']}")
    if read("respond.fail") is not None:
        raise today.Failure("The notifier does not want to.")
    done = {
        "id": response["id"],
        "action": response["actionIdentifier"],
        "identifier": response["notification"]["request"]["identifier"],
        "text": response.get("text", ""),
    }
    today.put(GROUP, "responses", (today.get(GROUP, "responses") or []) + [done], transaction)
    url = read("respond.open")
    if url is not None:
        today.call("open", url=url, transaction=transaction)
    today.block_on("respond.block")
    if today.take("respond.die"):
        today.die()
    return {}


def present(parameters):
    today.note("presented.txt", parameters["notification"]["request"]["identifier"])
    answer = read("present.json")
    if answer is None:
        raise today.Failure("The notifier has no answer.")
    return json.loads(answer)


today.run(
    {
        "app/scene": scene,
        "app/perform": perform,
        "app/open": lambda parameters: {"url": parameters["url"]},
        "app/respond": respond,
        "app/present": present,
    },
    {"settings/changed": lambda parameters: today.put(GROUP, "settings", json.dumps(parameters["notifications"]))},
)
