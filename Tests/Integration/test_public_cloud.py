"""A cloud that other machines reach over TLS: its own, or that of a real proxy in front of it."""

from __future__ import annotations

import base64
import http.client
import json
import ssl
import subprocess
import threading
from pathlib import Path
from typing import Iterator

import pytest
from websockets.sync.client import connect

from certificates import Certificate, CertificateAuthority
from proxies import CloudNginx, free_port
from tls_server import VERSIONS, TLSServer
from today_cloud import TodayCloud
from today_host import TODAY
from waiting import TIMEOUT_SECONDS, eventually

NAME = "push.example.org"


class PublicCloud(TodayCloud):
    """A cloud, and clients that resolve its name to this machine and trust an authority."""

    def __init__(self, log: Path, authority: CertificateAuthority):
        super().__init__(log)
        self.authority = authority
        self.port = free_port()
        self.ready = {"url": self.url}

    @property
    def url(self) -> str:
        """The cloud's public address."""
        return f"https://{NAME}:{self.port}"

    def secure(self) -> ssl.SSLSocket:
        """A connection with TLS, over which no request was sent."""
        return self.authority.secure(NAME, self.port)

    def connect(self, timeout: float | None = TIMEOUT_SECONDS) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection(NAME, self.port, timeout=timeout)
        connection.sock = self.secure()
        connection.sock.settimeout(timeout)
        return connection

    def push(self, alert: str) -> None:
        """Sends a push to everybody, as a client of Airship's does."""
        key = base64.b64encode(f"{self.ready['app_key']}:{self.ready['master_secret']}".encode()).decode()
        body = {"audience": "all", "device_types": "all", "notification": {"alert": alert}}
        headers = {
            "Authorization": f"Basic {key}", "Accept": "application/vnd.urbanairship+json; version=3",
            "Content-Type": "application/json",
        }
        status, _, text = self.request("POST", "/api/push", body, headers)
        assert status == 202, text


@pytest.fixture
def certificate(authority: CertificateAuthority) -> Certificate:
    """The certificate of the cloud's public name."""
    return authority.issue(NAME)


@pytest.fixture
def stopped_cloud(log_file: Path, authority: CertificateAuthority) -> Iterator[PublicCloud]:
    """A cloud that does not run yet."""
    with PublicCloud(log_file, authority) as cloud:
        yield cloud


@pytest.fixture
def cloud(stopped_cloud: PublicCloud, certificate: Certificate) -> PublicCloud:
    """A cloud that speaks TLS."""
    stopped_cloud.start(
        "--public-url", stopped_cloud.url, "--topics", "read-write",
        "--tls-certificate", str(certificate.certificate), "--tls-key", str(certificate.key),
    )
    return stopped_cloud


def test_host_receives_events_over_tls(cloud: PublicCloud) -> None:
    device = cloud.join("ada").listen()
    for number in range(3):
        cloud.push(f"Push {number}")
    # A part that was written around TLS would end the connection.
    device.wait(lambda device: len(device.pushes()) == 3, "the pushes")
    assert not device.has_ended
    assert cloud.today("user", "list", "ada")


