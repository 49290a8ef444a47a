#!/usr/bin/python3
"""An app that has one page and does nothing."""

import today_process as today

today.run(
    {
        "app/scene": lambda parameters: {"title": "Plain", "card": today.text("plain")},
        "app/open": lambda parameters: {"url": parameters["url"]},
        "app/perform": lambda parameters: {},
    }
)
