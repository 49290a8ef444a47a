"""A network of this machine's own: each member has a namespace, and a bridge joins them; it needs root."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Sequence

#: The names of namespaces begin with this and the id of the process that made them.
PREFIX = "today-kills-"
_NAMESPACES = Path("/run/netns")
_NETWORK_NAMESPACE = 0x40000000  # CLONE_NEWNET


class Network:
    """Some members that reach each other, until a link is cut or slow; in a `with` block, which removes all."""

    def __init__(self, members: Sequence[str]):
        self.members = list(members)
        self._name = f"{PREFIX}{os.getpid()}-"

    def __enter__(self) -> "Network":
        remove_leftovers()
        try:
            self._build()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for path in _NAMESPACES.glob(f"{self._name}*"):
            _remove(path.name)

    def address(self, member: str) -> str:
        """The address of a member."""
        return f"10.77.0.{self.members.index(member) + 10}"

    @property
    def addresses(self) -> str:
        """The addresses of all members."""
        return "10.77.0.0/24"

    def inside(self, member: str) -> list[str]:
        """A command that runs another in the network of a member."""
        return ["nsenter", f"--net={_NAMESPACES / (self._name + member)}"]

    def enter(self, member: str) -> None:
        """Puts this thread, and what it starts from now on, into the network of a member."""
        with (_NAMESPACES / (self._name + member)).open() as namespace:
            if ctypes.CDLL(None, use_errno=True).setns(namespace.fileno(), _NETWORK_NAMESPACE) != 0:
                raise OSError(ctypes.get_errno(), "setns failed")

    @contextmanager
    def cut(self, *members: str) -> Iterator[None]:
        """Takes the links of members down for as long as the block lasts; nobody is told."""
        for member in members:
            _ip("-n", self._hub, "link", "set", member, "down")
        try:
            yield
        finally:
            for member in members:
                _ip("-n", self._hub, "link", "set", member, "up")

    @contextmanager
    def slow(self, member: str, kilobits: int) -> Iterator[None]:
        """Gives a member a slow line for as long as the block lasts; what is sent waits for what is before it."""
        ends = [(self._hub, member), (self._name + member, "eth0")]
        for namespace, device in ends:
            # What would wait for longer than the latency is lost, and sent again later.
            _run("tc", "-n", namespace, "qdisc", "add", "dev", device, "root", "tbf",
                 "rate", f"{kilobits}kbit", "burst", "4kb", "latency", "500ms")
        try:
            yield
        finally:
            for namespace, device in ends:
                _run("tc", "-n", namespace, "qdisc", "del", "dev", device, "root")

    @property
    def _hub(self) -> str:
        return self._name + "hub"

    def _build(self) -> None:
        _ip("netns", "add", self._hub)
        _ip("-n", self._hub, "link", "add", "bridge", "type", "bridge")
        _ip("-n", self._hub, "link", "set", "bridge", "up")
        for member in self.members:
            own = self._name + member
            _ip("netns", "add", own)
            _ip("link", "add", member, "netns", self._hub, "type", "veth", "peer", "name", "eth0", "netns", own)
            _ip("-n", self._hub, "link", "set", member, "master", "bridge", "up")
            _ip("-n", own, "address", "add", f"{self.address(member)}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                _ip("-n", own, "link", "set", device, "up")


def remove_leftovers() -> None:
    """Removes the networks of runs that were killed, and ends what still runs in them."""
    for path in _NAMESPACES.glob(f"{PREFIX}*"):
        owner = path.name.removeprefix(PREFIX).split("-")[0]
        if not Path(f"/proc/{owner}").exists():
            _remove(path.name)


def _remove(namespace: str) -> None:
    """Ends what runs in a namespace, but for this process, and removes it."""
    listed = subprocess.run(["ip", "netns", "pids", namespace], capture_output=True, text=True)
    for pid in map(int, listed.stdout.split()):
        if pid != os.getpid():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    subprocess.run(["ip", "netns", "delete", namespace], capture_output=True)


def _ip(*arguments: str) -> None:
    _run("ip", *arguments)


def _run(*command: str) -> None:
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, f"{' '.join(command)}: {result.stderr}"
