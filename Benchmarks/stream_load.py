"""The load that today-bench puts on a server of streams, driven from here."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from measuring import BUILD

#: How long one load may take altogether, in seconds.
LIMIT = 600
#: What a server and the load may need beside a file for each stream.
SPARE_FILES = 600


def prepare_files(devices: int) -> int:
    """Lets this program and those that it starts open files for so many streams.

    Returns for how many streams the machine allows it.
    """
    wanted = devices + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    allowed = devices if soft == resource.RLIM_INFINITY else min(devices, soft - SPARE_FILES)
    if allowed < devices:
        print(
            f"{devices:,} streams need {wanted:,} open files, and the limit is {hard:,}. Raise it: ulimit -Hn {wanted} "
            "as root, LimitNOFILE= in a systemd unit, or nofile in /etc/security/limits.conf.", file=sys.stderr,
        )
    return allowed


class StreamLoad:
    """Many streams of one server, open for as long as the `with` block lasts.

    `stream` and `send` are requests as they go over the wire; `$TOKEN` in `stream` stands for a line of `tokens`.
    """

    def __init__(
        self, port: int, count: int, stream: str, send: str, tokens: Path | None = None, limit: float = LIMIT
    ):
        self._limit = limit
        self._plan = {"port": port, "count": count, "stream": stream, "send": send}
        if tokens is not None:
            self._plan["tokens"] = str(tokens)

    def __enter__(self) -> "StreamLoad":
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(self._plan, file)
            file.flush()
            self._process = subprocess.Popen(
                [BUILD / "today-bench", "streams", file.name],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )
            self._watchdog = threading.Timer(self._limit, self._process.kill)
            self._watchdog.start()
            try:
                self.opened = self._answer()
            except BaseException:
                self.__exit__()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._watchdog.cancel()

    def broadcast(self, rounds: int) -> dict:
        """Sends one event after the other.

        Returns for how many milliseconds each took to be `accepted`, and to have `reached` every stream.
        """
        return self._ask(f"broadcast {rounds}")

    def flood(self, count: int, senders: int) -> dict:
        """Sends so many events as fast as they are accepted.

        Returns how many a second were `accepted`, how many a second the streams got (`delivered`), and how many `bytes`
        came for each.
        """
        return self._ask(f"flood {count} {senders}")

    def expect(self, count: int) -> None:
        """Counts events that somebody else sends, of which every stream will get so many, until `wait` returns.

        `send` is sent as often, so it must be a request without an effect.
        """
        self._tell(f"flood {count} 1")

    def wait(self) -> None:
        """Waits until every stream has the events that it was told to expect."""
        self._answer()

    def _ask(self, line: str) -> dict:
        self._tell(line)
        return self._answer()

    def _tell(self, line: str) -> None:
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _answer(self) -> dict:
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError(f"today-bench streams ended: {self._process.stderr.read()[-2000:]}")
        return json.loads(line)


def request(method: str, path: str, headers: dict[str, str] | None = None, body: str | None = None) -> str:
    """A request as it goes over the wire."""
    fields = {"Host": "127.0.0.1", **(headers or {})}
    if body is not None:
        fields["Content-Length"] = str(len(body.encode()))
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join(lines) + "\r\n\r\n" + (body or "")
