"""A cloud of several nodes on one PostgreSQL database."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

import pytest

from nats_server import NATSServer
from postgresql import PROGRAMS, PostgreSQL, shared_server
from today_cloud import Device, TodayCloud
from waiting import eventually


#: The longest time that the loss of hints may cost, in seconds, and what a busy machine adds.
LOOK, SLACK = 5, 5


@contextmanager
def three_nodes(log_file: Path, *arguments: str) -> Iterator[list[TodayCloud]]:
    """Three nodes that serve."""
    database = shared_server().create_database()
    clouds = [TodayCloud(log_file.with_suffix(f".{index}.log"), database=database) for index in range(3)]
    try:
        for cloud in clouds:
            cloud.start("--request-rate", "0", *arguments)
            # The first one has made the keys.
            cloud.ready = {**clouds[0].ready, **cloud.ready}
        yield clouds
    finally:
        for cloud in clouds:
            cloud.__exit__()


@pytest.fixture
def nodes(log_file: Path) -> Iterator[list[TodayCloud]]:
    with three_nodes(log_file) as clouds:
        yield clouds


def push(cloud: TodayCloud, text: str) -> bool:
    """Sends a push to everyone; returns whether it was accepted."""
    body = {"audience": "all", "device_types": "all", "notification": {"alert": text}}
    try:
        status, _, _ = cloud.request("POST", "/api/push", body, cloud.sender())
    except OSError:
        return False
    return status == 202


def alerts(device: Device) -> list[str]:
    return [body["alert"]["body"] for body in device.pushes()]


def test_any_node_answers_and_holds_any_stream(nodes: list[TodayCloud]):
    devices = [nodes[0].join(f"person{index}") for index in range(3)]
    for device, node in zip(devices, nodes):
        device.cloud = node
        device.listen()
    for index, node in enumerate(nodes * 3):
        assert push(node, f"push {index}")
    for device in devices:
        device.wait(lambda device: len(device.pushes()) == 9, "the pushes")
        assert sorted(alerts(device)) == [f"push {index}" for index in range(9)]
        assert [number for number, _, _ in device.events] == list(range(1, 10))
    # A topic's message and its file are on every node.
    messages: list[dict] = []
    connection = nodes[1].connect()
    connection.request("GET", "/alerts/json")
    stream = connection.getresponse()
    assert json.loads(stream.readline())["event"] == "open"
    status, _, text = nodes[0].request("PUT", "/alerts", b"\0file" * 100_000, {"Filename": "a.bin"})
    assert status == 200, text
    messages.append(json.loads(stream.readline()))
    url = messages[0]["attachment"]["url"]
    status, _, content = nodes[2].request("GET", "/file/" + url.rsplit("/", 1)[1])
    assert (status, content) == (200, b"\0file" * 100_000)
    # One that is not kept reaches streams alone.
    status, _, text = nodes[2].request("POST", "/alerts", b"passing", {"Cache": "no"})
    assert status == 200, text
    assert json.loads(stream.readline())["message"] == "passing"
    assert b"passing" not in nodes[1].request("GET", "/alerts/json?poll=1&since=all")[2]
    connection.close()


def test_wrong_secrets_count_for_all_nodes(log_file: Path):
    database = shared_server().create_database()
    clouds = [TodayCloud(log_file.with_suffix(f".{index}.log"), database=database) for index in range(3)]
    try:
        for cloud in clouds:
            cloud.start()
        guess = {"Authorization": "Bearer wrong"}
        count = 0
        while clouds[count % 3].request("GET", "/api/today/device", headers=guess)[0] == 401:
            count += 1
            assert count < 45, "each node counts for itself"
        assert count >= 30
    finally:
        for cloud in clouds:
            cloud.__exit__()


def test_node_is_drained(nodes: list[TodayCloud]):
    devices = [nodes[0].join(f"person{index}").listen() for index in range(3)]
    drain = subprocess.Popen(nodes[0].command("drain"), stderr=subprocess.PIPE, text=True)
    for device in devices:
        device.wait(lambda device: device.has_ended, "the end of the stream")
        device.cloud = nodes[1]
        device.listen()
    assert drain.wait(30) == 0 and "has ended" in drain.stderr.read()
    assert nodes[0].process.wait(10) == 0
    assert push(nodes[2], "after that")
    for device in devices:
        device.wait(lambda device: alerts(device) == ["after that"], "the push")
    result = subprocess.run(nodes[0].command("drain"), capture_output=True, text=True)
    assert result.returncode != 0 and "No cloud runs" in result.stderr


def test_node_that_is_killed_loses_nothing(nodes: list[TodayCloud]):
    devices = [nodes[0].join(f"person{index}") for index in range(6)]
    for index, device in enumerate(devices):
        device.cloud = nodes[index % 3]
        device.listen()
    accepted: list[str] = []
    halfway = threading.Event()

    def send() -> None:
        for index in range(60):
            text = f"push {index}"
            # The first node is killed halfway; then a sender asks another one.
            if any(push(node, text) for node in [nodes[index % 3], nodes[1]][: 2 if halfway.is_set() else 1]):
                accepted.append(text)
            if index == 20:
                halfway.set()

    sender = threading.Thread(target=send)
    sender.start()
    assert halfway.wait(60)
    nodes[0].kill()
    for device in devices:
        if device.cloud is nodes[0]:
            device.wait(lambda device: device.has_ended, "the end of the stream")
            device.cloud = nodes[2]
            device.listen(after=device.events[-1][0] if device.events else 0)
    sender.join()
    assert len(accepted) >= 40
    for device in devices:
        device.wait(lambda device: set(accepted) <= set(alerts(device)), "all accepted pushes", timeout=60)
        assert len(alerts(device)) == len(set(alerts(device)))
        assert [number for number, _, _ in device.events] == list(range(1, len(device.events) + 1))


def test_newer_version_may_change_the_tables_beneath_older_nodes(nodes: list[TodayCloud]):
    devices = [nodes[0].join(f"person{index}") for index in range(3)]
    for device, node in zip(devices, nodes):
        device.cloud = node
        device.listen()
    expected: list[str] = []

    def use_all() -> None:
        for node in nodes:
            expected.append(f"push {len(expected)}")
            assert push(node, expected[-1])
            assert node.request("POST", "/alerts", expected[-1].encode())[0] == 200
            assert expected[-1].encode() in node.request("GET", "/alerts/json?poll=1")[2]
            assert devices[0].messages() == []
        for device in devices:
            device.wait(lambda device: len(device.pushes()) == len(expected), "the pushes")
            assert sorted(alerts(device)) == sorted(expected)

    use_all()
    columns = """DO $$ DECLARE t text; BEGIN
        FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
            EXECUTE format('ALTER TABLE %I ADD COLUMN later INTEGER', t);
        END LOOP; END $$"""
    subprocess.run([PROGRAMS / "psql", "-q", nodes[0].environment["TODAY_CLOUD_DATABASE"], "-c", columns], check=True)
    use_all()


def test_nodes_tell_each_other_by_nats_and_go_on_without(log_file: Path):
    with NATSServer() as server, three_nodes(log_file, "--hints", server.url) as nodes:
        devices = [nodes[0].join(f"person{index}") for index in range(3)]
        for device, node in zip(devices, nodes):
            device.cloud = node
            device.listen()

        def send(texts: list[str]) -> float:
            """Sends pushes one after the other, each when all have the one before; returns the seconds that it took."""
            start = time.monotonic()
            for index, text in enumerate(texts):
                assert push(nodes[index % 3], text)
                for device in devices:
                    device.wait(lambda device: text in alerts(device), text)
            return time.monotonic() - start

        with_hints = [f"with hints {index}" for index in range(12)]
        # Without hints, a push waits for a look of another node, which takes two seconds on average, and often for two.
        assert send(with_hints) < 12
        server.kill()
        # The node that delivers pushes looks, and then those that have the streams.
        without_hints = [f"without hints {index}" for index in range(3)]
        for text in without_hints:
            assert send([text]) < LOOK + SLACK
        server.start()
        log = log_file.with_suffix(".2.log")
        eventually(lambda: "hears the hints of others again" in log.read_text(), "the node to hear hints again")
        again = [f"again {index}" for index in range(12)]
        assert send(again) < 12
        for device in devices:
            assert alerts(device) == with_hints + without_hints + again
            assert [number for number, _, _ in device.events] == list(range(1, 28))


@pytest.mark.parametrize(
    "hints, database, problem",
    [
        ("redis://localhost", True, "nats://HOST:PORT"),
        ("nats://ada:secret@localhost", True, "passfile=PATH"),
        ("nats://localhost", False, "--database"),
        ("postgres", False, "--database"),
        ("tls://localhost?ca=/nonexistent", True, "ca=PATH"),
    ],
)
def test_cloud_says_what_is_wrong_with_its_hints(log_file: Path, hints: str, database: bool, problem: str):
    address = shared_server().create_database() if database else None
    with TodayCloud(log_file, database=address) as cloud:
        if address is None:
            cloud.environment.pop("TODAY_CLOUD_DATABASE", None)
        result = subprocess.run(
            [*cloud.command("serve"), "--listen", "127.0.0.1:0", "--hints", hints],
            capture_output=True, text=True, timeout=60, env=cloud.environment,
        )
    assert result.returncode != 0 and problem in result.stderr and "--hints" in result.stderr, result.stderr
    assert "secret" not in result.stderr


def test_cloud_moves_from_a_file_into_a_database(log_file: Path):
    server = shared_server()
    with TodayCloud(log_file) as cloud:
        cloud.start()
        device = cloud.join("ada")
        assert push(cloud, "before")
        status, _, text = cloud.request("PUT", "/alerts", b"\0file", {"Filename": "a.bin"})
        assert status == 200, text
        file = json.loads(text)["attachment"]["url"].rsplit("/", 1)[1]
        device.listen().wait(lambda device: alerts(device) == ["before"], "the push")
        # A cloud that runs is not moved.
        address = server.create_database()
        result = subprocess.run(cloud.command("move", "--to", address), capture_output=True, text=True, timeout=60)
        assert result.returncode != 0 and "already runs" in result.stderr, result.stderr
        cloud.stop()
        assert "same content" in cloud.today("move", "--to", address)
        result = subprocess.run(cloud.command("move", "--to", address), capture_output=True, text=True, timeout=60)
        assert result.returncode != 0 and "in use already" in result.stderr, result.stderr
        with TodayCloud(log_file.with_suffix(".new.log"), database=address) as moved:
            moved.start()
            moved.ready = {**cloud.ready, **moved.ready}
            device.cloud = moved
            device.events.clear()
            assert push(moved, "after")
            device.listen().wait(lambda device: alerts(device) == ["before", "after"], "both pushes")
            assert moved.request("GET", f"/file/{file}")[2] == b"\0file"


def test_cloud_says_what_is_wrong_with_its_database(log_file: Path):
    with PostgreSQL({"fsync": "off"}) as server:
        address = server.create_database()
        with TodayCloud(log_file, database=address) as cloud:
            cloud.start()
            device = cloud.join("ada").listen()
            assert push(cloud, "one")
            device.wait(lambda device: alerts(device) == ["one"], "the push")
            server.process.kill()
            server.process.wait()
            assert not push(cloud, "two")
            assert cloud.request("GET", "/healthz")[0] == 200
            status, _, text = cloud.request("GET", "/readyz")
            assert status == 503 and "refused" in json.loads(text)["message"]
            server.start()
            eventually(lambda: push(cloud, "three"), "the cloud to accept pushes again", interval=0.2)
            device.wait(lambda device: "three" in alerts(device), "the push", timeout=60)
            assert cloud.request("GET", "/readyz")[0] == 200
            assert alerts(device)[0] == "one" and len(alerts(device)) == len(set(alerts(device)))
    with TodayCloud(log_file, database=address) as cloud:
        result = subprocess.run(
            cloud.command("user"), capture_output=True, text=True, timeout=60, env=cloud.environment
        )
    assert result.returncode != 0 and "PostgreSQL" in result.stderr and "refused" in result.stderr, result.stderr
