"""APNs as a provider sees it: HTTP/2 over TLS, with the rules and the answers of Apple's documentation.

As a program it prints one line of JSON with what a provider needs, and then one for each notification. It ends with its
standard input.
"""

from __future__ import annotations

import argparse
import datetime
import ipaddress
import json
import socket
import ssl
import sys
import tempfile
import threading
import time
import uuid
from typing import Callable, Self

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import h2.settings
import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

KEY_ID = "ABC123DEFG"
TEAM_ID = "DEF123GHIJ"
STREAMS = h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS
PUSH_TYPES = {
    "alert", "background", "location", "voip", "complication", "fileprovider", "mdm", "liveactivity", "pushtotalk",
    "controls", "widgets",
}


def device_token(answer: str) -> str:
    """The token of a device for which a notification gets an answer: `200`, `410 Unregistered`, `400 stalled`, `silent`, `goaway`.

    `expired` is answered with ExpiredProviderToken until another provider token is used. What follows a `#` tells
    devices with the same answer apart.
    """
    return answer.encode().hex()


class Refusal(Exception):
    """An answer with a reason."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


class APNsServer:
    """The server, on a free port of this machine, for as long as the `with` block lasts."""

    def __init__(self, report: Callable[[dict], None]) -> None:
        self.report = report
        self.signing_key = ec.generate_private_key(ec.SECP256R1())
        self.authority, chain = _certificates()
        self.dead_since = int(time.time() * 1000)
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.minimum_version = ssl.TLSVersion.TLSv1_2
        self._tls.set_alpn_protocols(["h2"])
        with tempfile.NamedTemporaryFile(suffix=".pem") as file:
            file.write(chain)
            file.flush()
            self._tls.load_cert_chain(file.name)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._connections: set[socket.socket] = set()
        self._expired: set[str] = set()
        self._answers: dict[str, list[str]] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, name="apns", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            for connection in self._connections:
                connection.close()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._listener.getsockname()[1]

    @property
    def key(self) -> str:
        """The key of a provider, as Apple's file has it."""
        return self.signing_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()

    def answer(self, token: str, *answers: str) -> None:
        """Sets what the next notifications for a device are answered with; later ones get what the token says."""
        with self._lock:
            self._answers[token] = list(answers)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            secured = self._tls.wrap_socket(client, server_side=True)
            with self._lock:
                self._connections.add(secured)
            _Connection(self, secured).run()
        except (OSError, h2.exceptions.ProtocolError) as error:
            print(f"a connection ended: {error!r}", file=sys.stderr)
        finally:
            client.close()

    def check(self, headers: dict[str, str], body: bytes, found: dict) -> None:
        """Applies the rules; raises a `Refusal`. Notes in `found` what the notification says."""
        path = headers[":path"]
        if headers[":method"] != "POST":
            raise Refusal(405, "MethodNotAllowed")
        if not path.startswith("/3/device/"):
            raise Refusal(404, "BadPath")
        token = headers.get("authorization", "").removeprefix("bearer ")
        if not token:
            raise Refusal(403, "MissingProviderToken")
        try:
            found["claims"] = jwt.decode(token, self.signing_key.public_key(), algorithms=["ES256"],
                                         options={"verify_iat": False})
            found["key_id"] = jwt.get_unverified_header(token)["kid"]
        except jwt.PyJWTError as error:
            found["mistake"] = repr(error)
            raise Refusal(403, "InvalidProviderToken")
        if found["claims"]["iss"] != TEAM_ID or found["key_id"] != KEY_ID:
            raise Refusal(403, "InvalidProviderToken")
        if abs(time.time() - found["claims"]["iat"]) > 3600:
            raise Refusal(403, "ExpiredProviderToken")
        if not headers.get("apns-topic"):
            raise Refusal(400, "MissingTopic")
        if headers.get("apns-push-type") not in PUSH_TYPES:
            raise Refusal(400, "InvalidPushType")
        if headers.get("apns-priority", "10") not in ("1", "5", "10"):
            raise Refusal(400, "BadPriority")
        if headers["apns-push-type"] == "background" and headers.get("apns-priority", "10") == "10":
            raise Refusal(400, "BadPriority")
        if not headers.get("apns-expiration", "0").isdigit():
            raise Refusal(400, "BadExpirationDate")
        if not 0 < len(headers.get("apns-collapse-id", "x").encode()) <= 64:
            raise Refusal(400, "BadCollapseId")
        try:
            uuid.UUID(headers.get("apns-id", str(uuid.uuid4())))
        except ValueError:
            raise Refusal(400, "BadMessageId")
        if not body:
            raise Refusal(400, "PayloadEmpty")
        if len(body) > 4096:
            raise Refusal(413, "PayloadTooLarge")
        found["payload"] = json.loads(body)
        found["size"] = len(body)

    def answer_for(self, device: str, provider_token: str) -> str:
        """What a notification for a device is answered with."""
        with self._lock:
            if self._answers.get(device):
                return self._answers[device].pop(0)
            answer = bytes.fromhex(device).decode(errors="replace").partition("#")[0]
            if answer != "expired":
                return answer if answer[:1].isdigit() or answer in ("silent", "goaway") else "200"
            if not self._expired:
                self._expired.add(provider_token)
            return "403 ExpiredProviderToken" if provider_token in self._expired else "200"


