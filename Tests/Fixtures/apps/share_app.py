#!/usr/bin/python3
"""An app that takes what is shared: it counts shares in its shared defaults, and keeps what the last one was. The images
themselves are in a file.

The files `share.block` and `share.die` are as they are for the counter. A text that begins with `refuse` is refused.
"""

import json

import today_process as today

GROUP = "group.test.taker"


def share(parameters):
    transaction, content = parameters["transaction"], parameters["content"]
    today.note("shares.txt", parameters["share"])
    if content.get("text", "").startswith("refuse"):
        raise today.Failure("Not this.")
    today.put(GROUP, "count", (today.get(GROUP, "count", transaction) or 0) + 1, transaction)
    kept = {key: content[key] for key in ("title", "text", "urls") if key in content}
    kept["images"] = [image | {"data": len(image["data"]["$data"])} for image in content["images"]]
    today.put(GROUP, "last", kept, transaction)
    today.note("images.txt", json.dumps([image["data"]["$data"] for image in content["images"]]))
    today.block_on("share.block")
    if today.take("share.die"):
        today.die()
    if content.get("text") == "open":
        today.call("open", url="taker://opened", transaction=transaction)
    return {"message": f"Took it ({parameters['context']['language']})."}


today.run(
    {
        "app/scene": lambda parameters: {"title": "Taker", "card": today.text(parameters["url"])},
        "app/open": lambda parameters: {"url": parameters["url"]},
        "app/share": share,
    }
)
