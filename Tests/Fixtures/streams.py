"""Streams of the host's events, read as a surface reads them."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from typing import TYPE_CHECKING, Iterator
from urllib.parse import urlencode

import cards
from waiting import TIMEOUT_SECONDS, Following

if TYPE_CHECKING:
    from today_host import TodayHost


class Refused(Exception):
    """The host answered with an error."""

    def __init__(self, status: int, body: dict):
        super().__init__(f"{status} {body}")
        self.status = status
        self.code = body.get("code")
        self.message = body.get("message", "")


class Stream(Following):
    """A stream of the host's events, read for as long as the `with` block lasts; each kind keeps what it shows."""

    def __init__(self, host: TodayHost, path: str, language: str, zone: str = "UTC"):
        self._path = path
        self._headers = {"Accept-Language": language, "Today-Zone": zone}
        self._connection = host.connect(timeout=None)
        self._condition = threading.Condition()
        self._thread = threading.Thread(target=self._read, name="stream", daemon=True)
        self.events: list[tuple[str, dict]] = []
        self.position: str | None = None
        self.has_ended = False

    def __enter__(self):
        self._connection.request("GET", self._path, headers=self._headers)
        self._socket = self._connection.sock
        self._response = self._connection.getresponse()
        if self._response.status != 200:
            raise Refused(self._response.status, json.loads(self._response.read() or b"{}"))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The host has ended the stream.
        self._thread.join()
        self._connection.close()

    def receive(self, name: str, data: dict) -> None:
        """Keeps what an event tells."""
        raise NotImplementedError


    def _read(self) -> None:
        for identifier, name, data in self._events():
            with self._condition:
                self.position = identifier
                self.receive(name, data)
                self.events.append((name, data))
                self._condition.notify_all()
        with self._condition:
            self.has_ended = True
            self._condition.notify_all()

    def _events(self) -> Iterator[tuple[str, str, dict]]:
        identifier, name, data = "", "message", []
        while True:
            try:
                line = self._response.readline().decode()
            except (OSError, http.client.HTTPException, ValueError):
                return
            if not line.endswith("\n"):
                return  # The end, or a line that a kill cut short.
            line = line.rstrip("\n")
            field, _, value = line.partition(": ")
            if line == "":
                if data:
                    yield identifier, name, json.loads("\n".join(data))
                name, data = "message", []
            elif field == "id":
                identifier = value
            elif field == "event":
                name = value
            elif field == "data":
                data.append(value)


class Watch(Stream):
    """A page: what it shows of the screen, kept up to date by the host's event stream."""

    def __init__(self, host: TodayHost, after: str | None, scene: str | None, language: str):
        query = {name: value for name, value in (("after", after), ("scene", scene)) if value is not None}
        super().__init__(host, f"/api/events?{urlencode(query)}", language)
        self.widgets: dict[str, dict] = {}
        self.warnings: list[str] = []
        self._knows_screen = False  # A page that was away is told only what it missed.

    def shown(self, widget: str) -> Iterator[dict]:
        """What it has shown of a widget so far, the oldest first."""
        for name, data in self.events:
            for each in data["widgets"] if name == "screen" else [data] if name == "widget" else []:
                if each["id"] == widget:
                    yield each

    def receive(self, name: str, data: dict) -> None:
        if name == "screen":
            self.widgets = {widget["id"]: widget for widget in data["widgets"]}
            self.warnings = data["warnings"]
            self._knows_screen = True
        elif name == "widget" and (data["id"] in self.widgets or not self._knows_screen):
            # As pages do: what was drawn while somebody took the widget off the screen comes too late.
            self.widgets[data["id"]] = data

    def wait_for_text(self, widget: str, *wanted: str, timeout: float = TIMEOUT_SECONDS) -> dict:
        """Waits until a widget shows every one of these texts; returns the widget."""
        return self.wait(
            lambda page: page.widgets.get(widget) if set(wanted) <= set(page.texts(widget)) else None,
            f"{wanted} on {widget}", timeout,
        )

    def texts(self, widget: str) -> list[str]:
        """What the compact and expanded cards of a widget say."""
        shown = self.widgets.get(widget, {})
        return cards.texts(shown.get("compact")) + cards.texts(shown.get("expanded"))

    def history(self, widget: str) -> list[list[str]]:
        """What a widget showed over time, as its cards said it."""
        return [cards.texts(card) for card in self.compact_cards(widget)]

    def compact_cards(self, widget: str) -> list[dict | None]:
        """The compact cards of a widget over time."""
        with self._condition:
            return [body.get("compact") for name, body in self.events if name == "widget" and body["id"] == widget]

    def summary(self) -> str:
        shown = {name: (self.texts(name), widget.get("freshness")) for name, widget in self.widgets.items()}
        return f"{shown}, ended: {self.has_ended}, at {self.position}"
