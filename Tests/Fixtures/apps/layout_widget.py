#!/usr/bin/python3
"""Shows the content that a test writes to the file `content.json` in the group's folder.

`{"lines": 3}` in place of a card is a card with so many lines, `line 1` and so on, with buttons if `"buttons": true`.
`{"answer": …}` in place of the content is the whole answer.
The parameters of the last update are kept in the file `update.json`.
"""

import json
import os

import today_process as today


def path(name):
    return os.path.join(today.group_path(), name)


def card(wanted):
    if "lines" not in wanted:
        return wanted
    body = [{"type": "TextBlock", "text": f"line {number + 1}", "wrap": True} for number in range(wanted["lines"])]
    if wanted.get("text"):
        body.append({"type": "TextBlock", "text": wanted["text"], "wrap": True})
    if wanted.get("buttons"):
        body = [
            {"type": "ActionSet", "actions": [{"type": "Action.Execute", "verb": "press", "title": block["text"]}]}
            for block in body
        ]
    return {"type": "AdaptiveCard", "version": "1.5", "body": body}


def update(parameters):
    # Other widgets of the app write it too.
    new = path(f"update.json.{os.urandom(4).hex()}")
    with open(new, "w") as file:
        json.dump(parameters, file)
    os.rename(new, path("update.json"))
    if not os.path.exists(path("content.json")):
        return {}
    with open(path("content.json")) as file:
        content = json.load(file)
    if "answer" in content:
        return content["answer"]
    for name in ("compact", "expanded"):
        if name in content:
            content[name] = card(content[name])
    return {"content": content}


today.run({"widget/update": update, "widget/perform": lambda parameters: {}})
