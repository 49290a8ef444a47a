"""Looks at the processes below another, by /proc."""

from __future__ import annotations

import ctypes
import errno
import ipaddress
import os
import platform
import signal
import struct
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable

from waiting import TIMEOUT_SECONDS, TimedOut, is_readable


@dataclass(frozen=True)
class Process:
    """A process, told apart from a later one with the same id by when it began."""

    pid: int
    started: str

    @property
    def is_alive(self) -> bool:
        """Whether it runs; a zombie does not."""
        fields = _stat(self.pid)
        return fields is not None and fields["started"] == self.started and fields["state"] not in "ZX"

    @property
    def is_known(self) -> bool:
        """Whether it runs, or nobody has taken note of its end yet."""
        fields = _stat(self.pid)
        return fields is not None and fields["started"] == self.started

    @property
    def command(self) -> list[str]:
        """Its arguments; empty when it is gone."""
        try:
            text = Path(f"/proc/{self.pid}/cmdline").read_bytes()
        except OSError:
            return []
        return [part.decode(errors="replace") for part in text.split(b"\0") if part]

    def runs(self, name: str) -> bool:
        """Whether it runs the program whose path ends in a name, and is not the sandbox around it."""
        command = self.command[:3]
        if not command or os.path.basename(command[0]) in ("bwrap", "prlimit"):
            return False
        paths = [self._bundle + part.removeprefix("/app") if part.startswith("/app/") else part for part in command]
        return any(f"/{path}".endswith(f"/{name}") for path in paths)

    @property
    def _bundle(self) -> str:
        """The folder that it sees as /app in its sandbox."""
        try:
            rows = Path(f"/proc/{self.pid}/mountinfo").read_text().splitlines()
        except OSError:
            return ""
        # Which folder is mounted where (proc_pid_mountinfo(5)).
        mounts = {fields[4]: fields[3] for fields in map(str.split, rows)}
        return mounts.get("/app", "").removesuffix("//deleted")

    def kill(self) -> None:
        """Ends it as a crash would."""
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def listening(pid: int) -> set[tuple[str, int]]:
    """The addresses and ports at which a process accepts connections."""
    own = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        try:
            own.add(os.readlink(descriptor))
        except FileNotFoundError:
            pass  # It was closed meanwhile.
    found = set()
    for file in ("tcp", "tcp6"):
        for row in Path(f"/proc/{pid}/net/{file}").read_text().splitlines()[1:]:
            fields = row.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in own:
                address, port = fields[1].split(":")
                # The kernel prints words of 32 bits as numbers of the machine.
                words = [int(address[start : start + 8], 16) for start in range(0, len(address), 8)]
                packed = struct.pack(f"={len(words)}I", *words)
                found.add((str(ipaddress.ip_address(packed)), int(port, 16)))
    return found


def line(process: Process, ancestor: int) -> list[Process]:
    """A process and those above it, up to but without an ancestor."""
    found = []
    while process.pid != ancestor and (fields := _stat(process.pid)):
        found.append(process)
        parent = int(fields["parent"])
        above = _stat(parent)
        if above is None:
            break
        process = Process(parent, above["started"])
    return found


def descendants(pid: int) -> list[Process]:
    """Every living process below another, at any depth."""
    children: dict[int, list[Process]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (fields := _stat(int(entry))) and fields["state"] not in "ZX":
            children.setdefault(int(fields["parent"]), []).append(Process(int(entry), fields["started"]))
    found, waiting = [], [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += [process.pid for process in below]
    return found


def wait_for_ends(processes: Iterable[Process], what: str, timeout: float = TIMEOUT_SECONDS) -> None:
    """Waits until none of some processes runs any more."""
    deadline = time.monotonic() + timeout
    for process in processes:
        try:
            descriptor = os.pidfd_open(process.pid)
        except OSError as error:
            # The second if it ends just now.
            if error.errno in (errno.ESRCH, errno.EINVAL):
                continue
            raise
        try:
            # Looked at after it was opened: the id may be a later process's.
            if process.is_alive and not is_readable([descriptor], deadline):
                raise TimedOut(timeout, what)
        finally:
            os.close(descriptor)


def programs(pid: int, name: str) -> list[Process]:
    """The processes below another that run a program, without the sandbox around each.

    The program is named by the end of its path: `Habits`, or `Habits.app/Habits` and `HabitsWidget.appex/Habits`, since
    an app and its widget may be one program.
    """
    return [process for process in descendants(pid) if process.runs(name)]


def time_slice(thread: int) -> int:
    """The time slice of a thread in nanoseconds (sched_getattr(2)); 0 if the kernel does not say."""
    attributes = ctypes.create_string_buffer(48)
    number = {"x86_64": 315, "aarch64": 275}[platform.machine()]
    if ctypes.CDLL(None, use_errno=True).syscall(number, thread, attributes, len(attributes), 0) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return struct.unpack_from("Q", attributes, 24)[0]


def _stat(pid: int) -> dict[str, str] | None:
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = text[text.rindex(")") + 2 :].split()
    return {"state": fields[0], "parent": fields[1], "started": fields[19]}
