"""A paired browser without a window: what its pages ask, and its subscription to pushes."""

from __future__ import annotations

import http.client
import json
import socket
from contextlib import contextmanager
from typing import Iterator
from urllib.parse import urlsplit

from push_service import PushService
from streams import Refused
from today_host import TodayHost
from waiting import TIMEOUT_SECONDS, Collected, eventually


class BrowserDevice:
    """A browser that is signed in, by the cookie that a link gave it."""

    def __init__(self, host: TodayHost, language: str = "en-US"):
        self.host = host
        self.language = language
        link = urlsplit(host.request("POST", "/api/links")["link"])
        self.port = link.port
        self.authority = link.netloc
        self.origin = f"http://{link.netloc}"
        connection = self._connect()
        connection.request("GET", link.path, headers={"Host": link.netloc})
        self.cookie = connection.getresponse().headers["set-cookie"].split(";")[0]
        connection.close()

    def send(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict]:
        """Sends a request as the script of a page does; returns the status and the JSON of the answer."""
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        status, text = self._exchange(method, path, data, **{"Content-Type": "application/json", **headers})
        return status, json.loads(text) if text.startswith(b"{") else {}

    def page(self, path: str) -> str:
        """The markup of a page."""
        status, text = self._exchange("GET", path, None)
        assert status == 200
        return text.decode()

    def ask(self, method: str, path: str, body: object = None) -> dict:
        """Sends a request that is to succeed; returns the JSON of the answer."""
        status, answer = self.send(method, path, body)
        if not 200 <= status < 300:
            raise Refused(status, answer)
        return answer

    def subscribe(self, service: PushService, path: str = "/browser/1") -> None:
        """Subscribes the browser at a path of a push service."""
        self.ask("PUT", "/api/push-subscription", {"endpoint": service.url + path, "keys": service.keys})

    @property
    def endpoint(self) -> str | None:
        """Where the host believes that the browser is subscribed."""
        return self.ask("GET", "/api/push-subscription")["endpoint"]

    @contextmanager
    def visible_page(self) -> Iterator[None]:
        """A page of the browser that is open and visible, for as long as the `with` block lasts."""
        connection = self._connect()
        connection.request("GET", "/events?list=new&notifications=x", headers=self._headers)
        response = connection.getresponse()
        assert response.status == 200
        # The host has the stream once its first event is there.
        response.fp.readline()
        try:
            yield
        finally:
            # The host closes its end of the connection once it knows that the page is gone.
            connection.sock.shutdown(socket.SHUT_WR)
            while response.fp.read1():
                pass
            response.close()
            connection.close()

    def _exchange(self, method: str, path: str, data: bytes | None, **headers: str) -> tuple[int, bytes]:
        connection = self._connect()
        try:
            connection.request(method, path, data, {**self._headers, **headers})
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    @property
    def _headers(self) -> dict[str, str]:
        return {
            "Host": self.authority, "Origin": self.origin, "Cookie": self.cookie, "Accept-Language": self.language,
            "Sec-Fetch-Site": "same-origin",
        }

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_SECONDS)


class PushedBrowser:
    """A browser that is subscribed at a push service of the test, and what it was sent there."""

    def __init__(self, device: BrowserDevice, service: PushService, received: Collected, path: str = "/browser/1"):
        self.device = device
        self.service = service
        self.received = received
        self.path = path

    def answer(self, *answers: str) -> None:
        """Sets what the push service answers next, before it accepts again."""
        self.service.answers[self.path] = list(answers)

    def wait_for(self, count: int) -> list[dict]:
        """Waits for so many requests; returns all of them, each with its decrypted content."""
        self.received.wait_for(count, f"{count} messages at the push service")
        for each in self.received:
            assert "mistake" not in each, each["mistake"]
        return list(self.received)

    @property
    def contents(self) -> list[dict]:
        """What the messages say that could be read."""
        return [json.loads(each["content"]) for each in self.received if "mistake" not in each]

    @property
    def mistakes(self) -> list[str]:
        """What was wrong with the others."""
        return [each["mistake"] for each in self.received if "mistake" in each]

    def shown(self) -> dict[str, str]:
        """The titles of what a browser would show now, by tag."""
        shown: dict[str, str] = {}
        for content in self.contents:
            if "close" in content:
                shown.pop(content["close"], None)
            else:
                shown[content["notification"]["tag"]] = content["notification"]["title"]
        return shown

    def wait_until_shown(self, *titles: str) -> None:
        """Waits until a browser would show exactly these titles."""
        eventually(lambda: sorted(self.shown().values()) == sorted(titles), f"{titles} in the browser")
