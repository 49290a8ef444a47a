"""Holds a fixture process at a place of its own, so that a test can do something meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

from waiting import wait_in_folder


class Gate:
    """Holds a fixture process where it waits at the file `name` in its group's folder (see apps/today_process.py).

    The file is a pipe that nobody writes to: whoever reads it waits until the test, which holds its other end, lets go.
    """

    def __init__(self, folder: Path, name: str):
        self._path = folder / name
        self._reached = folder / f"{name}.reached"
        self._reached.unlink(missing_ok=True)
        os.mkfifo(self._path, 0o600)
        # For reading too, since a pipe that nobody reads yet cannot be opened for writing alone.
        self._end = open(self._path, "r+b", buffering=0)

    def wait(self) -> None:
        """Waits until a process waits at the gate."""
        wait_in_folder(self._path.parent, self._reached.exists, f"a process at {self._path.name}")

    def open(self) -> None:
        """Takes the gate away, and lets every process go on that waits at it."""
        self._path.unlink(missing_ok=True)
        self._reached.unlink(missing_ok=True)
        self._end.close()
