"""The metrics of a cloud, as Prometheus reads them, and what is made of them."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from postgresql import PostgreSQL, shared_server
from today_cloud import TodayCloud
from today_host import TODAY
from waiting import TIMEOUT_SECONDS, eventually

ROOT = Path(__file__).resolve().parents[2]
WORK = ["pushes", "schedules", "expiry", "topics", "files", "outbox"]
# What Prometheus adds to each scrape by itself.
BUILT_IN = {"up"}


class Scrape:
    """The values that a cloud had at a moment."""

    def __init__(self, cloud: TodayCloud):
        with urllib.request.urlopen(cloud.ready["metrics_url"], timeout=TIMEOUT_SECONDS) as response:
            assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
            self.text = response.read().decode()
        self.families: list[Metric] = list(text_string_to_metric_families(self.text))
        self.samples = {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in self.families for sample in family.samples
        }

    def __getitem__(self, name: str) -> float:
        return self.value(name)

    def value(self, name: str, **labels: str) -> float:
        return self.samples[name, frozenset(labels.items())]

    @property
    def names(self) -> set[str]:
        """The names of the metrics; those of counters end with `_total`."""
        return {family.name + ("_total" if family.type == "counter" else "") for family in self.families}

    @property
    def sample_names(self) -> set[str]:
        return {name for name, _ in self.samples}


def push(cloud: TodayCloud, text: str) -> int:
    body = {"audience": "all", "device_types": "all", "notification": {"alert": text}}
    return cloud.request("POST", "/api/push", body, cloud.sender())[0]


def start(log: Path, database: str | None = None) -> TodayCloud:
    cloud = TodayCloud(log, database=database)
    cloud.start("--metrics", "0", "--request-rate", "0")
    return cloud


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_metrics_follow_a_push(log_file: Path, engine: str):
    with start(log_file, shared_server().create_database() if engine == "postgresql" else None) as cloud:
        before = Scrape(cloud)
        assert before["today_cloud_pushes_accepted_total"] == before["today_cloud_events_written_total"] == 0
        device = cloud.join("ada").listen()
        device.wait(lambda device: device.hello, "the beginning of the stream")
        for index in range(3):
            assert push(cloud, f"push {index}") == 202
        device.wait(lambda device: len(device.pushes()) == 3, "the pushes")
        after = Scrape(cloud)
        assert after["today_cloud_pushes_accepted_total"] == 3
        assert after["today_cloud_events_written_total"] == 3
        assert after["today_cloud_delivery_lag_seconds_count"] == 3
        assert 0 < after["today_cloud_delivery_lag_seconds_sum"] < 90
        assert after.value("today_cloud_delivery_lag_seconds_bucket", le="+Inf") == 3
        assert after["today_cloud_fanout_waiting_pushes"] == after["today_cloud_fanout_lag_seconds"] == 0
        assert after.value("today_cloud_device_streams", protocol="http1") == 1
        assert after["today_cloud_http_connections"] >= 1
        assert after["today_cloud_database_up"] == 1
        # The accepted pushes, and at least one delivery.
        assert after["today_cloud_database_writes_total"] - before["today_cloud_database_writes_total"] >= 4
        commits = after["today_cloud_database_commit_duration_seconds_count"]
        assert 0 < commits <= after["today_cloud_database_writes_total"]
        assert after.value("today_cloud_requests_total", protocol="airship", status="2xx") == 3
        assert after.value("today_cloud_requests_total", protocol="device", status="2xx") >= 3
        version = subprocess.run([TODAY, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        assert after.value("today_build_info", version=version) == 1
        assert 1e6 < after["process_resident_memory_bytes"] < 1e10
        assert after["process_cpu_seconds_total"] > 0 and after["process_open_fds"] > 5
        assert abs(time.time() - after["process_start_time_seconds"]) < 600
        # Help and type come once, and no label has what people wrote.
        heads = re.findall(r"^# (?:HELP|TYPE) \S+", after.text, re.MULTILINE)
        assert len(heads) == len(set(heads)) == 2 * len(after.families)
        assert "ada" not in {value for _, labels in after.samples for _, value in labels}
        assert len(after.samples) == len(before.samples)


def test_each_work_has_one_node_and_hints_are_counted(log_file: Path):
    database = shared_server().create_database()
    with start(log_file, database) as first, start(log_file.with_suffix(".1.log"), database) as second:
        second.ready = {**first.ready, **second.ready}

        def holders(clouds: list[TodayCloud]) -> list[float]:
            scrapes = [Scrape(cloud) for cloud in clouds]
            return [sum(scrape.value("today_cloud_lease_held", work=work) for scrape in scrapes) for work in WORK]

        eventually(lambda: holders([first, second]) == [1] * 6, "a node for each work", interval=0.2)
        device = first.join("ada")
        device.cloud = second
        device.listen().wait(lambda device: device.hello, "the beginning of the stream")
        eventually(
            lambda: all(Scrape(cloud)["today_cloud_hints_connected"] == 1 for cloud in (first, second)),
            "hints to be heard", interval=0.2,
        )
        assert push(first, "one") == 202
        device.wait(lambda device: len(device.pushes()) == 1, "the push")
        scrapes = [Scrape(cloud) for cloud in (first, second)]
        assert [scrape["today_cloud_pushes_accepted_total"] for scrape in scrapes] == [1, 0]
        assert [scrape["today_cloud_events_written_total"] for scrape in scrapes] == [0, 1]
        # The acceptance is known also where the event was read from the database.
        assert [scrape["today_cloud_delivery_lag_seconds_count"] for scrape in scrapes] == [0, 1]
        assert all(scrape["today_cloud_hints_sent_total"] > 0 for scrape in scrapes[:1])
        assert all(scrape["today_cloud_hints_received_total"] > 0 for scrape in scrapes[1:])
        assert first.stop() == 0
        eventually(lambda: holders([second]) == [1] * 6, "the other node to do all work", interval=0.2)


def test_metrics_without_a_database(log_file: Path):
    with PostgreSQL({"fsync": "off"}) as server, start(log_file, server.create_database()) as cloud:
        assert Scrape(cloud)["today_cloud_database_up"] == 1
        server.process.kill()
        server.process.wait()
        assert push(cloud, "one") == 503
        time.sleep(1.1)  # Until then the database is not asked again.
        scrape = Scrape(cloud)
        assert scrape["today_cloud_database_up"] == 0
        assert not {"today_cloud_fanout_waiting_pushes", "today_cloud_fanout_lag_seconds",
                    "today_cloud_outbox_waiting"} & scrape.names
        assert scrape.value("today_cloud_database_errors_total", reason="unavailable") > 0
        assert scrape.value("today_cloud_requests_total", protocol="airship", status="5xx") == 1
        eventually(lambda: Scrape(cloud)["today_cloud_hints_connected"] == 0, "the loss of hints", interval=0.2)
        eventually(
            lambda: sum(Scrape(cloud).value("today_cloud_lease_held", work=work) for work in WORK) == 0,
            "the end of the leases", interval=0.2,
        )
        server.start()
        eventually(lambda: Scrape(cloud)["today_cloud_database_up"] == 1, "the database", interval=0.2)


def test_metrics_are_served_only_where_they_were_asked_for(log_file: Path):
    with TodayCloud(log_file) as cloud:
        cloud.start()
        assert "metrics_url" not in cloud.ready
        # The name is none of a topic either.
        assert cloud.request("GET", "/metrics")[0] == 404
        cloud.stop()
        for value in ["nonsense", "127.0.0.1", "127.0.0.1:65536", ":9464"]:
            result = subprocess.run(
                cloud.command("serve", "--metrics", value), capture_output=True, text=True, timeout=60
            )
            assert result.returncode == 2 and "--metrics is PORT or HOST:PORT" in result.stderr, (value, result.stderr)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            result = subprocess.run(
                cloud.command("serve", "--listen", "127.0.0.1:0", "--metrics", str(port)),
                capture_output=True, text=True, timeout=60,
            )
        assert result.returncode == 1 and "choose another address with --metrics" in result.stderr, result.stderr


def test_only_metrics_are_served_to_whatever_asks(log_file: Path, subtests: pytest.Subtests):
    with start(log_file) as cloud:
        address = urlsplit(cloud.ready["metrics_url"])
        # A port alone is one of this machine.
        assert address.hostname == "127.0.0.1" and address.path == "/metrics"

        def ask(request: bytes) -> bytes:
            """Sends bytes, and returns all that comes back until the server ends the connection."""
            with socket.create_connection((address.hostname, address.port), timeout=TIMEOUT_SECONDS) as connection:
                answer = b""
                try:
                    connection.sendall(request)
                    connection.shutdown(socket.SHUT_WR)
                    while part := connection.recv(65536):
                        answer += part
                except (ConnectionResetError, BrokenPipeError):
                    pass
                return answer

        ending = b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        answer = ask(b"GET /metrics?x=1" + ending)
        assert answer.startswith(b"HTTP/1.1 200 ") and b"\ntoday_build_info{" in answer
        head, _, body = ask(b"HEAD /metrics" + ending).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ") and b"version=0.0.4" in head and body == b""
        for request in [
            b"GET /", b"GET /metrics/", b"GET /metrics/..", b"GET //metrics", b"GET /healthz", b"GET /api/push",
            b"GET /%6detrics", b"POST /metrics", b"PUT /metrics", b"DELETE /metrics", b"OPTIONS *", b"TRACE /metrics",
            b"GET /METRICS", b"GET /metrics\0", b"BREW /metrics", b"PRI *",
        ]:
            with subtests.test(request=request):
                assert not ask(request + ending).startswith(b"HTTP/1.1 2")
        for request in [
            b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03", b"\0" * 1000, b"GET /metrics HTTP/9.9\r\n\r\n",
            b"GET /metrics HTTP/1.1\r\nHost: a\r\n" + b"A: " + b"a" * 100_000 + b"\r\n\r\n",
            b"GET /metrics HTTP/1.1\r\nHost: a\r\n" + b"A: a\r\n" * 10_000 + b"\r\n",
            b"GET /" + b"a" * 100_000 + ending,
            b"GET /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        ]:
            with subtests.test(request=request[:60]):
                answer = ask(request)
                assert b"today_" not in answer and not answer.startswith(b"HTTP/1.1 2"), answer[:200]
        # Connections that send half a request, or none, displace each other and not the one that asks.
        waiting = []
        try:
            for index in range(100):
                connection = socket.create_connection((address.hostname, address.port), timeout=TIMEOUT_SECONDS)
                connection.sendall([b"", b"GET /metr", b"GET /metrics HTTP/1.1\r\nA: b\r\n",
                                    b"GET /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"][index % 4])
                waiting.append(connection)
            for _ in range(5):
                assert Scrape(cloud)["process_open_fds"] < 200
        finally:
            for connection in waiting:
                connection.close()
        assert cloud.request("GET", "/healthz")[0] == 200


def test_what_is_made_of_metrics_names_those_that_exist(log_file: Path):
    with start(log_file, shared_server().create_database()) as cloud:
        scrape = Scrape(cloud)
    dashboard = json.loads((ROOT / "Packaging/today-cloud.dashboard.json").read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    queries += [variable["definition"] for variable in dashboard["templating"]["list"] if "definition" in variable]
    assert len(queries) > 30
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
    rows = [panel["title"] for panel in dashboard["panels"] if panel["type"] == "row"]
    assert rows == ["Delivery", "Streams", "Database", "Nodes", "Work", "Requests"]
    rules = yaml.safe_load((ROOT / "Packaging/today-cloud.rules.yml").read_text(encoding="utf-8"))
    alerts = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    assert len(alerts) >= 5
    used: set[str] = set()
    for query in queries + alerts:
        names = set(re.findall(r"\b(?:today|process)_\w+(?![\w\"=-])", re.sub(r"\"[^\"]*\"", '""', query)))
        assert names or "up{" in query, query
        assert names <= scrape.sample_names, query
        used |= names
        # Each label that a query compares is one of the metric's.
        for name, labels in re.findall(r"(\w+)\{([^}]*)\}", query):
            known = {key for other, pairs in scrape.samples if other == name for key, _ in pairs}
            assert set(re.findall(r"(\w+)\s*=~?", labels)) <= known | {"job", "instance"}, query
    # Of every metric of the cloud there is a graph.
    ends = ("_bucket", "_sum", "_count")
    graphed = {name.removesuffix(end) for name in used for end in ("", *ends)}
    assert {name for name in scrape.names if name.startswith("today_")} <= graphed


def test_documentation_lists_the_metrics_that_exist(log_file: Path):
    with start(log_file, shared_server().create_database()) as cloud:
        scrape = Scrape(cloud)
    text = (ROOT / "Documentation/RunningACloud.md").read_text(encoding="utf-8")
    table = re.search(r"^\| metric \|.*?\n(?=\n)", text, re.MULTILINE | re.DOTALL)
    assert table is not None
    listed: dict[str, str] = {}
    for line in table[0].splitlines()[2:]:
        _, names, labels, _, _ = re.split(r"(?<!\\)\|", line)
        for name in re.findall(r"`(\w+)`", names):
            listed[name] = labels
    assert set(listed) == scrape.names
    for (sample, pairs), _ in scrape.samples.items():
        family = sample.removesuffix("_bucket").removesuffix("_sum").removesuffix("_count")
        for key, value in pairs:
            if key != "le":
                assert f"`{key}`" in listed[family], (sample, key)
                if key not in ("version", "status") and "rate_limited" not in family:
                    assert f"`{value}`" in listed[family], (sample, value)
