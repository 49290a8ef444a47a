"""What fails while a cloud of several machines works: each fault is a `with` block, after which all runs again."""

from __future__ import annotations

import random
import signal
from contextlib import ExitStack, contextmanager
from typing import Callable, Iterator

from kill_victims import wait_a_moment
from node_network import Network
from node_servers import DatabaseServer, NATSServer, Node


class Machines:
    """Everything that can fail, and how."""

    def __init__(
        self, network: Network, nodes: list[Node], servers: list[DatabaseServer], nats: NATSServer | None,
        chance: random.Random,
    ):
        self.network, self.nodes, self.nats = network, nodes, nats
        self.primary, self.replica = servers
        self._chance = chance
        self.copies = self.rewinds = 0
        of_nodes: list[Callable] = [self.node_killed, self.node_killed, self.two_nodes_killed, self.node_stopped,
                                    self.node_cut, self.node_slow]
        of_database: list[Callable] = [self.failover, self.failover, self.primary_crashed, self.replica_crashed,
                                       self.primary_cut, self.replica_cut, self.primary_slow]
        #: Of each group only one at a time; a group that is named more often is chosen more often.
        self.groups = [of_nodes, of_database]
        if nats:
            self.groups.append([self.nats_killed, self.nats_cut])

    def choose(self) -> list[Callable]:
        """The next faults, which happen at the same time; what begins first is repaired last."""
        count = self._chance.choices([1, 2, 3], weights=[6, 3, 1])[0]
        chosen = self._chance.sample(range(len(self.groups)), min(count, len(self.groups)))
        # Nodes first: they start again when there is a database.
        return [self._chance.choice(self.groups[place]) for place in sorted(chosen)]

    # Nodes

    @contextmanager
    def node_killed(self) -> Iterator[float]:
        """A node is killed, and starts again some time later."""
        [node] = self._some(1)
        node.kill()
        yield self._chance.uniform(0, 4)
        node.start()

    @contextmanager
    def two_nodes_killed(self) -> Iterator[float]:
        """Two nodes are killed at the same time."""
        nodes = self._some(2)
        for node in nodes:
            node.kill()
        yield self._chance.uniform(0, 4)
        for node in nodes:
            node.start()

    @contextmanager
    def node_stopped(self) -> Iterator[float]:
        """A node does nothing for some time, longer than its leases perhaps, and does not know of it."""
        [node] = self._some(1)
        node.process.send_signal(signal.SIGSTOP)
        try:
            yield self._chance.choice([1, 3, 6, 12])
        finally:
            node.process.send_signal(signal.SIGCONT)

    @contextmanager
    def node_cut(self) -> Iterator[float]:
        """A node reaches nobody, and nobody reaches it."""
        [node] = self._some(1)
        with self.network.cut(node.member):
            yield self._outage()

    @contextmanager
    def node_slow(self) -> Iterator[float]:
        """A node is behind a slow line, to its clients and to the database."""
        [node] = self._some(1)
        with self.network.slow(node.member, self._chance.choice([64, 200, 600])):
            yield self._chance.uniform(3, 10)

    # The database

    @contextmanager
    def failover(self) -> Iterator[float]:
        """The primary crashes, perhaps after it was cut off; the replica takes over, and is followed by it."""
        old, new = self.primary, self.replica
        with ExitStack() as links:
            if self._chance.random() < 0.5:
                links.enter_context(self.network.cut(old.member))
                wait_a_moment(self._outage() / 2)
            # Whoever lets the replica take over first makes sure that the old primary accepts nothing any more.
            old.kill()
            wait_a_moment(self._chance.uniform(0, 2))
            new.promote()
        self.primary, self.replica = new, old
        if self._chance.random() < 0.5:
            old.rewind(new)
            self.rewinds += 1
        else:
            old.copy(new)
            self.copies += 1
        old.start()
        yield 0
        self.primary.wait_for_replica()

    @contextmanager
    def primary_crashed(self) -> Iterator[float]:
        """The primary crashes and comes back."""
        self.primary.kill()
        yield self._chance.uniform(0, 6)
        self.primary.start()
        self.primary.wait_for_replica()

    @contextmanager
    def replica_crashed(self) -> Iterator[float]:
        """The replica crashes and comes back; meanwhile no commit is acknowledged."""
        self.replica.kill()
        yield self._chance.uniform(0, 3)
        self.replica.start()
        self.primary.wait_for_replica()

    @contextmanager
    def primary_cut(self) -> Iterator[float]:
        """The primary reaches nobody for some time."""
        with self.network.cut(self.primary.member):
            yield self._outage()
        self.primary.wait_for_replica()

    @contextmanager
    def replica_cut(self) -> Iterator[float]:
        """The replica reaches nobody for some time; meanwhile no commit is acknowledged."""
        with self.network.cut(self.replica.member):
            yield self._outage() / 2
        self.primary.wait_for_replica()

    @contextmanager
    def primary_slow(self) -> Iterator[float]:
        """The primary is behind a slow line."""
        with self.network.slow(self.primary.member, self._chance.choice([400, 1000, 3000])):
            yield self._chance.uniform(3, 8)

    # Hints

    @contextmanager
    def nats_killed(self) -> Iterator[float]:
        """The server of NATS is killed, and starts again."""
        assert self.nats is not None
        self.nats.kill()
        yield self._chance.uniform(0, 6)
        self.nats.start()

    @contextmanager
    def nats_cut(self) -> Iterator[float]:
        """The server of NATS reaches nobody for some time."""
        assert self.nats is not None
        with self.network.cut(self.nats.member):
            yield self._outage()

    def _some(self, count: int) -> list[Node]:
        return self._chance.sample(self.nodes, count)

    def _outage(self) -> float:
        return self._chance.choice([1, 2, 4, 8, 15])