def test_host_receives_events_over_http2(cloud: PublicCloud) -> None:
    device = cloud.join("ada")
    command = [
        "curl", "-sSN", "--http2", "--cacert", cloud.authority.file, "--resolve", f"{NAME}:{cloud.port}:127.0.0.1",
        "-w", "%{stderr}version %{http_version}", "-H", f"Authorization: {device.headers['Authorization']}",
        f"{cloud.url}/api/today/events?after=0",
    ]
    with subprocess.Popen([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as curl:
        limit = threading.Timer(TIMEOUT_SECONDS, curl.kill)
        limit.start()
        try:
            assert curl.stdout is not None and curl.stderr is not None
            read = iter(curl.stdout.readline, "")
            assert any(line == "event: hello\n" for line in read), curl.stderr.read()
            cloud.push("While it is open")
            assert any("While it is open" in line for line in read)
            # The cloud ends the stream when it ends, and curl says then what it spoke.
            assert cloud.stop() == 0
            assert "version 2" in curl.stderr.read()
        finally:
            limit.cancel()
            curl.kill()


def expect_messages_over_a_websocket(cloud: PublicCloud) -> None:
    """Subscribes to a topic and publishes a message in it."""
    # The connection speaks TLS already; the client's part is what goes over it.
    with connect(f"ws://{NAME}:{cloud.port}/home/ws", sock=cloud.secure()) as subscriber:
        assert json.loads(subscriber.recv(TIMEOUT_SECONDS))["event"] == "open"
        status, _, text = cloud.request("POST", "/home", b"Hello")
        assert status == 200, text
        assert json.loads(subscriber.recv(TIMEOUT_SECONDS))["message"] == "Hello"


def test_subscriber_receives_messages_over_a_secure_websocket(cloud: PublicCloud) -> None:
    expect_messages_over_a_websocket(cloud)


@pytest.fixture
def server(cloud: PublicCloud) -> TLSServer:
    """The cloud as a server with TLS."""
    return TLSServer(NAME, cloud.port, cloud.authority, cloud.log)


def test_only_current_versions_of_tls_are_spoken(server: TLSServer) -> None:
    for version, is_spoken in VERSIONS:
        server.check_version(version, is_spoken)


def test_new_connections_get_the_renewed_certificate(server: TLSServer, certificate: Certificate) -> None:
    server.check_renewal(certificate, "/v1/health")


def test_plain_http_is_not_answered(cloud: PublicCloud) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", cloud.port, timeout=TIMEOUT_SECONDS)
    connection.request("GET", "/v1/health")
    with pytest.raises((http.client.HTTPException, ConnectionError)):
        connection.getresponse()


@pytest.fixture
def proxied_cloud(stopped_cloud: PublicCloud, certificate: Certificate, tmp_path: Path) -> Iterator[PublicCloud]:
    """A cloud behind nginx, with open topics."""
    upstream = stopped_cloud.port
    with CloudNginx(tmp_path, NAME, certificate, upstream) as proxy:
        stopped_cloud.port = proxy.port
        stopped_cloud.start(
            "--listen", f"127.0.0.1:{upstream}", "--public-url", stopped_cloud.url, "--trusted-proxy", "127.0.0.1",
            "--topics", "read-write",
        )
        yield stopped_cloud


def test_host_receives_events_through_a_proxy(proxied_cloud: PublicCloud) -> None:
    device = proxied_cloud.join("ada").listen()
    proxied_cloud.push("Through the proxy")
    device.wait(lambda device: device.pushes(), "the push")


def test_subscriber_receives_messages_over_a_websocket_through_a_proxy(proxied_cloud: PublicCloud) -> None:
    expect_messages_over_a_websocket(proxied_cloud)


def test_only_the_proxy_may_connect(stopped_cloud: PublicCloud) -> None:
    stopped_cloud.start("--public-url", f"https://{NAME}", "--trusted-proxy", "192.0.2.0/24")
    connection = http.client.HTTPConnection("127.0.0.1", stopped_cloud.port, timeout=TIMEOUT_SECONDS)
    with pytest.raises((http.client.HTTPException, ConnectionError)):
        connection.request("GET", "/v1/health", headers={"X-Forwarded-For": "192.0.2.1"})
        connection.getresponse()
    eventually(lambda: "does not come from a trusted proxy" in stopped_cloud.log.read_text(), "a line in the log")


def test_cloud_is_not_served_without_protection(tmp_path: Path) -> None:
    for arguments, sentence in (
        (["--listen", "0.0.0.0:0"], "Without TLS others could read and change everything"),
        (["--listen", "[::]:0", "--public-url", f"https://{NAME}"], "Without TLS others could read and change everything"),
        (["--trusted-proxy", "127.0.0.1"], "TLS needs --public-url"),
        (["--tls-certificate", "a.pem"], "--tls-certificate FILE and --tls-key FILE go together"),
        (["--public-url", f"https://{NAME}", "--trusted-proxy", "proxy.local"], "“proxy.local” is not"),
        (
            ["--public-url", f"https://{NAME}", "--tls-certificate", "/nowhere.pem", "--tls-key", "/nowhere.key"],
            "/nowhere.pem cannot be read",
        ),
    ):
        ended = subprocess.run(
            [TODAY, "cloud", "--state", tmp_path, *arguments],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        )
        assert ended.returncode != 0
        assert sentence in ended.stderr
