"""A server for open channels: it checks the signature of each request with Standard Webhooks' own library."""

from __future__ import annotations

import ssl
import threading
import time
from http.server import ThreadingHTTPServer
from typing import Callable

import standardwebhooks

from certificates import Certificate
from local_server import LocalServer, QuietHandler


class WebhookReceiver(LocalServer):
    """The server, with TLS, for as long as the `with` block lasts.

    The address of the channel chooses the answer, up to a `#`: a status, `429/RETRY-AFTER` with that header, `silent` for no
    answer, `closed` for a closed connection, `endless STATUS` for a body that never ends, `stalled STATUS` for one that
    never comes. `answers` holds what an address is answered with next. A request whose signature is wrong is answered with
    401.
    """

    def __init__(self, certificate: Certificate, report: Callable[[dict], None]) -> None:
        self.report = report
        self.secret = ""
        self.answers: dict[str, list[str]] = {}
        self.ended = threading.Event()
        server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate.certificate, certificate.key)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        server.daemon_threads = True
        server.receiver = self  # type: ignore[attr-defined]
        super().__init__(server, "webhook receiver")

    def close(self) -> None:
        self.ended.set()
        super().close()

    def answer(self, headers: dict[str, str], body: bytes, found: dict) -> str:
        """The answer to a request; notes in `found` what it says."""
        try:
            [value] = standardwebhooks.Webhook(self.secret).verify(body, headers)["values"]
        except standardwebhooks.WebhookVerificationError as error:
            found["mistake"] = repr(error)
            return "401"
        found["value"] = value
        address = value["target"]["address"]
        planned = self.answers.get(address)
        return planned.pop(0) if planned else address.split("#")[0]


class _Handler(QuietHandler):
    def do_POST(self) -> None:
        receiver: WebhookReceiver = self.server.receiver  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        found: dict = {"path": self.path, "headers": headers, "time": time.time(), "port": self.client_address[1]}
        answer = found["answer"] = receiver.answer(headers, body, found)
        receiver.report(found)
        if answer == "silent":
            receiver.ended.wait()
        elif answer == "closed":
            self.close_connection = True
        elif answer.startswith("stalled"):
            self.send_response(int(answer.split()[1]))
            self.send_header("Content-Length", "10")
            self.end_headers()
            receiver.ended.wait()
        elif answer.startswith("endless"):
            self.send_endless(int(answer.split()[1]))
            receiver.report({"closed": answer})
        else:
            status, _, retry = answer.partition("/")
            self.send_response(int(status))
            if retry:
                self.send_header("Retry-After", retry)
            if status.startswith("3"):
                self.send_header("Location", f"https://localhost:{receiver.port}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()


def address_of(found: dict) -> str:
    """The address of the channel that a request is for."""
    return found["value"]["target"]["address"]
