#!/usr/bin/python3
"""A Share or Action extension with a program: each use is a process of its own, which remembers what was shared.

A text that begins with `ask` has it show a page; the first word of every other one says what it does.
"""

import time

import today_process as today

shared = ""


def share(parameters):
    global shared
    shared = parameters["content"].get("text", "")
    today.note("uses.txt", f"{today.info['kind']} {today.info['instance']}")
    what = shared.split(" ")[0]
    if what == "ask":
        return {"page": True}
    if what == "hang":
        time.sleep(1000)
    if what == "die":
        today.die()
    if what == "large":
        today.put(today.info["groups"][0]["id"], "large", True, parameters["transaction"])
        return {"text": "x" * (32 * 1024 + 1)}
    if what == "steer":
        return {"text": "\x1b[31mred"}
    if what == "call":
        return {"text": _refusal(shared.split(" ")[1])}
    return end(shared.upper(), parameters["transaction"])


def end(text, transaction):
    today.put(today.info["groups"][0]["id"], shared, True, transaction)
    return {"message": f"Made *{text}*.", "text": text}


def scene(parameters):
    card = today.text(f"Shall I? {today.info['instance']}")
    card["body"].append({"type": "Input.Text", "id": "suffix", "maxLength": 20})
    card["actions"] = [{"type": "Action.Execute", "title": title, "verb": title} for title in ("Do", "Wait", "Die")]
    return {"title": "Ask", "card": card}


def perform(parameters):
    if parameters["verb"] == "Die":
        today.die()
    if parameters["verb"] == "Wait":
        return {}
    if not parameters["data"].get("suffix"):
        return {"inputErrors": {"suffix": "What for?"}}
    return {"finished": end(f"{shared}{parameters['data']['suffix']}", parameters["transaction"])}


def _refusal(method):
    try:
        today.call(method)
    except today.HostError as error:
        return str(error)
    return "allowed"


today.run({"app/share": share, "app/scene": scene, "app/perform": perform})
