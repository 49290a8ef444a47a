#!/usr/bin/python3
"""Says what became of the call of the keychain in its defaults: `METHOD/ACCESS-GROUP: RESULT`."""

import today_process as today
from keys import perform


def update(parameters):
    asked = today.get("group.test.keys", "ask") or "list/test.shared"
    return {"content": {"compact": today.text(f"{asked}: {perform(*asked.split('/'))}")}}


today.run({"widget/update": update})
