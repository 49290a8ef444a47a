"""A web server on this machine whose pages a test writes."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Answer:
    """What a path is answered with."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class WebServer:
    """The server, on a free port of this machine, for as long as the `with` block lasts. A path without a page is 404."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: dict[str, Answer] = {}
        self._requests: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._server.web = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), name="web", daemon=True)

    def __enter__(self) -> "WebServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops listening; later connections are refused."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._server.server_address[1]

    @property
    def host(self) -> str:
        """`HOST:PORT`, as `today allow` wants it."""
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """The origin."""
        return f"http://{self.host}"

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
