#!/usr/bin/python3
"""An app whose page shows where the person is, as the host says; see the widget."""

import today_process as today


def scene(parameters):
    try:
        place = today.call("location/get")
        line = f"{place['latitude']} {place['longitude']} {place['accuracy']:.0f} {place['granted']}"
    except today.HostError as error:
        line = f"{error.code} {error}"
    return {"title": "Place", "card": today.text(line)}


today.run(
    {
        "app/scene": scene,
        "app/open": lambda parameters: {"url": parameters["url"]},
        "app/perform": lambda parameters: {},
    }
)
