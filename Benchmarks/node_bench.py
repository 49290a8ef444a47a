"""Compares a cloud on SQLite with one, two and three nodes on PostgreSQL, and with nginx and nchan."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Iterator

from measuring import figure, log_file, processor_time
from compared_servers import PROBE, Server, fill, on_nchan, on_postgresql, on_sqlite, query
from stream_load import StreamLoad, prepare_files
import cloud_bench
import http_load
import nchan
from postgresql import PostgreSQL
from today_cloud import TodayCloud

NODES = (1, 2, 3)
#: For how many seconds nothing happens.
IDLE = 16
#: How many single pushes go to all, one after the other.
SINGLE = 20
#: How many senders send at the same time.
SENDERS = 16
#: How many pushes each device takes in before it acknowledges them.
ACKNOWLEDGED = 10
#: How long the load of one server may take altogether, in seconds.
LIMIT = 1800


def nodes(count: int = 10_000) -> Iterator[dict]:
    """So many devices, spread evenly over the nodes of a cloud; all programs share this machine."""
    if prepare_files(count) < count:
        return
    with TodayCloud(log_file("cloud")) as cloud, PostgreSQL() as postgresql:
        tokens = fill(cloud, count)
        moved = postgresql.create_database()
        cloud.today("move", "--to", moved)
        # As the server itself does within minutes.
        query(moved, "VACUUM ANALYZE")
        with on_sqlite(cloud, tokens) as server:
            yield from measure(server, count)
        for number in NODES:
            with on_postgresql(cloud, postgresql, moved, number, tokens) as server:
                yield from measure(server, count)
    if nchan.program() is None:
        print(cloud_bench.NO_NCHAN, file=sys.stderr)
    else:
        with on_nchan(count) as server:
            yield from measure(server, count)


def measure(server: Server, count: int) -> Iterator[dict]:
    """What a server does with so many devices."""
    name = f"{server.name}, {count:,} devices"
    print(f"{name}: /proc/loadavg is {Path('/proc/loadavg').read_text().strip()}", file=sys.stderr)
    time.sleep(2)
    before = memory(server)
    with Load(server, count) as load:
        time.sleep(3)
        for part, kilobytes in memory(server).items():
            yield figure(f"{name}: memory of {part} a device", "kB", [(kilobytes - before[part]) / count])
        spent = processor(server)
        time.sleep(IDLE)
        for part, worked in processor(server).items():
            yield figure(f"{name}: processor time of {part} in an idle second", "ms", [(worked - spent[part]) / IDLE])
        rounds, pushes = (3, 100) if count <= 2_000 else (1, 40)
        yield from single_pushes(name, server, load)
        if server.tokens:
            yield from acknowledged_pushes(name, server, load, rounds)
        yield from many_pushes(name, server, load, pushes, rounds)
        if server.push_to:
            yield from pushes_to_one(name, server, load, 2_000, rounds)


def single_pushes(name: str, server: Server, load: "Load") -> Iterator[dict]:
    """One push to all after the other; no device acknowledges any."""
    load.push_to_all(3)
    sizes, spent = server.sizes(), processor(server)
    times = [load.push_to_all(1) for _ in range(SINGLE)]
    yield figure(f"{name}: push accepted", "ms", [accepted * 1000 for accepted, _ in times])
    yield figure(f"{name}: push to the last device", "ms", [reached * 1000 for _, reached in times])
    for part, worked in processor(server).items():
        yield figure(f"{name}: processor time of {part} for a push", "ms", [(worked - spent[part]) / SINGLE])
    for what, size in server.sizes().items():
        yield figure(f"{name}: {what} for a push", "", [(size - sizes[what]) / SINGLE])


def acknowledged_pushes(name: str, server: Server, load: "Load", rounds: int) -> Iterator[dict]:
    """A few pushes to all, which then every device acknowledges with one request."""
    requests = server.acknowledgements()
    http_load.send_all(server.ports, requests, SENDERS)
    growth: dict[str, list[float]] = {}
    rates = []
    for _ in range(rounds):
        before = server.sizes()
        load.push_to_all(ACKNOWLEDGED)
        rates.append(len(requests) / http_load.send_all(server.ports, requests, SENDERS))
        for what, size in server.sizes().items():
            growth.setdefault(what, []).append((size - before[what]) / ACKNOWLEDGED)
    yield figure(f"{name}: acknowledgements of {ACKNOWLEDGED} events", "/s", rates)
    for what, values in growth.items():
        yield figure(f"{name}: {what} for an acknowledged push", "", values)


def many_pushes(name: str, server: Server, load: "Load", pushes: int, rounds: int) -> Iterator[dict]:
    """Many pushes to all from several senders."""
    times = [load.push_to_all(pushes) for _ in range(rounds)]
    at_once = f"{pushes} from {SENDERS} senders"
    yield figure(f"{name}: pushes to all accepted, {at_once}", "/s", [pushes / accepted for accepted, _ in times])
    yield figure(
        f"{name}: events delivered, {at_once}", "/s", [pushes * load.count / reached for _, reached in times]
    )


def pushes_to_one(name: str, server: Server, load: "Load", pushes: int, rounds: int) -> Iterator[dict]:
    """Many pushes to one device each. A push to all, which follows them, tells when they are delivered."""
    requests = [server.push_to(server.channels[number % len(server.channels)]) for number in range(pushes)]
    times = [load.push_to_all(1, first=requests) for _ in range(rounds)]
    yield figure(
        f"{name}: pushes to one device accepted, {SENDERS} senders", "/s", [pushes / accepted for accepted, _ in times]
    )
    yield figure(f"{name}: pushes to one device delivered", "/s", [pushes / reached for _, reached in times])


class Load:
    """The streams of all devices, evenly over the nodes, open for as long as the `with` block lasts."""

    def __init__(self, server: Server, count: int):
        self.count = count
        self._server = server
        self._stack = ExitStack()
        self._streams: list[StreamLoad] = []

    def __enter__(self) -> "Load":
        server, number = self._server, len(self._server.ports)
        with ExitStack() as stack:
            for index, port in enumerate(server.ports):
                tokens = None
                if server.tokens is not None:
                    tokens = log_file("tokens")
                    tokens.write_text("\n".join(server.tokens[index::number]))
                count = len(range(index, self.count, number))
                load = StreamLoad(port, count, server.stream, PROBE, tokens, limit=LIMIT)
                self._streams.append(stack.enter_context(load))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def push_to_all(self, number: int, first: list[str] | None = None) -> tuple[float, float]:
        """Sends so many pushes to all, and before them other requests.

        Returns how many seconds it took until the `first` requests, or else the pushes, were accepted, and until every
        device had the pushes.
        """
        for streams in self._streams:
            streams.expect(number)
        # Until each of them knows.
        time.sleep(0.3)
        begin = time.perf_counter()
        took = http_load.send_all(self._server.ports, first, SENDERS) if first else None
        pushes = [self._server.push_to_all] * number
        accepted = http_load.send_all(self._server.ports, pushes, SENDERS)
        for streams in self._streams:
            streams.wait()
        return took or accepted, time.perf_counter() - begin


def memory(server: Server) -> dict[str, float]:
    """What the processes of a server keep in memory, in kB, by what they are."""
    return {part: cloud_bench.memory(pids())["resident"] for part, pids in server.processes.items()}


def processor(server: Server) -> dict[str, float]:
    """How long the processes of a server, and those that have ended, have run, in ms, by what they are."""
    return {part: processor_time(pids(), children=True) for part, pids in server.processes.items()}
