"""A client of topics: requests, and a subscriber in the background."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from urllib.parse import urlsplit

from websockets.sync.client import connect

from today_cloud import TodayCloud
from waiting import Following


def publish(cloud: TodayCloud, topic: str, text: str | bytes = "x", method: str = "POST", **headers: str) -> dict:
    """Publishes a message; returns the event that tells of it."""
    body = text.encode() if isinstance(text, str) else text
    status, _, answer = cloud.request(method, f"/{topic}", body, {k.replace("_", "-"): v for k, v in headers.items()})
    assert status == 200, answer
    return json.loads(answer)


def poll(cloud: TodayCloud, topic: str, query: str = "", headers: dict | None = None) -> list[dict]:
    """The events of a topic that are there already."""
    status, _, text = cloud.request("GET", f"/{topic}/json?poll=1{query}", headers=headers)
    assert status == 200, text
    return [json.loads(line) for line in text.splitlines()]


def host(cloud: TodayCloud) -> str:
    """The host and port of a cloud."""
    return urlsplit(cloud.ready["url"]).netloc


def websocket(cloud: TodayCloud, path: str, **options):
    """Opens a web socket."""
    return connect(f"ws://{host(cloud)}{path}", proxy=None, **options)


class NtfyStream(Following):
    """A stream of lines that a cloud writes, as ntfy's subscribers read it."""

    def __init__(self, cloud: TodayCloud, path: str, headers: dict | None = None):
        self.lines: list[str] = []
        self.has_ended = False
        self._condition = threading.Condition()
        self._connection = cloud.connect(timeout=None)
        self._connection.request("GET", path, headers=headers or {})
        self._socket = self._connection.sock
        self.response = self._connection.getresponse()
        threading.Thread(target=self._read, daemon=True).start()

    def summary(self) -> object:
        return self.lines

    def events(self, kind: str = "message") -> list[dict]:
        """The events of a kind, of a stream of JSON."""
        return [event for event in map(json.loads, self.lines) if event["event"] == kind]

    def messages(self, count: int) -> list[dict]:
        """Waits for so many messages; returns them."""
        return self.wait(lambda stream: len(stream.events()) >= count and stream.events(), f"{count} messages")

    def opened(self) -> "NtfyStream":
        """Waits for the beginning of the stream."""
        self.wait(lambda stream: stream.lines, "the beginning of the stream")
        return self

    def close(self) -> None:
        """Goes away."""
        # Closing alone would wait for whoever reads.
        self._socket.shutdown(socket.SHUT_RDWR)
        self.wait(lambda stream: stream.has_ended, "the end of the stream")
        self._connection.close()

    def _read(self) -> None:
        while True:
            try:
                line = self.response.readline().decode()
            except (OSError, http.client.HTTPException, ValueError, AttributeError):
                line = ""
            with self._condition:
                if line:
                    self.lines.append(line.rstrip("\n"))
                else:
                    self.has_ended = True
                self._condition.notify_all()
            if not line:
                return
