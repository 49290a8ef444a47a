"""Strings that run a script in a page which lets them, and what a page may have nevertheless.

The strings are those of PyPI's brs-kb (https://github.com/EPTLLC/BRS-KB, MIT), more than four thousand.
"""

from __future__ import annotations

import re
from typing import Iterable, Iterator

from brs_kb import get_all_payloads
from playwright.sync_api import BrowserContext, Dialog, Page, Request

#: What no text of a stranger may put into a page, found by the browser after it has parsed the page.
FOREIGN = """() => {
    const found = [];
    for (const element of document.querySelectorAll("*")) {
        const name = element.localName;
        const says = (what) => found.push(`${what}: ${element.outerHTML.slice(0, 200)}`);
        if (["iframe", "object", "embed", "base", "math", "foreignobject", "audio", "video"].includes(name)
            && element.id !== "body") says(name);
        if (name === "script" && new URL(element.src || "about:blank").origin !== location.origin) says("script");
        for (const attribute of element.attributes) {
            if (attribute.name.startsWith("on") || attribute.name === "srcdoc") says(attribute.name);
            if (!["href", "src", "action", "formaction", "xlink:href", "data"].includes(attribute.name)) continue;
            if (!URL.canParse(attribute.value, location.href)) continue;  // It leads nowhere.
            const address = new URL(attribute.value, location.href);
            const isOwn = address.origin === location.origin;
            const mayLead = name === "a" && ["http:", "https:", "mailto:", "tel:"].includes(address.protocol);
            const isPicture = name === "img" && address.protocol === "data:";
            if (!isOwn && !mayLead && !isPicture) says(attribute.name);
        }
    }
    return found;
}"""


def script_strings(is_short: bool = False) -> list[str]:
    """All strings, without those that no JSON text can hold; U+0000, which clouds refuse, is left out of the others.

    The short list has only those that bring something which none before them has: a place that they are meant for, an element,
    a handler of an event, a scheme of an address, or a character beside letters and digits.
    """
    places: dict[str, set[str]] = {}
    for payload in get_all_payloads().values():
        places.setdefault(payload["payload"].replace("\0", ""), set()).update(payload["contexts"])
    strings = [each for each in places if each.strip() and is_text(each)]
    if not is_short:
        return strings
    seen: set[str] = set()
    chosen = []
    for string in strings:
        parts = places[string] | set(PARTS.findall(string.lower()))
        if not parts <= seen:
            chosen.append(string)
            seen |= parts
    return chosen


#: An element, a handler of an event, a scheme, and a character beside letters and digits.
PARTS = re.compile(r"(?=(</?\s*[a-z][\w:-]*|\bon[a-z]+\s*=|\b[a-z][a-z+.-]*:|[^\w ]))")


def spread(strings: Iterable[str], count: int) -> list[str]:
    """About so many of the strings, from the beginning to the end of the list."""
    strings = list(strings)
    return strings[:: max(1, len(strings) // count)]


def is_text(string: str) -> bool:
    """Whether it has no half of a surrogate pair, which UTF-8 cannot write."""
    return not any(0xD800 <= ord(character) < 0xE000 for character in string)


def batches(strings: Iterable[str], count: int, size: int = 1 << 20) -> Iterator[list[str]]:
    """The strings in order, at most so many at a time and about so many bytes, at least one."""
    batch: list[str] = []
    used = 0
    for string in strings:
        length = len(string.encode()) + 1
        if batch and (len(batch) == count or used + length > size):
            yield batch
            batch, used = [], 0
        batch.append(string)
        used += length
    if batch:
        yield batch


def packed(strings: Iterable[str], size: int) -> Iterator[str]:
    """The strings as lines of texts of about so many bytes."""
    return ("\n".join(batch) for batch in batches(strings, 1 << 20, size))


class Guard:
    """Notes what a browser does that no page of the host makes it do."""

    def __init__(self, context: BrowserContext, origin: str):
        self.origin = origin
        #: Dialogs, requests elsewhere and tabs that opened.
        self.incidents: list[str] = []
        context.on("page", self._watch)
        context.on("request", self._note_request)

    def _watch(self, page: Page) -> None:
        if page.opener() is not None:
            self.incidents.append(f"a tab: {page.url}")
        page.on("dialog", self._note_dialog)

    def _note_dialog(self, dialog: Dialog) -> None:
        self.incidents.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith((self.origin, "data:", "blob:", "about:")):
            self.incidents.append(f"a request: {request.url}")

    def check(self, page: Page) -> None:
        """Asserts that nothing happened, and that the page holds nothing that could make it happen later."""
        assert page.evaluate(FOREIGN) == []
        assert self.incidents == []
