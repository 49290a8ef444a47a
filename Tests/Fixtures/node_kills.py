"""Lets the machines of a cloud with three nodes fail under load, and says what came of it; see script/kills --nodes."""

from __future__ import annotations

import argparse
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from datetime import datetime, timezone
from pathlib import Path

from certificates import CertificateAuthority
from kill_victims import wait_a_moment
from node_checks import NodeEvidence
from node_faults import Machines
from node_load import FAILURES, Host, Load, Notes, NotesReader, Sender, Subscriber, Topic
from node_network import Network
from node_servers import DatabaseServer, NATSServer, Node
from today_cloud import Device
from today_host import ROOT, TODAY
from waiting import TimedOut, eventually

APP = "org.today.Messages"
CONTAINER = "iCloud.org.example.notes"
#: How many people there are; each second one has two devices.
PEOPLE = 20


class NodeRun:
    """Three nodes, two servers of PostgreSQL and perhaps one of NATS, the load, and the faults; in a `with` block."""

    def __init__(self, logs: Path, seed: int, hints: str):
        self.seed = seed
        self._logs, self._hints = logs, hints
        logs.mkdir(parents=True, exist_ok=True)
        for log in logs.glob("*.log"):
            log.unlink()
        self._cleanup = ExitStack()
        self._chance = random.Random(f"{seed} faults")
        self.faults: Counter[str] = Counter()
        #: How long it took from each fault to the next push that was accepted, and which fault that was.
        self._begins: list[tuple[float, str]] = []
        self.evidence: NodeEvidence | None = None

    def __enter__(self) -> "NodeRun":
        try:
            self._start_machines()
            self._start_load()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._cleanup.close()

    # Beginning

    def _start_machines(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="kills-", dir="/tmp"))
        self._cleanup.callback(shutil.rmtree, folder, ignore_errors=True)
        members = ["node1", "node2", "node3", "database1", "database2", "nats", "load"]
        network = self._cleanup.enter_context(Network(members))
        network.enter("load")
        authority = CertificateAuthority(folder)
        servers = [DatabaseServer(member, network, authority) for member in ("database1", "database2")]
        primary, replica = servers
        for server in servers:
            self._cleanup.callback(self._stop_server, server)
        primary.start()
        replica.copy(primary)
        replica.start()
        name = primary.create_database().rpartition("/")[2]
        hosts = ",".join(f"{server.host}:{server.port}" for server in servers)
        database = f"postgres://today@{hosts}/{name}?sslrootcert={authority.file}"
        nats = NATSServer("nats", network, self._logs / "nats.log") if self._hints == "nats" else None
        arguments = ["--hints", nats.url] if nats else []
        if nats:
            nats.start()
            self._cleanup.callback(nats.kill)
        nodes = [
            self._cleanup.enter_context(Node(member, network, self._logs / f"{member}.log", database, arguments))
            for member in members[:3]
        ]
        for node in nodes:
            node.start()
        self.machines = Machines(network, nodes, servers, nats, self._chance)

    def _stop_server(self, server: DatabaseServer) -> None:
        if (server.folder / "log").exists():
            shutil.copy(server.folder / "log", self._logs / f"{server.member}.log")
        if server.process is not None and server.process.poll() is None:
            server.kill()
        server.__exit__()

    def _start_load(self) -> None:
        nodes = self.machines.nodes
        first = nodes[0]
        #: What ends first, and what then goes on until everything has arrived.
        self._work, self._listening = Load(nodes, self.seed), Load(nodes, self.seed)
        self._cleanup.callback(self._listening.is_over.set)
        self._cleanup.callback(self._work.is_over.set)
        people = [f"person{number}" for number in range(PEOPLE)]
        self._hosts = []
        for number, person in enumerate(people):
            for name in ["laptop", "desktop"][: 1 + number % 2]:
                self._hosts.append(Host(f"{person}'s {name}", person, first.join(person, name, APP), self._listening))
        self._topics = [Topic(f"topic{number}", self._work) for number in range(3)]
        self._subscribers = [
            Subscriber(f"subscriber {number} of {topic.name}", topic, self._listening)
            for topic in self._topics for number in range(2)
        ]
        token = json.loads(first.today("container", "add", CONTAINER, "--json"))["api_token"]
        self._notes = Notes(CONTAINER, token, lambda: self._web_token(first), self._work)
        names = [f"writer{number}" for number in range(2)]
        self._readers = [NotesReader(f"reader{number}", self._notes, self._listening) for number in range(3)]
        for name in [*names, *(reader.name for reader in self._readers), "query"]:
            self._notes.client(name, first)
        self._notes.client("query", first).zones_modify("create", Notes.ZONE)
        self._senders = [Sender(f"sender{number}", self._work, first.sender(), people) for number in range(6)]
        for host in self._hosts:
            self._listening.repeat(host.name, 0.2, host.listen)
            self._listening.repeat(f"{host.name} acknowledges", 2, host.acknowledge)
        for subscriber in self._subscribers:
            self._listening.repeat(subscriber.name, 0.2, subscriber.listen)
        for reader in self._readers:
            self._listening.repeat(reader.name, 1, reader.read)
        for sender in self._senders:
            self._work.repeat(sender.name, 0.5, sender.send)
        for topic in self._topics:
            self._work.repeat(topic.name, 1, topic.publish)
        for name in names:
            self._work.repeat(name, 0.7, self._notes.writer(name))

    @staticmethod
    def _web_token(node: Node) -> str:
        printed = node.today("container", "token", CONTAINER, "--user", "ada", "--json")
        return json.loads(printed)["web_auth_token"]

    # Failing

    def run(self, faults: int) -> list[str]:
        """Lets at least so much fail; returns what is wrong in the end."""
        self._note("ready")
        try:
            self._fail(faults)
        except AssertionError as failure:
            # What does not come back is a finding like others.
            return [f"after {self.faults.total()} faults: {failure}"]
        self._work.stop()
        self._note("settling")
        problems = self._settle()
        self._note("settled")
        failures = self._work.failures + self._listening.failures
        (self._logs / "failures.log").write_text("".join(f"{n:6} {what}\n" for what, n in failures.most_common()))
        self._listening.stop()
        return [*self._work.crashes, *self._listening.crashes, *problems]

    def _fail(self, faults: int) -> None:
        told, begin = 0, time.monotonic()
        while self.faults.total() < faults:
            self._fail_once()
            self._wait_for_push()
            if self.faults.total() >= told + 10:
                told = self.faults.total()
                sent = sum(len(sender.times) for sender in self._senders)
                print(f"{told} faults in {time.monotonic() - begin:.0f} s, {sent} requests acknowledged", flush=True)

    def _fail_once(self) -> None:
        wait_a_moment(self._chance.uniform(0, 3))
        with ExitStack() as failing:
            pauses = []
            chosen = self.machines.choose()
            for fault in chosen:
                self.faults[fault.__name__] += 1
                name = fault.__name__ if len(chosen) == 1 else "several at once"
                self._begins.append((time.monotonic(), name))
                self._note(f"{fault.__name__} begins")
                pauses.append(failing.enter_context(fault()))
                wait_a_moment(self._chance.uniform(0, 0.5))
            wait_a_moment(max(pauses))
            self._note("repair begins")
        self._note("repaired")

    def _note(self, what: str) -> None:
        moment = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")
        with (self._logs / "faults.log").open("a") as log:
            log.write(f"{moment} {self.faults.total()} {what}\n")

    def _wait_for_push(self) -> None:
        """Waits until a push is accepted that was sent after all was repaired."""
        now = time.monotonic()
        eventually(
            lambda: any(sender.times and sender.times[-1][0] > now for sender in self._senders),
            "an accepted push", timeout=120, interval=0.05,
        )

    def longest_pauses(self) -> str:
        """For each kind of fault the longest time until a push was accepted that was sent after it began."""
        times = sorted(time for sender in self._senders for time in sender.times)
        longest: dict[str, float] = {}
        for begin, name in self._begins:
            pause = min((end for sent, end in times if sent > begin), default=begin) - begin
            longest[name] = max(longest.get(name, 0), pause)
        return ", ".join(f"{name} {pause:.1f} s" for name, pause in sorted(longest.items(), key=lambda each: -each[1]))

    # Looking

    def _settle(self) -> list[str]:
        """Waits until nothing is wrong; returns what is wrong after a long time."""
        problems: list[str] = []

        def is_well() -> bool:
            nonlocal problems
            try:
                problems = self._look()
            except FAILURES as failure:
                problems = [f"the evidence cannot be collected: {failure!r}"]
            return not problems

        # A last push finds nothing under way, and shows that everything still works.
        self._senders[0].send()
        try:
            eventually(is_well, "everything to be right", timeout=120, interval=2)
        except TimedOut:
            pass
        return problems

    def _look(self) -> list[str]:
        node = self._chance.choice(self.machines.nodes)
        client = self._notes.client("query", node)
        records = client.query_all(Notes.TYPE, zone=Notes.ZONE)
        self.evidence = NodeEvidence(
            sent=[sender.sent for sender in self._senders], hosts=self._hosts,
            inboxes={host.name: self._inbox(host.device) for host in self._hosts},
            histories={topic.name: topic.history(node) for topic in self._topics}, topics=self._topics,
            subscribers=self._subscribers, notes=self._notes,
            records={record["recordName"]: record["fields"]["count"]["value"] for record in records},
            readers=self._readers,
        )
        return self.evidence.problems()

    def _inbox(self, device: Device) -> list[str]:
        return [message["title"] for message in device.messages()]


