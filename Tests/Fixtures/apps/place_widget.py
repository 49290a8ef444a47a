#!/usr/bin/python3
"""Shows where the person is, as the host says: `LATITUDE LONGITUDE ACCURACY GRANTED`, or why it does not say."""

import today_process as today


def update(parameters):
    try:
        place = today.call("location/get")
        line = f"{place['latitude']} {place['longitude']} {place['accuracy']:.0f} {place['granted']}"
    except today.HostError as error:
        line = f"{error.code} {error}"
    return {"content": {"compact": today.text(line, ",".join(parameters["reasons"]))}}


today.run({"widget/update": update})
