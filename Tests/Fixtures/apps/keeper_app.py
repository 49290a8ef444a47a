#!/usr/bin/python3
"""An app that keeps notes as records.

A test performs on its page:

    {"ask": [{"method": "records/save", "params": {…}, "inside": true}, …]}

asks the host, inside of the performance's transaction or outside, and keeps the answers as JSON text in the shared default
`answers`; an answer may be an error, `{"error": …}`.

A push about records is kept in the default `pushes`, and the changes of its zone are merged into the default `notes`, in
the transaction of `app/push`. Failures are kept in the default `failures`, in the transaction of `app/records`; while
there is a file `records.fail` in the group's folder, the app refuses them.
"""

import json
import os

import today_process as today

GROUP = "group.test.keeper"
CONTAINER = "iCloud.test.keeper"


def scene(parameters):
    notes = today.get(GROUP, "notes") or {}
    return {"title": "Keeper", "card": today.text(parameters["url"], f"notes {len(notes)}")}


def perform(parameters):
    transaction, answers = parameters["transaction"], []
    for question in parameters["data"]["ask"]:
        inside = {"transaction": transaction} if question.get("inside") else {}
        try:
            answers.append(today.call(question["method"], **question["params"], **inside))
        except today.HostError as error:
            answers.append({"error": error.code, "message": str(error)})
    today.put(GROUP, "answers", json.dumps(answers), transaction)
    return {}


def push(parameters):
    transaction, records = parameters["transaction"], parameters["push"].get("records")
    if records is None:
        return {"result": "noData"}
    pushes = today.get(GROUP, "pushes", transaction) or []
    name = f"{records['reason']} {records.get('recordName', '')}"
    today.put(GROUP, "pushes", pushes + [name], transaction)
    notes = today.get(GROUP, "notes", transaction) or {}
    while True:
        changes = today.call(
            "records/changes", container=CONTAINER, zone=records["zone"], transaction=transaction
        )
        for record in changes["records"]:
            notes[record["name"]] = record["fields"].get("text", "")
        for deleted in changes["deleted"]:
            notes.pop(deleted, None)
        today.call(
            "records/acceptChanges", container=CONTAINER, zone=records["zone"], token=changes["token"],
            transaction=transaction,
        )
        if not changes["moreComing"]:
            break
    today.put(GROUP, "notes", notes, transaction)
    return {"result": "newData"}


def failed(parameters):
    if os.path.exists(os.path.join(today.group_path(), "records.fail")):
        raise today.Failure("The keeper does not want to.")
    transaction = parameters["transaction"]
    failures = today.get(GROUP, "failures", transaction) or []
    new = [f"{each['name']} {each['error']['code']}" for each in parameters["failures"]]
    today.put(GROUP, "failures", failures + new, transaction)
    return {}


today.run(
    {
        "app/scene": scene,
        "app/open": lambda parameters: {"url": parameters["url"]},
        "app/perform": perform,
        "app/respond": lambda parameters: {},
        "app/push": push,
        "app/records": failed,
    }
)
