#!/usr/bin/python3
"""An app whose page says what became of a call of the keychain: `keys://METHOD/ACCESS-GROUP`."""

import today_process as today
from keys import perform


def scene(parameters):
    method, group = parameters["url"].removeprefix("keys://").split("/")
    return {"title": "Keys", "card": today.text(perform(method, group))}


today.run(
    {
        "app/scene": scene,
        "app/open": lambda parameters: {"url": parameters["url"]},
        "app/perform": lambda parameters: {},
    }
)
