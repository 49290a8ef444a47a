#!/usr/bin/python3
"""An app that is searched: it answers well, or as no app should; the text says how."""

import threading

import today_process as today


def search(parameters):
    text = parameters["text"]
    if text == "silent":
        threading.Event().wait()
    if text == "broken":
        return {"entries": "none"}
    if text == "many":
        return {"entries": [{"title": f"Entry {number}", "url": f"search://{number}"} for number in range(5_000)]}
    if text == "long":
        return {"entries": [
            {"title": "x" * 500_000, "url": "search://title"}, {"title": "", "url": "search://empty"},
            {"title": "Detail", "detail": "y" * 401, "url": "search://detail"},
            {"title": "Address", "url": "search://" + "z" * 2_048}, {"title": "Short", "url": "SEARCH://short"},
        ]}
    if text == "elsewhere":
        urls = ["https://example.com", "javascript:alert(1)", "today://settings", "plain://page", "", "search", "search://own"]
        return {"entries": [{"title": f"To {url}", "url": url} for url in urls]}
    return {"entries": [{"title": f"Found {text}", "detail": "<b>here</b>", "url": "search://found"}]}


today.run(
    {
        "app/scene": lambda parameters: {"title": "Search", "card": today.text(parameters["url"])},
        "app/open": lambda parameters: {"url": parameters["url"]},
        "app/search": search,
    }
)
