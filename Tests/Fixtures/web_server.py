"""A web server on this machine whose pages a test writes."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from local_server import LocalServer


@dataclass
class Answer:
    """What a path is answered with."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class WebServer(LocalServer):
    """The server, on a free port of this machine, for as long as the `with` block lasts. A path without a page is 404."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: dict[str, Answer] = {}
        self._requests: list[str] = []
        server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        server.daemon_threads = True
        server.web = self  # type: ignore[attr-defined]
        super().__init__(server, "web")

    def answer(self, path: str, body: str = "", status: int = 200, **headers: str) -> None:
        """Sets what a path is answered with from now on; underscores in names of headers stand for hyphens."""
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        with self._lock:
            self._answers[path] = Answer(body.encode(), status, fields)

    @property
    def requests(self) -> list[str]:
        """The path of each request, in the order they came."""
        with self._lock:
            return list(self._requests)

    def _receive(self, path: str) -> Answer:
        with self._lock:
            self._requests.append(path)
            return self._answers.get(path, Answer(status=404))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        answer = self.server.web._receive(self.path)  # type: ignore[attr-defined]
        self.send_response(answer.status)
        # A connection that stays open would be answered after `close`.
        fields = {"Content-Length": str(len(answer.body)), "Connection": "close", **answer.headers}
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, format: str, *arguments: object) -> None:
        pass
