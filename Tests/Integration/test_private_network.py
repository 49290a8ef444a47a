"""`today run --lan`: devices of the private network look and act, and nobody gets more from what is overheard there."""

from __future__ import annotations

import http.client
import json
import socket
from urllib.parse import urlsplit

import pytest

from counter import Counter
from private_network import private_addresses
from today_host import TodayHost, tap


class Device:
    """A browser of the network, which sends what browsers send without encryption: no `Sec-Fetch` headers."""

    def __init__(self, url: str):
        self.url = url
        self.cookie = ""

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str, dict[str, str]]:
        address = urlsplit(self.url)
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
        sent = {"Cookie": self.cookie, "Referer": self.url + "/", **({"Origin": self.url} if method != "GET" else {})}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body, {name: value for name, value in sent.items() if value})
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
            return answer.status, text, {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()

    def pair(self, link: str) -> None:
        status, _, headers = self.ask("POST", urlsplit(link).path, "name=Phone")
        assert status == 303
        self.cookie = headers["set-cookie"].split(";")[0]


@pytest.fixture
def host(stopped_host: TodayHost) -> TodayHost:
    if not private_addresses():
        pytest.skip("this machine is in no private network")
    stopped_host.start("--lan")
    return stopped_host


@pytest.fixture
def link(host: TodayHost) -> str:
    pairing = host.today_json("pair")
    assert pairing["reaches_other_machines"] is True
    return pairing["link"]


@pytest.fixture
def device(link: str) -> Device:
    parts = urlsplit(link)
    device = Device(f"{parts.scheme}://{parts.netloc}")
    device.pair(link)
    return device


def test_start_says_what_is_missing(host: TodayHost, device: Device):
    said = host.log.read_text()
    assert device.url in said and "This is not encrypted" in said and "--public-url" in said
    assert "It is not encrypted" in host.today("pair").stderr
    status, page, headers = device.ask("GET", "/settings")
    assert status == 200 and "This connection is not encrypted" in page
    assert "strict-transport-security" not in headers and headers["referrer-policy"] == "same-origin"


def test_device_looks_and_acts_and_changes_nothing(host: TodayHost, fixture_app, device: Device, subtests):
    counter = Counter(host).install(fixture_app)
    assert device.ask("GET", "/")[0] == 200
    body = json.dumps(tap({"widget": {"id": Counter.WIDGET}}, "add", {}))
    status, said, _ = device.ask("POST", "/api/taps", body, Content_Type="application/json")
    assert status == 200, said
    assert counter.count == 1
    for method, path in (
        ("GET", "/editor"), ("PUT", "/api/screen"), ("GET", "/settings/apps/install"), ("POST", "/settings/apps/uploads"),
        ("DELETE", "/api/apps/test.counter"), ("PUT", "/api/apps/test.counter/rights/x"), ("PUT", "/api/passcode"),
        ("POST", "/api/passcode/unlock"), ("POST", "/settings/cloud/leave"), ("POST", "/settings/devices/pair"),
        ("POST", "/api/passkeys"), ("PUT", "/api/push-subscription"), ("GET", "/api/audit"),
    ):
        with subtests.test(path=path):
            assert device.ask(method, path, "{}" if method != "GET" else None)[0] == 403


def test_rights_do_not_grow(host: TodayHost, device: Device):
    """What somebody overhears is worth no more elsewhere, and not more when the person trusts the device with more."""
    # On this machine the token signs nobody in.
    here = Device(host.ready["url"].replace(urlsplit(host.ready["url"]).hostname, "127.0.0.1"))
    here.cookie = device.cookie
    name = urlsplit(host.ready["url"]).netloc
    assert here.ask("GET", "/", Host=name)[0] == 401
    [phone] = [each for each in host.today_json("devices", "list")["devices"] if each.get("name") == "Phone"]
    assert phone["rights"] == "act"
    host.today("devices", "rights", phone["id"], "change")
    assert device.ask("GET", "/settings/audit")[0] == 403
    # A link that signs in on this machine is none for the network.
    signing = urlsplit(host.request("POST", "/api/links")["link"]).path
    assert Device(device.url).ask("GET", signing)[0] == 410


def test_requests_for_other_names_and_of_other_sites_are_refused(device: Device, subtests):
    own = urlsplit(device.url).netloc
    port = urlsplit(device.url).port
    for name in ("rebound.example.org", f"rebound.example.org:{port}", "localhost", f"127.0.0.1:{port}", f"{own}."):
        with subtests.test(host=name):
            assert device.ask("GET", "/", Host=name)[0] in (400, 421)
    for sender in ("http://rebound.example.org", "null", f"http://{own}.example.org", f"https://{own}"):
        with subtests.test(origin=sender):
            assert device.ask("POST", "/api/taps", "{}", Origin=sender)[0] == 403
            assert device.ask("POST", "/api/taps", "{}", Origin=sender, Sec_Fetch_Site="same-origin")[0] == 403
    for page in ("", "http://rebound.example.org/", f"http://rebound.example.org/{own}"):
        with subtests.test(page=page):
            assert device.ask("GET", "/api/screen", Referer=page)[0] == 403
            assert device.ask("GET", "/events", Referer=page)[0] == 403
            assert device.ask("POST", "/api/taps", "{}", Origin="", Referer=page)[0] == 403
    assert device.ask("GET", "/")[0] == 200


def test_without_the_option_nobody_listens(stopped_host: TodayHost):
    stopped_host.start()
    port = urlsplit(stopped_host.ready["url"]).port
    for address in private_addresses():
        with pytest.raises(OSError):
            socket.create_connection((address, port), timeout=5).close()


def test_option_does_not_go_with_encryption(stopped_host: TodayHost):
    refused = stopped_host.today(
        "run", "--lan", "--listen", "127.0.0.1:8443", "--public-url", "https://today.example.org", "--trusted-proxy", "127.0.0.1",
        status=2,
    )
    assert "--lan is for machines without --listen" in refused.stderr
