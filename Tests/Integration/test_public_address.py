"""Browsers on other machines reach the pages over TLS: that of Today itself, or that of a real proxy in front of it."""

from __future__ import annotations

import http.client
import socket
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from certificates import Certificate, CertificateAuthority
from processes import listening
from proxies import Caddy, Nginx, free_port
from remote_machine import NAME, RemoteMachine
from tls_server import VERSIONS, TLSServer
from today_host import TodayHost
from waiting import TIMEOUT_SECONDS, eventually


@pytest.fixture
def certificate(authority: CertificateAuthority) -> Certificate:
    """The certificate of the host's public name."""
    return authority.issue(NAME)


@pytest.fixture
def remote(stopped_host: TodayHost, authority: CertificateAuthority, certificate: Certificate) -> RemoteMachine:
    """Another machine, and a host that speaks TLS."""
    port = free_port()
    stopped_host.start(
        "--listen", f"127.0.0.1:{port}", "--public-url", f"https://{NAME}:{port}",
        "--tls-certificate", str(certificate.certificate), "--tls-key", str(certificate.key),
    )
    return RemoteMachine(NAME, port, authority.file)


def link_path(host: TodayHost) -> str:
    """The path of a new one-time link."""
    return urlsplit(host.request("POST", "/api/links")["link"]).path


def screen_of(answer) -> None:
    assert answer.status == 200 and '<main' in answer.body, answer


def test_browser_signs_in_over_tls(remote: RemoteMachine, stopped_host: TodayHost) -> None:
    for option, version in (("--http2", "HTTP/2"), ("--http1.1", "HTTP/1.1")):
        remote.arguments, remote.cookie = [option], None
        assert remote.get("/").status == 401
        signed_in = remote.sign_in(link_path(stopped_host))
        cookie = signed_in.headers["set-cookie"]
        assert cookie.startswith("__Host-today_session=") and "; Secure" in cookie and "; HttpOnly" in cookie
        page = remote.get("/")
        screen_of(page)
        assert page.version == version
        assert page.headers["strict-transport-security"] == "max-age=31536000"


def test_device_is_paired_over_tls(remote: RemoteMachine, stopped_host: TodayHost) -> None:
    pairing = stopped_host.today_json("pair", "--rights", "act")
    path = urlsplit(pairing["link"]).path
    assert pairing["link"] == remote.url + path and pairing["reaches_other_machines"] is True
    # A preview of a chat loads it first.
    assert remote.get(path).status == 200
    own = ("-H", "Sec-Fetch-Site: same-origin", "-H", f"Origin: {remote.url}", "--data", "name=Phone")
    paired = remote.get(path, *own)
    assert paired.status == 303, paired
    remote.cookie = paired.headers["set-cookie"].split(";")[0]
    screen_of(remote.get("/"))
    assert remote.get("/settings/apps/install?upload=x").status == 403
    assert remote.get(path).status == remote.get(path, *own).status == 410
    [device] = stopped_host.today_json("devices")["devices"]
    assert (device["name"], device["rights"]) == ("Phone", "act")


@pytest.fixture
def server(remote: RemoteMachine, stopped_host: TodayHost, authority: CertificateAuthority) -> TLSServer:
    """The host as a server with TLS."""
    return TLSServer(NAME, remote.port, authority, stopped_host.log)


def test_only_current_versions_of_tls_are_spoken(server: TLSServer) -> None:
    for version, is_spoken in VERSIONS:
        server.check_version(version, is_spoken)


def test_name_of_another_site_reads_nothing(remote: RemoteMachine, stopped_host: TodayHost) -> None:
    remote.sign_in(link_path(stopped_host))
    for other in ["attacker.example", "localhost", f"127.0.0.1:{remote.port}", f"{NAME}:1"]:
        assert remote.get("/", "-H", f"Host: {other}").status == 421
    # Without a proxy in front anybody could send these.
    forwarded = remote.get("/", "-H", "Host: attacker.example", "-H", f"X-Forwarded-Host: {NAME}:{remote.port}")
    assert forwarded.status == 421


def test_other_sites_cannot_change_anything(remote: RemoteMachine, stopped_host: TodayHost) -> None:
    remote.sign_in(link_path(stopped_host))
    post = ["-X", "POST", "-d", "", "-H", "Sec-Fetch-Site: cross-site", "-H", "Origin: https://attacker.example"]
    assert remote.get("/sign-out", *post).status == 403
    screen_of(remote.get("/"))


def test_new_connections_get_the_renewed_certificate(server: TLSServer, certificate: Certificate) -> None:
    server.check_renewal(certificate, "/")


def test_connections_that_say_nothing_do_not_keep_others_out(remote: RemoteMachine, stopped_host: TodayHost) -> None:
    remote.sign_in(link_path(stopped_host))
    silent = [socket.create_connection(("127.0.0.1", remote.port), timeout=TIMEOUT_SECONDS) for _ in range(300)]
    try:
        # All but a few of one network are refused at once.
        def refused(each: socket.socket) -> bool:
            each.settimeout(0.01)
            try:
                return each.recv(1) == b""
            except TimeoutError:
                return False
            except ConnectionResetError:
                return True

        eventually(lambda: sum(map(refused, silent)) >= 300 - 32, "refused connections", interval=0.1)
    finally:
        for each in silent:
            each.close()
    screen_of(remote.get("/"))


def test_plain_http_is_not_answered(remote: RemoteMachine) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", remote.port, timeout=TIMEOUT_SECONDS)
    connection.request("GET", "/")
    with pytest.raises((http.client.HTTPException, ConnectionError)):
        connection.getresponse()


