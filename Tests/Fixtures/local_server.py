"""What the HTTP servers of the tests share: a thread, and an address on this machine."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Self


class LocalServer:
    """Serves from a thread of its own for as long as the `with` block lasts."""

    def __init__(self, server: HTTPServer, name: str) -> None:
        self._server = server
        self._thread = threading.Thread(target=server.serve_forever, args=(0.05,), name=name, daemon=True)

    def __enter__(self) -> Self:
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


class QuietHandler(BaseHTTPRequestHandler):
    """Answers requests of one connection, and logs nothing."""

    protocol_version = "HTTP/1.1"

    def send_endless(self, status: int) -> None:
        """Sends an answer whose body never ends; returns when the client has closed the connection."""
        self.send_response(status)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        except OSError:
            self.close_connection = True

    def send_stalled(self, status: int, ended: threading.Event) -> None:
        """Sends an answer whose body begins and does not go on until `ended` is set."""
        self.send_response(status)
        self.send_header("Content-Length", "100")
        self.end_headers()
        self.wfile.write(b"the")
        ended.wait()
        self.close_connection = True

    def log_message(self, format: str, *arguments: object) -> None:
        pass
