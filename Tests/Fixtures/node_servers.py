"""The servers of a cloud of several machines: two of PostgreSQL, of which one follows the other, nodes, and NATS."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Sequence

from certificates import CertificateAuthority
from node_network import Network
from postgresql import PROGRAMS, USER, PostgreSQL
from processes import Process, descendants, wait_for_ends
from today_cloud import TodayCloud
from today_host import TODAY
from waiting import eventually, wait_in_folder


class DatabaseServer(PostgreSQL):
    """A server that is the primary or a replica, which every commit of the primary waits for."""

    def __init__(self, member: str, network: Network, authority: CertificateAuthority):
        super().__init__(host=network.address(member), inside=network.inside(member))
        self.member, self._network = member, network
        issued = authority.issue(self.host, member)
        files = {"ssl_cert_file": issued.certificate, "ssl_key_file": issued.key}
        for name, file in files.items():
            files[name] = Path(shutil.copy(file, self.folder / file.name))
            if os.geteuid() == 0:
                shutil.chown(files[name], USER)
            files[name].chmod(0o600)
        self.settings |= {
            "unix_socket_directories": str(self.folder), "ssl": "on",
            "wal_sender_timeout": "5s", "wal_receiver_timeout": "5s", "wal_retrieve_retry_interval": "200ms",
            "tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3",
            "tcp_user_timeout": "10000", **{name: str(file) for name, file in files.items()},
        }
        with (self.data / "pg_hba.conf").open("a") as rules:
            # The nodes must use TLS; the replica runs with a home that it cannot read, and uses none.
            rules.write(f"hostssl all today {network.addresses} trust\n")
            rules.write(f"host replication today {network.addresses} trust\n")
        with (self.data / "postgresql.auto.conf").open("a") as settings:
            # Not among the arguments, of which pg_rewind does not know.
            settings.write("synchronous_standby_names = '*'\nwal_log_hints = on\nwal_keep_size = '1GB'\n")

    def kill(self) -> None:
        """Ends it as a crash of the machine would."""
        assert self.process is not None
        main = Process(self.process.pid, "")
        others = descendants(main.pid)
        main.kill()
        for process in others:
            process.kill()
        self.process.wait()
        wait_for_ends(others, "the end of PostgreSQL")

    def sql(self, statement: str) -> str:
        """Asks the server, by its socket, without the network; returns the rows."""
        result = subprocess.run(
            [PROGRAMS / "psql", "-X", "-A", "-t", "-h", self.contact, "-p", str(self.port), "-U", "today",
             "-d", "postgres", "-c", statement],
            capture_output=True, text=True, timeout=30,
        )
        assert result.returncode == 0, f"{statement}: {result.stderr}"
        return result.stdout.strip()

    def copy(self, primary: "DatabaseServer") -> None:
        """Becomes a replica with a fresh copy."""
        shutil.rmtree(self.data)
        self._run("pg_basebackup", "-D", self.data, "-h", primary.contact, "-p", str(primary.port), "-U", "today",
                  "-c", "fast", "--no-sync")
        self._follow(primary)

    def rewind(self, primary: "DatabaseServer") -> None:
        """Becomes the replica of the one that was promoted in its place, without what only it had written."""
        primary.sql("CHECKPOINT")
        source = f"host={primary.contact} port={primary.port} user=today dbname=postgres"
        self._run("pg_rewind", "-D", self.data, f"--source-server={source}")
        self._follow(primary)

    def promote(self) -> None:
        """Becomes the primary."""
        self._run("pg_ctl", "promote", "-D", self.data, "-t", "60")

    def wait_for_replica(self) -> None:
        """Waits until a replica has all that was written until now, and commits wait for it."""
        position = self.sql("SELECT pg_current_wal_flush_lsn()")
        condition = f"sync_state = 'sync' AND state = 'streaming' AND flush_lsn >= '{position}'"
        eventually(
            lambda: self.sql(f"SELECT count(*) FROM pg_stat_replication WHERE {condition}") == "1",
            "the replica", timeout=90, interval=0.1,
        )

    def _follow(self, primary: "DatabaseServer") -> None:
        (self.data / "standby.signal").touch()
        with (self.data / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"primary_conninfo = 'host={primary.host} port={primary.port} user=today'\n")
        if os.geteuid() == 0:
            for file in ("standby.signal", "postgresql.auto.conf"):
                shutil.chown(self.data / file, USER)


class Node(TodayCloud):
    """A node in a network of its own."""

    def __init__(self, member: str, network: Network, log: Path, database: str, arguments: Sequence[str]):
        super().__init__(log, database)
        self.member = member
        self._network, self._arguments = network, arguments
        self.kills = 0

    def launch(self, *arguments: str) -> None:
        file = self.state / "ready.json"
        file.unlink(missing_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self._network.inside(self.member), "setpriv", "--pdeathsig", "KILL", TODAY, "cloud",
                 "--listen", f"{self._network.address(self.member)}:8765", "--state", self.state, "--ready-file", file,
                 "--trusted-proxy", self._network.addresses, "--public-url", "https://cloud.test",
                 "--topics", "read-write", "--request-rate", "0", "--log-level", "info", *self._arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment,
            )

    def start(self, *arguments: str) -> dict:
        """Starts it until it serves: one that finds no primary ends, and is started again, as systemd does."""
        file = self.state / "ready.json"
        deadline = time.monotonic() + 90
        while True:
            self.launch()
            wait_in_folder(
                self.state, lambda: file.exists() or self.process.poll() is not None, "the ready file", 60, self.process
            )
            if file.exists():
                # What only the folder of the keys says is said by the others too.
                self.ready = {**self.ready, **json.loads(file.read_text()), "url": self.url}
                return self.ready
            assert time.monotonic() < deadline, f"{self.member} does not start: see {self.log}"
            threading.Event().wait(0.2)

    @property
    def url(self) -> str:
        """Where the load reaches it."""
        return f"http://{self._network.address(self.member)}:8765"

    def kill(self) -> None:
        super().kill()
        ended = self.process.returncode
        assert ended == -signal.SIGKILL, f"{self.member} had ended by itself, with {ended}: see {self.log}"
        self.kills += 1


class NATSServer:
    """A server of NATS, which has nothing that must survive it."""

    PORT = 4222

    def __init__(self, member: str, network: Network, log: Path):
        self.member, self._network, self._log = member, network, log
        self.process: subprocess.Popen | None = None

    @staticmethod
    def is_installed() -> bool:
        """Whether the program is there."""
        return shutil.which("nats-server") is not None

    @property
    def url(self) -> str:
        """Where nodes reach it."""
        return f"nats://{self._network.address(self.member)}:{self.PORT}"

    def start(self) -> None:
        """Starts it; nodes try until it listens."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self._network.inside(self.member), "setpriv", "--pdeathsig", "KILL", "nats-server",
                 "-a", self._network.address(self.member), "-p", str(self.PORT)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )

    def kill(self) -> None:
        """Ends it as a crash would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
