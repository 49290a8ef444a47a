"""NATS servers of a test's own, on loopback."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from waiting import eventually

PROGRAM = Path("/usr/sbin/nats-server")


class NATSServer:
    """One server, which keeps its port when it is started again, and ends with the process that started it."""

    def __init__(self) -> None:
        assert PROGRAM.exists(), "There is no NATS server; install it with: script/bootstrap --tests"
        self.folder = Path(tempfile.mkdtemp(prefix="nats-", dir="/tmp"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen | None = None

    def __enter__(self) -> "NATSServer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts the server, and waits until it accepts connections."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", PROGRAM, "-a", "127.0.0.1", "-p", str(self.port)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )
        eventually(lambda: self._accepts() or self.process.poll() is not None, "the NATS server", interval=0.05)
        assert self.process.poll() is None, (self.folder / "log").read_text()[-4000:]

    def kill(self) -> None:
        """Ends the server as a crash would."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _accepts(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True