def main() -> int:
    """The command script/kills --nodes."""
    parser = argparse.ArgumentParser(prog="script/kills", description="Lets the machines of a cloud fail under load.")
    parser.add_argument("faults", nargs="?", type=int, default=300, metavar="N", help="how many faults at least (300)")
    parser.add_argument("--nodes", action="store_true", help="this run")
    parser.add_argument("--seed", type=int, help="begins with what an earlier run printed")
    parser.add_argument("--hints", choices=["postgres", "nats"], help="how nodes tell each other of commits")
    arguments = parser.parse_args()
    help_text = subprocess.run([TODAY, "cloud", "serve", "--help"], capture_output=True, text=True).stdout
    hints = arguments.hints or ("nats" if "--hints" in help_text and NATSServer.is_installed() else "postgres")
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}, hints over {hints}", flush=True)
    begin = time.monotonic()
    # So that also then everything is removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with NodeRun(ROOT / "artifacts/kills", seed, hints) as run:
        problems = run.run(arguments.faults)
        kinds = ", ".join(f"{count} {name}" for name, count in run.faults.most_common())
        print(f"{run.faults.total()} faults: {kinds} ({run.machines.rewinds} rewinds, {run.machines.copies} copies)")
        print(f"{run.evidence.counts() if run.evidence else ''}; {time.monotonic() - begin:.0f} s")
        print(f"The longest times until a push was accepted again: {run.longest_pauses()}")
    for problem in problems[:50]:
        print(f"- {problem}")
    if problems:
        print(f"{len(problems)} things are wrong, with the seed {seed}; the logs are in artifacts/kills.")
        return 1
    print("Everything that was acknowledged arrived once, everywhere.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
