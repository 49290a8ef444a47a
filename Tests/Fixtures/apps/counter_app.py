#!/usr/bin/python3
"""The app of the counter: a page whose submit sets the word, the note and the count.

    set         {"word": …}, from the page's input; "bad" is refused with an error at the input. The other inputs are for
                pages' tests: nothing is done with them
    note        {"note": …} writes a file to the group's folder and asks for an update
    count       {"count": …}
    add         {"add": …} is added to the count

It does not take `counter://nowhere`; who asked for the others is a line in the file `app.opened.txt`.

The files `perform.block`, `perform.die` and `taps.txt` are as they are for the widget, with the prefix `app.`.
"""

import os

import today_process as today

GROUP = "group.test.counter"


def scene(parameters):
    word = today.get(GROUP, "word") or "none"
    return {
        "title": "Counter",
        "card": {
            "type": "AdaptiveCard",
            "version": "1.5",
            "body": [
                {"type": "TextBlock", "text": f"word {word}"},
                {"type": "Input.Text", "id": "word", "label": "Word", "maxLength": 40},
                {"type": "Input.Toggle", "id": "loud", "title": "Loud"},
                {"type": "Input.ChoiceSet", "id": "colors", "label": "Colors", "style": "expanded", "isMultiSelect": True,
                 "choices": [{"title": name, "value": name.lower()} for name in ("Red", "Blue")]},
            ],
            "actions": [{"type": "Action.Execute", "title": "Set", "verb": "set"}],
        },
    }


def perform(parameters):
    transaction, data = parameters["transaction"], parameters["data"]
    today.note("app.taps.txt", parameters["tap"])
    if data.get("word") == "bad":
        return {"inputErrors": {"word": "Choose another word."}}
    if "word" in data:
        today.put(GROUP, "word", data["word"], transaction)
    if "count" in data:
        today.put(GROUP, "count", data["count"], transaction)
    if "add" in data:
        today.put(GROUP, "count", (today.get(GROUP, "count", transaction) or 0) + data["add"], transaction)
    if "note" in data:
        path = os.path.join(today.group_path(), "note.txt")
        with open(path + ".new", "w") as file:
            file.write(data["note"])
        os.rename(path + ".new", path)
        today.call("widgets/reload", transaction=transaction)
    today.block_on("app.perform.block")
    if today.take("app.perform.die"):
        today.die()
    return {}


def open_(parameters):
    if parameters["url"] == "counter://nowhere":
        return {"url": None}
    if today.info["groups"]:
        today.note("app.opened.txt", f"{parameters['url']} {parameters['source']} {parameters.get('from')}")
    return {"url": parameters["url"]}


today.run(
    {
        "app/scene": scene,
        "app/perform": perform,
        "app/open": open_,
    }
)
