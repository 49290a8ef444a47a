"""A status bar: it runs `today complication` and reads its lines as they are written."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from today_host import TODAY, TodayHost
from waiting import TIMEOUT_SECONDS, TimedOut, is_readable, wait_in_folder


class StatusBar:
    """A running `today complication`, and both ends of its pipes."""

    def __init__(self, host: TodayHost, *arguments: str, folder: Path | None = None):
        self.folder = folder
        environment = dict(host.environment)
        if folder is not None:
            self._write_browser(folder)
            environment["PATH"] = f"{folder}:{environment['PATH']}"
        self.process = subprocess.Popen(
            [TODAY, "complication", *arguments, "--state", host.state],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
        )
        #: What was written in each read: a line that was flushed arrives alone and whole.
        self.reads: list[bytes] = []
        self._rest = b""

    def __enter__(self) -> "StatusBar":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()

    def line(self) -> str:
        """Waits for the next line; returns it without its end."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        descriptor = self.process.stdout.fileno()
        while b"\n" not in self._rest:
            if not is_readable([descriptor], deadline):
                raise TimedOut(TIMEOUT_SECONDS, f"a line of the bar; there was {self.reads}")
            part = os.read(descriptor, 65536)
            if not part:
                raise AssertionError(f"the command ended: {self.process.stderr.read().decode()}")
            self.reads.append(part)
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode()

    def click(self, text: str) -> None:
        """Writes a line of clicks."""
        os.write(self.process.stdin.fileno(), text.encode() + b"\n")

    def opened(self, count: int) -> list[str]:
        """Waits until so many addresses were opened in the browser; returns them."""
        file = self.folder / "opened.txt"

        def addresses() -> list[str]:
            return file.read_text().splitlines() if file.exists() else []

        wait_in_folder(self.folder, lambda: len(addresses()) >= count, f"{count} opened addresses")
        return addresses()

    @staticmethod
    def _write_browser(folder: Path) -> None:
        browser = folder / "xdg-open"
        browser.write_text(f'#!/bin/sh\nprintf \'%s\\n\' "$1" >>"{folder}/opened.txt"\n')
        browser.chmod(0o755)
