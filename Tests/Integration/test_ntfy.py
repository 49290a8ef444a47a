"""A real cloud that speaks the protocol of ntfy: streams, web sockets, files, rights, crashes and hostile requests."""

from __future__ import annotations

import base64
import http.client
import json
import socket
import subprocess
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ntfy_client import NtfyStream, poll, publish, websocket
from today_cloud import TodayCloud
from today_host import TODAY
from waiting import Collected, eventually, wait_in_folder


@pytest.fixture
def cloud(stopped_cloud: TodayCloud) -> TodayCloud:
    """A cloud with an empty state folder, which serves and bounds nothing."""
    stopped_cloud.start("--request-rate", "0")
    return stopped_cloud


def test_a_connection_that_asked_before_becomes_a_web_socket(cloud: TodayCloud):
    address = urlsplit(cloud.ready["url"])
    with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
        stream = connection.makefile("rb")

        def head() -> tuple[bytes, dict]:
            status, headers = stream.readline(), {}
            while (line := stream.readline().strip()):
                name, _, value = line.decode().partition(": ")
                headers[name.lower()] = value
            return status, headers

        connection.sendall(b"GET /home/auth HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        status, headers = head()
        assert b" 200 " in status and json.loads(stream.read(int(headers["content-length"]))) == {"success": True}
        connection.sendall(
            b"GET /home/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        status, headers = head()
        assert b" 101 " in status and headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
        assert "transfer-encoding" not in headers

        def frame() -> tuple[int, bytes]:
            first, length = stream.read(2)
            if length == 126:
                length = int.from_bytes(stream.read(2), "big")
            return first, stream.read(length)

        assert json.loads(frame()[1])["event"] == "open"
        sent = publish(cloud, "home", "Soup")
        opcode, text = frame()
        assert opcode == 0x81 and json.loads(text) == sent
        # A frame that is too large ends it.
        connection.sendall(bytes([0x82, 0xFE, 0xFF, 0xFF, 0, 0, 0, 0]) + bytes(1000))
        opcode, payload = frame()
        assert opcode == 0x88 and int.from_bytes(payload, "big") == 1009
        assert stream.read() == b""


def test_a_refused_web_socket_is_told_why(stopped_cloud: TodayCloud):
    stopped_cloud.start("--topics", "write-only")
    with pytest.raises(InvalidStatus) as refusal:
        websocket(stopped_cloud, "/home/ws").__enter__()
    assert refusal.value.response.status_code == 403
    assert json.loads(refusal.value.response.body)["code"] == 40301
    status, headers, text = stopped_cloud.request("GET", "/home/ws")
    assert status == 400 and json.loads(text)["code"] == 40016


def test_another_upgrade_is_answered_and_the_connection_closed(cloud: TodayCloud):
    address = urlsplit(cloud.ready["url"])
    with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
        connection.sendall(
            b"POST /home HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
            b"HTTP2-Settings: AAMAAABkAAQAAP__\r\nContent-Length: 1\r\n\r\nx"
        )
        answer = b""
        while part := connection.recv(4096):
            answer += part
            if b"\r\n\r\n" in answer and answer.endswith(b"}"):
                break
        head, _, body = answer.partition(b"\r\n\r\n")
        assert b" 200 " in head and b"connection: close" in head.lower() and json.loads(body)["message"] == "x"


# Streams


def test_streams_open_resume_and_end(cloud: TodayCloud):
    first = publish(cloud, "home", "before")
    streams = [NtfyStream(cloud, f"/home/{format}").opened() for format in ("json", "sse", "raw")]
    sent = publish(cloud, "home", "Soup\nand bread")
    assert streams[0].messages(1) == [sent]
    assert json.loads(streams[0].lines[0])["event"] == "open"
    streams[1].wait(lambda stream: len(stream.lines) >= 5, "the event")
    assert streams[1].lines[0] == "event: open" and json.loads(streams[1].lines[3].removeprefix("data: ")) == sent
    streams[2].wait(lambda stream: "Soup and bread" in stream.lines, "the text")
    resumed = NtfyStream(cloud, f"/home/json?since={first['id']}").opened()
    assert resumed.messages(1) == [sent]
    assert resumed.response.headers["Access-Control-Allow-Origin"] == "*"
    fleeting = publish(cloud, "home", "now", Cache="no")
    assert resumed.messages(2) == [sent, fleeting] and fleeting not in poll(cloud, "home")

    with websocket(cloud, "/home/ws") as subscriber:
        assert json.loads(subscriber.recv(timeout=10))["event"] == "open"
        assert cloud.stop() == 0
        with pytest.raises(ConnectionClosed) as ending:
            subscriber.recv(timeout=10)
        assert ending.value.rcvd.code == 1001
    for stream in streams + [resumed]:
        stream.wait(lambda stream: stream.has_ended, "the end of the stream")
    cloud.start("--request-rate", "0")
    assert poll(cloud, "home") == [first, sent]


def test_every_message_comes_once_and_in_order(cloud: TodayCloud):
    streams = [NtfyStream(cloud, "/a,b/json?since=all").opened() for _ in range(4)]
    sent: list[str] = []

    def load(topic: str):
        for index in range(60):
            sent.append(publish(cloud, topic, f"{index}")["id"])

    threads = [threading.Thread(target=load, args=(topic,)) for topic in ("a", "b", "a")]
    for thread in threads:
        thread.start()
    late = NtfyStream(cloud, "/a,b/json?since=all").opened()
    for thread in threads:
        thread.join()
    kept = [message["id"] for message in poll(cloud, "a,b")]
    assert sorted(kept) == sorted(sent)
    for stream in streams + [late]:
        assert [message["id"] for message in stream.messages(len(sent))] == kept


def test_thirty_streams_and_sixty_requests(stopped_cloud: TodayCloud):
    stopped_cloud.start()
    streams = [NtfyStream(stopped_cloud, "/home/json").opened() for _ in range(30)]
    status, headers, text = stopped_cloud.request("GET", "/home/json")
    assert (status, json.loads(text)["code"]) == (429, 42903)
    streams.pop().close()

    def another() -> bool:
        stream = NtfyStream(stopped_cloud, "/home/json")
        if stream.response.status == 200:
            streams.append(stream)
        return stream.response.status == 200

    eventually(another, "room for another stream")
    answers = [stopped_cloud.request("POST", "/home", b"x") for _ in range(60)]
    codes = [status for status, _, _ in answers]
    assert codes[:15] == [200] * 15 and codes[-1] == 429 and set(codes) == {200, 429}
    refused = next(answer for answer in answers if answer[0] == 429)
    assert json.loads(refused[2])["code"] == 42901 and int(refused[1]["Retry-After"]) >= 1
    for stream in streams:
        stream.close()


# Delays, sequences, files


def test_a_delayed_message_survives_a_crash(cloud: TodayCloud):
    stream = NtfyStream(cloud, "/home/json").opened()
    sent = publish(cloud, "home", "Soup", In="10s")
    publish(cloud, "home", "never", In="10s", X_Sequence_ID="gone")
    assert sent["time"] > time.time() + 8
    assert cloud.request("DELETE", "/home/gone")[0] == 200
    assert [message["message"] for message in poll(cloud, "home", "&scheduled=1") if "message" in message] == ["Soup"]
    assert stream.events() == []
    cloud.kill()
    cloud.start("--request-rate", "0")
    stream = NtfyStream(cloud, "/home/json").opened()
    assert stream.wait(lambda stream: stream.events(), "the delayed message", timeout=30) == [sent]


def test_a_file_that_breaks_off_leaves_nothing(cloud: TodayCloud):
    address = urlsplit(cloud.ready["url"])
    with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
        connection.sendall(
            b"PUT /home HTTP/1.1\r\nHost: 127.0.0.1\r\nFilename: a.bin\r\nContent-Length: 9000000\r\n\r\n" + bytes(100_000)
        )
        folder = cloud.state / "cloud/attachments"
        wait_in_folder(folder.parent, folder.exists, "the folder of files")
        wait_in_folder(folder, lambda: list(folder.iterdir()), "the beginning of the file")
        for file in folder.iterdir():
            assert file.stat().st_mode & 0o077 == 0
    wait_in_folder(folder, lambda: not list(folder.iterdir()), "nothing to be left")
    assert poll(cloud, "home") == []


def test_a_large_file_goes_and_comes(cloud: TodayCloud, tmp_path: Path):
    file = tmp_path / "large.bin"
    file.write_bytes(bytes(range(256)) * 4096 * 12)
    result = subprocess.run(
        ["curl", "-sS", "-T", file, "-H", "Filename: größe.bin", "-H", "Title: Übung 🍲", f"{cloud.ready['url']}/home"],
        capture_output=True, text=True, timeout=60, check=True,
    )
    message = json.loads(result.stdout)
    assert message["title"] == "Übung 🍲" and message["attachment"]["name"] == "größe.bin"
    assert message["attachment"]["size"] == file.stat().st_size
    path = urlsplit(message["attachment"]["url"]).path
    assert cloud.request("GET", path)[2] == file.read_bytes()
    chunked = subprocess.run(
        ["curl", "-sS", "-X", "PUT", "--data-binary", f"@{file}", "-H", "Transfer-Encoding: chunked", "-H", "f: b",
         f"{cloud.ready['url']}/home"], capture_output=True, text=True, timeout=60, check=True,
    )
    assert json.loads(chunked.stdout)["attachment"]["size"] == file.stat().st_size
    file.write_bytes(bytes(15 * 1024 * 1024 + 1))
    refused = subprocess.run(
        ["curl", "-sS", "-T", file, f"{cloud.ready['url']}/home"], capture_output=True, text=True, timeout=60,
    )
    assert json.loads(refused.stdout)["code"] == 41301


def test_hostile_requests(cloud: TodayCloud, subtests: pytest.Subtests):
    address = urlsplit(cloud.ready["url"])
    for request_text, status in (
        (b"POST /home HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
        (b"POST /home HTTP/1.1\r\nHost: 127.0.0.1\r\nTitle: " + b"a" * 20_000 + b"\r\n\r\n", 400),
        (b"POST /" + b"a" * 300 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n", 400),
        (b"GET /%ff%fe/json?poll=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 404),
        (b"PATCH /home HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n", 404),
        (b"GET /home/json?poll=1 HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
        (b"GET /home/json?poll=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n\r\n", 403),
        (b"GET /home/json?poll=1&auth=%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 401),
    ):
        with subtests.test(request_text=request_text[:80]):
            with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
                connection.sendall(request_text)
                assert connection.recv(1000).split(b" ")[1] == str(status).encode()
            assert cloud.request("GET", "/v1/health")[0] == 200


# Access and hosts


def test_nothing_accepted_is_lost_when_the_cloud_is_killed(cloud: TodayCloud):
    ada = cloud.join("ada")
    assert cloud.request("PUT", "/api/today/topics/home", headers=ada.headers)[0] == 204
    accepted = Collected()
    for _ in range(3):
        count = len(accepted)

        def load():
            while True:
                try:
                    accepted.append(publish(cloud, "home")["id"])
                except (OSError, http.client.HTTPException):  # The cloud is gone.
                    return

        senders = [threading.Thread(target=load) for _ in range(4)]
        for sender in senders:
            sender.start()
        accepted.wait_for(count + 21, "accepted messages")
        cloud.kill()
        for sender in senders:
            sender.join()
        cloud.start("--request-rate", "0")
    kept = [message["id"] for message in poll(cloud, "home")]
    assert len(kept) == len(set(kept)) and set(accepted) <= set(kept)
    ada.listen().wait(lambda device: len(device.events) >= len(kept), "every message")
    assert [body["message"]["id"] for _, _, body in ada.events] == kept


@pytest.mark.parametrize(
    "listen, arguments",
    [
        ("127.0.0.1", ["--public-url", "https://push.example.org"]),
        ("0.0.0.0", ["--public-url", "https://push.example.org", "--trusted-proxy", "127.0.0.1"]),
    ],
)
def test_other_addresses_are_closed_by_default(stopped_cloud: TodayCloud, listen: str, arguments: list[str]):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    stopped_cloud.start("--listen", f"{listen}:{port}", *arguments)
    stopped_cloud.ready["url"] = f"http://127.0.0.1:{port}"
    assert json.loads(stopped_cloud.request("POST", "/home", b"x")[2])["code"] == 40301
    stopped_cloud.today("access", "set", "everyone", "home", "read-write")
    assert stopped_cloud.request("POST", "/home", b"x")[0] == 200
    status, _, text = stopped_cloud.request("POST", "/home", b"x", {"Filename": "a"})
    assert json.loads(text)["code"] == 40014


def test_command_refuses_what_makes_no_sense(stopped_cloud: TodayCloud):
    for arguments in (
        ["access", "set", "ada", "a b", "deny"], ["access", "set", "ada", "a", "all"], ["access", "token", "everyone"],
        ["access", "set", "*", "a", "deny"], ["access", "remove", "ada"], ["access", "revoke", "ada"],
        ["serve", "--topics", "open"],
    ):
        result = subprocess.run(
            [TODAY, "cloud", *arguments, "--state", stopped_cloud.state], capture_output=True, text=True, timeout=60
        )
        assert result.returncode != 0 and result.stderr, arguments


def test_hosts_of_a_subscriber_are_told(cloud: TodayCloud):
    laptop, phone, other = cloud.join("ada").listen(), cloud.join("ada", "phone").listen(), cloud.join("bob").listen()
    assert cloud.request("PUT", "/api/today/topics/home", headers=laptop.headers)[0] == 204
    assert json.loads(cloud.request("GET", "/api/today/topics", headers=phone.headers)[2]) == {"topics": ["home"]}
    sent = publish(cloud, "home", "Soup", Actions="http, Yes, https://h.example/y, clear=true", Priority="5")
    publish(cloud, "other", "x")
    for device in (laptop, phone):
        events = device.wait(lambda device: [each for _, kind, each in device.events if kind == "topic"], "the event")
        assert events == [{"topic": "home", "message": sent}]
    delete = json.loads(cloud.request("DELETE", f"/home/{sent['id']}")[2])
    laptop.wait(lambda device: {"topic": "home", "message": delete} in [each for _, _, each in device.events], "the end")
    assert [kind for _, kind, _ in other.events] == []
    assert cloud.request("DELETE", "/api/today/topics/home", headers=phone.headers)[0] == 204
    assert cloud.request("DELETE", "/api/today/topics/home", headers=laptop.headers)[0] == 404


def test_airship_and_ntfy_share_an_address(cloud: TodayCloud):
    login = base64.b64encode(f"{cloud.ready['app_key']}:{cloud.ready['master_secret']}".encode()).decode()
    status, _, text = cloud.request(
        "POST", "/api/push/", {"audience": "all", "device_types": "all", "notification": {"alert": "x"}},
        {"Authorization": f"Basic {login}"},
    )
    assert status == 202, text
    assert cloud.request("GET", "/api/nothing")[0] == 404
    assert cloud.request("POST", "/api", b"x")[0] == 404
