"""PostgreSQL servers of a test's own, on loopback unless they are said to be elsewhere."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import uuid
from functools import cache
from pathlib import Path
from typing import Sequence

import processes
from waiting import eventually

#: PostgreSQL refuses to run as root.
USER = "nobody"
PROGRAMS = Path("/usr/lib/postgresql/15/bin")


class PostgreSQL:
    """One server, which ends with the process that started it; its user is `today`, without a password."""

    def __init__(
        self, settings: dict[str, str] | None = None, host: str = "127.0.0.1", inside: Sequence[str] = ()
    ):
        """A server at an address; `inside` is a command that runs another in the network where that address is."""
        assert PROGRAMS.exists(), "There is no PostgreSQL 15; install it with: script/bootstrap --tests"
        self.folder = Path(tempfile.mkdtemp(prefix="postgresql-", dir="/tmp"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        self.host, self._inside = host, inside
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._run("initdb", "-D", self.data, "-A", "trust", "-U", "today", "-E", "UTF8", "--locale", "C", "--no-sync")
        self.settings = {"max_connections": "200", "unix_socket_directories": "", **(settings or {})}
        self.process: subprocess.Popen | None = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def __enter__(self) -> "PostgreSQL":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def pids(self) -> list[int]:
        """Its processes, of which each connection has one."""
        return [self.process.pid, *(each.pid for each in processes.descendants(self.process.pid))]

    def start(self) -> None:
        """Starts the server, and waits until it accepts connections."""
        options = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                # The server ends when the process that started it does, however that ends.
                [*self._inside, "setpriv", "--pdeathsig", "INT", *_as_user(), PROGRAMS / "postgres", "-D", self.data,
                 "-p", str(self.port), "-c", f"listen_addresses={self.host}", *options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )
        ready = [PROGRAMS / "pg_isready", "-q", "-h", self.contact, "-p", str(self.port), "-U", "today"]
        eventually(
            lambda: subprocess.run(ready).returncode == 0 or self.process.poll() is not None, "PostgreSQL", interval=0.05
        )
        assert self.process.poll() is None, (self.folder / "log").read_text()[-4000:]

    def stop(self) -> None:
        """Ends the server, and every connection."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)

    def create_database(self, template: str | None = None) -> str:
        """Makes a database, which is a copy of another one if its address is given; returns its address."""
        name = f"d{uuid.uuid4().hex}"
        copied = ["-T", template.rpartition("/")[2]] if template else []
        subprocess.run(
            [PROGRAMS / "createdb", "-h", self.contact, "-p", str(self.port), "-U", "today", *copied, name], check=True
        )
        return f"postgres://today@{self.host}:{self.port}/{name}"

    @property
    def contact(self) -> str:
        """Where programs of this machine reach it: the folder of its socket if it has one, which needs no network."""
        return self.settings["unix_socket_directories"] or self.host

    def _run(self, program: str, *arguments: str | Path) -> None:
        result = subprocess.run(
            [*(["setpriv", *_as_user()] if _as_user() else []), PROGRAMS / program, *arguments],
            capture_output=True, text=True, cwd="/",
        )
        assert result.returncode == 0, result.stderr


def _as_user() -> list[str]:
    if os.geteuid() != 0:
        return []
    return ["--reuid", USER, "--regid", "nogroup", "--clear-groups"]


@cache
def shared_server() -> PostgreSQL:
    """The server that the tests of this process share; nothing in it need survive the machine."""
    import atexit

    server = PostgreSQL({"fsync": "off"})
    server.start()
    atexit.register(server.__exit__)
    return server
