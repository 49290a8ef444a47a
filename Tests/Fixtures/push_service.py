"""A push service for browsers that decrypts each message and checks who sent it.

As a program it prints one line of JSON with `url` and the `keys` of a subscription, and then one for each request. It
ends with its standard input.
"""

from __future__ import annotations

import base64
import json
import os
import sys
import threading
import time
from http.server import ThreadingHTTPServer
from typing import Callable

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from local_server import LocalServer, QuietHandler


class PushService(LocalServer):
    """The service, for as long as the `with` block lasts.

    The path chooses the answer: `/push/STATUS` with that status, `/push/429/RETRY-AFTER` with that header,
    `/silent` not at all, `/closed` with a closed connection, `/endless` with an error that never ends, and
    `/stalled/STATUS` with a body that does not go on. Below `/browser` the test decides: `answers` holds what each path is answered with next, as the part after `/push/`, and
    201 after that.
    """

    def __init__(self, report: Callable[[dict], None]) -> None:
        self.private_key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.report = report
        self.answers: dict[str, list[str]] = {}
        self.ended = threading.Event()
        server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        server.daemon_threads = True
        server.service = self  # type: ignore[attr-defined]
        super().__init__(server, "push service")

    @property
    def keys(self) -> dict[str, str]:
        """The `keys` of a subscription here."""
        point = self.private_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": _encode(point), "auth": _encode(self.secret)}

    def read(self, path: str, headers: dict[str, str], body: bytes, client: tuple) -> dict:
        """What a request says: its headers, the decrypted content, and the claims if the signature is right."""
        found: dict = {"path": path, "headers": headers, "size": len(body), "connection": client[1]}
        try:
            content = http_ece.decrypt(
                body, private_key=self.private_key, auth_secret=self.secret, version="aes128gcm"
            )
            found["content"] = content.decode()
        except Exception as error:
            found["mistake"] = f"the content: {error!r}"
            return found
        try:
            authorization = headers["authorization"]
            if not Vapid02.verify(authorization):
                raise ValueError("a wrong signature")
            token = authorization.removeprefix("vapid t=").split(",")[0]
            header, claims, _ = (part + "==" for part in token.split("."))
            found["token"] = json.loads(base64.urlsafe_b64decode(header))
            found["claims"] = json.loads(base64.urlsafe_b64decode(claims))
            if found["claims"]["aud"] != self.url or not 0 < found["claims"]["exp"] - time.time() <= 86_400:
                raise ValueError("a token for another service or time")
        except Exception as error:
            found["mistake"] = f"the token: {error!r}"
        return found


class _Handler(QuietHandler):
    def do_POST(self) -> None:
        service: PushService = self.server.service  # type: ignore[attr-defined]
        length = int(self.headers["Content-Length"] or -1)
        body = self.rfile.read(max(0, length))
        if len(body) != length:
            # A host that was killed sent a part of it, which is no request; it sends the whole one again.
            self.close_connection = True
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        service.report(service.read(self.path, headers, body, self.client_address))
        kind, _, rest = self.path.removeprefix("/").partition("/")
        if kind == "browser":
            planned = service.answers.get(self.path)
            rest = planned.pop(0) if planned else "201"
            if rest in ("silent", "closed"):
                kind = rest
        if kind == "silent":
            service.ended.wait()
        elif kind == "closed":
            self.close_connection = True
        elif kind == "endless":
            self.send_endless(400)
        elif kind == "stalled":
            self.send_stalled(int(rest), service.ended)
        else:
            status, _, retry = rest.partition("/")
            answer = b"" if status.startswith("2") else b"the reason"
            self.send_response(int(status))
            if status == "201":
                self.send_header("Location", f"{service.url}/message/1")
            if retry:
                self.send_header("Retry-After", retry.replace("_", " "))
            if status.startswith("3"):
                self.send_header("Location", f"{service.url}/push/201")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def main() -> None:
    lock = threading.Lock()

    def report(found: dict) -> None:
        with lock:
            print(json.dumps(found), flush=True)

    with PushService(report) as service:
        report({"url": service.url, "keys": service.keys})
        sys.stdin.read()
        service.ended.set()


if __name__ == "__main__":
    main()
