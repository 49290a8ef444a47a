"""How tests wait: for an event wherever something tells of it, and never longer than a limit."""

from __future__ import annotations

import ctypes
import os
import select
import subprocess
import threading
import time
from pathlib import Path
from typing import Callable, Iterable, TypeVar

#: How many seconds anything that a test waits for may take.
TIMEOUT_SECONDS = float(os.environ.get("TODAY_TEST_TIMEOUT", "30"))

Result = TypeVar("Result")


class TimedOut(AssertionError):
    """What was waited for did not come in time."""

    def __init__(self, timeout: float, what: str):
        super().__init__(f"waited {timeout} s for {what}")


def eventually(
    condition: Callable[[], Result], what: str, timeout: float = TIMEOUT_SECONDS, interval: float = 0.005
) -> Result:
    """Asks again and again until a condition holds; returns what it returned.

    This is the only place that asks at intervals, and only for what nothing tells of: the kernel announces neither that
    a process was started, nor that somebody else's child was reaped, nor that a pipe is full, and no stream of the host or of the cloud carries
    the list of messages, the queues of actions and records, the records in a cloud, the state of the link, the ledger,
    what was registered, that an app is no longer in front, or the shared defaults of an app that is not. For files
    there is `wait_in_folder`, for the end of processes `processes.wait_for_ends`, for what a surface shows
    `TodayHost.watch` and `NotificationWatch`, for the shared defaults of an app that may be in front
    `TodayHost.wait_for_defaults`, and for what threads of a test collect `Collected`.
    """
    deadline = time.monotonic() + timeout
    while not (result := condition()):
        if time.monotonic() > deadline:
            raise TimedOut(timeout, what)
        time.sleep(interval)
    return result


def wait_in_folder(
    folder: Path,
    condition: Callable[[], Result],
    what: str,
    timeout: float = TIMEOUT_SECONDS,
    process: subprocess.Popen | None = None,
) -> Result:
    """Waits until a condition holds that changes only with the files of a folder, or with the end of a child process.

    Returns what the condition returned. The folder must exist; folders inside it are not looked into.
    """
    deadline = time.monotonic() + timeout
    descriptors = [_watch(folder)]
    try:
        if process is not None and process.returncode is None:
            descriptors.append(os.pidfd_open(process.pid))
        while not (result := condition()):
            if not is_readable(descriptors, deadline):
                raise TimedOut(timeout, what)
            try:
                os.read(descriptors[0], 65536)
            except BlockingIOError:
                pass  # The process has ended.
        return result
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def is_readable(descriptors: Iterable[int], deadline: float) -> bool:
    """Waits until one of some descriptors can be read; returns whether that was before a time of `time.monotonic`."""
    poll = select.poll()
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(max(0, deadline - time.monotonic()) * 1000))


class Collected(list):
    """What threads of a test collect; another thread waits until there is enough of it."""

    def __init__(self) -> None:
        super().__init__()
        self._condition = threading.Condition()

    def append(self, item: object) -> None:
        self.extend([item])

    def extend(self, items: Iterable[object]) -> None:
        with self._condition:
            super().extend(items)
            self._condition.notify_all()

    def wait_for(self, count: int, what: str, timeout: float = TIMEOUT_SECONDS) -> None:
        """Waits until there are so many."""
        with self._condition:
            if not self._condition.wait_for(lambda: len(self) >= count, timeout):
                raise TimedOut(timeout, f"{what}; there were {len(self)} of {count}")


class Following:
    """What a thread of its own follows, such as a stream; the thread notes what it reads under `_condition`."""

    _condition: threading.Condition

    def wait(self, condition: Callable, what: str, timeout: float = TIMEOUT_SECONDS):
        """Waits until what was read fulfils a condition, which gets this object; returns what it returned."""
        with self._condition:
            result = None

            def check():
                nonlocal result
                result = condition(self)
                return result

            if not self._condition.wait_for(check, timeout):
                raise TimedOut(timeout, f"{what}; there was {self.summary()}")
            return result

    def summary(self) -> object:
        """What was read, for the message of a wait that failed."""
        raise NotImplementedError


#: Files that are made, changed, closed after writing, renamed or removed (see inotify(7)).
_CHANGES = 0x002 | 0x008 | 0x040 | 0x080 | 0x100 | 0x200
_libc = ctypes.CDLL(None, use_errno=True)


def _watch(folder: Path) -> int:
    """A descriptor that can be read when something changes in a folder."""
    descriptor = _libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), "inotify_init1 failed")
    if _libc.inotify_add_watch(descriptor, os.fsencode(folder), _CHANGES) < 0:
        error = ctypes.get_errno()
        os.close(descriptor)
        raise OSError(error, os.strerror(error), str(folder))
    return descriptor