class _Connection:
    """One connection: only one stream is allowed until a provider token was found right."""

    def __init__(self, server: APNsServer, client: ssl.SSLSocket) -> None:
        self.server, self.client = server, client
        self.name = client.getpeername()[1]
        self.http = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.http.local_settings = h2.settings.Settings(
            client=False, initial_values={STREAMS: 1, h2.settings.SettingCodes.ENABLE_CONNECT_PROTOCOL: 0}
        )
        self.is_trusted = False
        self.requests: dict[int, tuple[dict[str, str], bytearray]] = {}

    def run(self) -> None:
        self.http.initiate_connection()
        self.client.sendall(self.http.data_to_send())
        while data := self.client.recv(65_536):
            for event in self.http.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    self.requests[event.stream_id] = (dict(event.headers), bytearray())
                elif isinstance(event, h2.events.DataReceived):
                    self.requests[event.stream_id][1].extend(event.data)
                    self.http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamReset):
                    self.requests.pop(event.stream_id, None)
                elif isinstance(event, h2.events.StreamEnded):
                    self.finish(event.stream_id, *self.requests.pop(event.stream_id))
            self.client.sendall(self.http.data_to_send())

    def finish(self, stream: int, headers: dict[str, str], body: bytearray) -> None:
        device = headers[":path"].rpartition("/")[2]
        found: dict = {"device": device, "headers": headers, "connection": self.name}
        try:
            self.server.check(headers, bytes(body), found)
            answer = self.server.answer_for(device, headers["authorization"])
            if not self.is_trusted:
                self.is_trusted = True
                self.http.update_settings({STREAMS: 1000})
        except Refusal as refusal:
            answer = f"{refusal.status} {refusal.reason}"
        found["answer"] = answer
        self.server.report(found)
        if answer == "silent":
            return
        if answer == "goaway":
            self.http.close_connection(
                h2.errors.ErrorCodes.NO_ERROR, json.dumps({"reason": "Shutdown"}).encode(), stream - 2 if stream > 2 else 0
            )
            return
        status, _, reason = answer.partition(" ")
        if reason == "stalled":
            self.http.send_headers(stream, [(":status", status)])
            return
        fields = [(":status", status), ("apns-id", headers.get("apns-id", str(uuid.uuid4()).upper()))]
        self.http.send_headers(stream, fields, end_stream=not reason)
        if reason:
            text: dict = {"reason": reason}
            if status == "410":
                text["timestamp"] = self.server.dead_since
            self.http.send_data(stream, json.dumps(text).encode(), end_stream=True)


def _certificates() -> tuple[str, bytes]:
    """The certificate of an authority, and a key with a certificate that it has issued for this machine; PEM."""
    now = datetime.datetime.now(datetime.UTC)
    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority of the tests")])

    def builder(name: x509.Name, public_key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder().subject_name(name).issuer_name(issuer).public_key(public_key)
            .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(hours=1))
            .not_valid_after(now + datetime.timedelta(days=2))
        )

    authority = builder(issuer, authority_key.public_key()).add_extension(
        x509.BasicConstraints(ca=True, path_length=0), critical=True
    ).sign(authority_key, hashes.SHA256())
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = builder(
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]), key.public_key()
    ).add_extension(x509.SubjectAlternativeName(names), critical=False).sign(authority_key, hashes.SHA256())
    return authority.public_bytes(Encoding.PEM).decode(), (
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + certificate.public_bytes(Encoding.PEM)
    )


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--quiet", action="store_true", help="report no notification")
    is_quiet = options.parse_args().quiet
    lock = threading.Lock()

    def write(found: dict) -> None:
        with lock:
            print(json.dumps(found), flush=True)

    with APNsServer((lambda found: None) if is_quiet else write) as server:
        write({"port": server.port, "authority": server.authority, "key": server.key, "key_id": KEY_ID,
               "team_id": TEAM_ID})
        sys.stdin.read()


if __name__ == "__main__":
    main()
