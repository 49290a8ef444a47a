"""The servers that the measurement of nodes compares: clouds on SQLite and on PostgreSQL, and nginx with nchan."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Iterator
from urllib.parse import urlsplit

from measuring import BUILD, log_file
from stream_load import SPARE_FILES, request
import cloud_bench
import nchan
from postgresql import PROGRAMS, PostgreSQL
from today_cloud import TodayCloud

ARGUMENTS = ["--request-rate", "0", "--log-level", "error"]
#: The answer is a short one of success, and nothing changes.
PROBE = request("GET", "/healthz")


@dataclass
class Server:
    """What runs, and the requests that it takes."""

    name: str
    #: One for each node.
    ports: list[int]
    #: Its processes now, by what they are.
    processes: dict[str, Callable[[], list[int]]]
    stream: str
    push_to_all: str
    #: Makes the push to one device, of which there are as many as there are channels.
    push_to: Callable[[str], str] | None = None
    channels: list[str] = field(default_factory=list)
    tokens: list[str] | None = None
    #: How many bytes are stored now, and have been written, by what the table calls them.
    sizes: Callable[[], dict[str, float]] = dict

    def acknowledgements(self) -> list[str]:
        """The requests by which every device says that it has taken in everything."""
        body = json.dumps({"sequence": 2**53})
        return [
            request("POST", "/api/today/acknowledge", {"Authorization": f"Bearer {token}"}, body)
            for token in self.tokens or []
        ]


def query(address: str, statement: str) -> str:
    """Has PostgreSQL perform a statement; returns its rows as text."""
    return subprocess.run(
        [PROGRAMS / "psql", "-XAtq", "-c", statement, address], check=True, capture_output=True, text=True, timeout=600
    ).stdout.strip()


# MARK: - Clouds


def fill(cloud: TodayCloud, count: int) -> list[str]:
    """Makes devices in the file of a cloud that does not run; returns their tokens."""
    tokens = cloud.state / "tokens"
    subprocess.run([BUILD / "today-bench", "cloud-devices", cloud.state, str(count), tokens], check=True, timeout=600)
    return tokens.read_text().splitlines()


@contextmanager
def on_sqlite(cloud: TodayCloud, tokens: list[str]) -> Iterator[Server]:
    """The cloud on its file."""

    def sizes() -> dict[str, float]:
        connection = sqlite3.connect(f"file:{cloud.state}/cloud/cloud.sqlite?mode=ro", uri=True, timeout=60)
        try:
            [[pages]] = connection.execute("PRAGMA page_count")
            [[page]] = connection.execute("PRAGMA page_size")
        finally:
            connection.close()
        counts = Path(f"/proc/{cloud.process.pid}/io").read_text()
        written = next(int(line.split()[1]) for line in counts.splitlines() if line.startswith("write_bytes"))
        return {"bytes in the database": pages * page, "bytes written to the disk": written}

    cloud.start(*ARGUMENTS)
    yield _server("cloud on SQLite", [cloud], tokens, sizes)
    cloud.stop()


@contextmanager
def on_postgresql(filled: TodayCloud, postgresql: PostgreSQL, moved: str, nodes: int, tokens: list[str]) -> Iterator[Server]:
    """So many nodes on a copy of a database into which a filled cloud was moved; PostgreSQL has just started."""
    address = postgresql.create_database(template=moved)
    postgresql.stop()
    postgresql.start()

    def sizes() -> dict[str, float]:
        text = query(address, "SELECT pg_database_size(current_database()), pg_current_wal_lsn() - '0/0'")
        size, log = text.split("|")
        return {"bytes in the database": int(size), "bytes of the write-ahead log": int(log)}

    clouds = [TodayCloud(log_file(f"node-{index}"), database=address) for index in range(nodes)]
    try:
        # One of the nodes has the keys.
        keys = clouds[0].state / "cloud" / "keys.json"
        keys.parent.mkdir(mode=0o700)
        shutil.copy(filled.state / "cloud" / "keys.json", keys)
        for cloud in clouds:
            cloud.start(*ARGUMENTS)
        server = _server(f"cloud on PostgreSQL, {nodes} {'node' if nodes == 1 else 'nodes'}", clouds, tokens, sizes)
        server.processes["PostgreSQL"] = lambda: postgresql.pids
        yield server
    finally:
        for cloud in clouds:
            cloud.__exit__()


def _server(name: str, clouds: list[TodayCloud], tokens: list[str], sizes: Callable) -> Server:
    headers = {"Authorization": cloud_bench.login(clouds[0].ready), "Content-Type": "application/json"}

    def push(audience: object, alert: str) -> str:
        body = {"audience": audience, "device_types": "all", "notification": {"alert": alert}}
        return request("POST", "/api/push", headers, json.dumps(body))

    channels = cloud_bench.Sender(clouds[0].ready).channels()
    return Server(
        name,
        ports=[urlsplit(cloud.ready["url"]).port for cloud in clouds],
        processes={"the cloud": lambda: [cloud.process.pid for cloud in clouds]},
        stream=request("GET", "/api/today/events?after=0", {"Authorization": "Bearer $TOKEN"}),
        push_to_all=push("all", cloud_bench.ALERT),
        # The load counts only events with the mark.
        push_to=lambda channel: push({"channel": channel}, cloud_bench.ALERT.replace("~", "")),
        channels=[channel["channel_id"] for channel in channels],
        tokens=tokens,
        sizes=sizes,
    )


# MARK: - nchan


@contextmanager
def on_nchan(count: int) -> Iterator[Server]:
    """nginx with nchan, which keeps events in memory alone."""
    with nchan.Nchan(count + SPARE_FILES) as server:
        yield Server(
            "nginx with nchan",
            ports=[server.port],
            processes={"nginx": lambda: server.pids},
            stream=request("GET", "/subscribe", {"Accept": "text/event-stream"}),
            push_to_all=request("POST", "/publish", {"Content-Type": "application/json"}, cloud_bench.NCHAN_EVENT),
        )