@pytest.mark.parametrize("kind", [Nginx, Caddy])
def test_browser_signs_in_through_a_proxy(
    stopped_host: TodayHost, authority: CertificateAuthority, certificate: Certificate, tmp_path: Path, kind: type
) -> None:
    upstream = free_port()
    with kind(tmp_path, NAME, certificate, upstream) as proxy:
        remote = RemoteMachine(NAME, proxy.port, authority.file)
        stopped_host.start("--listen", f"127.0.0.1:{upstream}", "--public-url", remote.url, "--trusted-proxy", "127.0.0.1")
        assert remote.get("/").status == 401
        remote.sign_in(link_path(stopped_host))
        screen_of(remote.get("/"))
        assert remote.get("/", "-H", "Host: attacker.example").status in (404, 421) or kind is Caddy
        # Changes arrive at once: the proxy keeps nothing back.
        events = remote.try_to_get("/events?after=0.0", "-N", "--max-time", "3", "-H", "Sec-Fetch-Site: same-origin")
        assert b"event:" in events.stdout, events


def test_only_the_proxy_may_connect(stopped_host: TodayHost, tmp_path: Path) -> None:
    port = free_port()
    stopped_host.start("--listen", f"127.0.0.1:{port}", "--public-url", f"https://{NAME}", "--trusted-proxy", "192.0.2.0/24")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
    with pytest.raises((http.client.HTTPException, ConnectionError)):
        connection.request("GET", "/", headers={"Host": NAME, "X-Forwarded-For": "192.0.2.1"})
        connection.getresponse()
    eventually(lambda: "does not come from a trusted proxy" in stopped_host.log.read_text(), "a line in the log")


def test_what_reached_the_proxy_without_tls_is_led_to_https(stopped_host: TodayHost) -> None:
    port = free_port()
    stopped_host.start("--listen", f"127.0.0.1:{port}", "--public-url", f"https://{NAME}", "--trusted-proxy", "127.0.0.0/8")

    def ask(method: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
        connection.request(method, "/", headers={"Host": NAME, **headers})
        return connection.getresponse()

    led = ask("GET", **{"X-Forwarded-Proto": "http"})
    assert led.status == 303 and led.headers["Location"] == f"https://{NAME}/"
    assert ask("POST", **{"X-Forwarded-Proto": "http"}).status == 403
    assert ask("GET", **{"X-Forwarded-Proto": "https"}).status == 401
    assert ask("GET", Host="inside.lan", **{"X-Forwarded-Host": NAME}).status == 401


def addresses_for_others(host: TodayHost) -> set[tuple[str, int]]:
    """Where a host listens, apart from this machine's own addresses; it listens there in any case."""
    found = listening(host.pid)
    others = {(address, port) for address, port in found if not ip_address(address).is_loopback}
    assert ("127.0.0.1", urlsplit(host.ready["url"]).port) in found - others
    return others


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_other_machines_reach_only_the_address_that_was_told(
    stopped_host: TodayHost, certificate: Certificate, address: str
) -> None:
    stopped_host.start()
    assert addresses_for_others(stopped_host) == set()
    stopped_host.stop()
    port = free_port()
    stopped_host.start(
        "--listen", f"[{address}]:{port}" if ":" in address else f"{address}:{port}",
        "--public-url", f"https://{NAME}:{port}",
        "--tls-certificate", str(certificate.certificate), "--tls-key", str(certificate.key),
    )
    assert addresses_for_others(stopped_host) == {(address, port)}


def test_mistakes_in_the_options_are_named(stopped_host: TodayHost) -> None:
    for arguments, sentence in (
        (["--listen", "0.0.0.0:8443"], "--listen needs --public-url"),
        (["--public-url", "https://a.example"], "go with --listen"),
        (["--listen", "0.0.0.0:8443", "--public-url", "http://a.example"], "“http://a.example” with http://"),
        (["--listen", "0.0.0.0:8443", "--public-url", "a.example"], "“a.example” is not"),
        (["--listen", "0.0.0.0:8443", "--public-url", "https://a.example/today"], "without a path"),
        (["--listen", "everywhere:8443", "--public-url", "https://a.example"], "--listen is ADDRESS:PORT"),
        (["--listen", "0.0.0.0:8443", "--public-url", "https://a.example"], "Without TLS others could read"),
        (
            ["--listen", "0.0.0.0:8443", "--public-url", "https://a.example", "--trusted-proxy", "10.0.0.1/8"],
            "“10.0.0.1/8” is not",
        ),
        (
            ["--listen", "0.0.0.0:8443", "--public-url", "https://a.example", "--tls-certificate", "a.pem"],
            "go together",
        ),
    ):
        result = stopped_host.today("run", *arguments, status=None)
        assert result.returncode == 2 and sentence in " ".join(result.stderr.split()), result


def test_certificate_that_cannot_be_used_is_named(
    stopped_host: TodayHost, authority: CertificateAuthority, certificate: Certificate, tmp_path: Path
) -> None:
    other = authority.issue("other.example", "other")
    empty = tmp_path / "empty.pem"
    empty.write_text("")
    for files, sentence in [
        ((tmp_path / "missing.pem", certificate.key), f"{tmp_path}/missing.pem cannot be read"),
        ((empty, certificate.key), f"{empty} holds no certificate"),
        ((certificate.certificate, certificate.certificate), f"{certificate.certificate} holds no private key"),
        ((certificate.certificate, other.key), f"The key in {other.key} does not belong to"),
    ]:
        result = stopped_host.today(
            "run", "--listen", f"127.0.0.1:{free_port()}", "--public-url", f"https://{NAME}",
            "--tls-certificate", files[0], "--tls-key", files[1], status=1,
        )
        assert sentence in result.stderr, result.stderr
