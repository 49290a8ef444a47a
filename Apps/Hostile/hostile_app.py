#!/usr/bin/python3
"""An app that attacks while its page is open and nothing is asked, in the way that its bundle's identifier names.

The app `test.ATTACK` shows a page, and tries ATTACK, a function below, half a second later.
"""

import threading
import time

import today_process as today

#: What stays until the process ends.
taken = []


def swelling():
    """Takes memory step by step."""
    for _ in range(1000):
        taken.append(bytearray(b"x") * (8 << 20))
        time.sleep(0.05)


def scene(parameters):
    timer = threading.Timer(0.5, globals()[today.info["id"].split(".")[1]])
    timer.daemon = True
    timer.start()
    return {"title": "Attack", "card": today.text("nothing to see")}


today.run({"app/scene": scene, "app/open": lambda parameters: {"url": parameters["url"]}})
