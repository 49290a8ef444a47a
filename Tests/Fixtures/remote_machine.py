"""What another machine sends to the public address of a host, over TLS as curl speaks it."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

#: The public name of the hosts of tests.
NAME = "today.example.org"


@dataclass
class Answer:
    """The answer to a request."""

    status: int
    version: str
    headers: dict[str, str]
    body: str


@dataclass
class RemoteMachine:
    """A machine that resolves the host's name to this one, and trusts an authority."""

    name: str
    port: int
    authority: Path
    #: The cookie that it has got.
    cookie: str | None = None
    arguments: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The host's public address."""
        return f"https://{self.name}:{self.port}"

    def get(self, path: str, *arguments: str) -> Answer:
        """Asks for a path; fails if there is no answer."""
        result = self.try_to_get(path, *arguments)
        assert result.returncode == 0, result.stderr
        head, body = result.stdout.decode().split("\r\n\r\n", 1)
        line, *fields = head.split("\r\n")
        headers = {name.lower(): value for name, value in (each.split(": ", 1) for each in fields)}
        version, status = line.split()[:2]
        return Answer(int(status), version, headers, body)

    def try_to_get(self, path: str, *arguments: str) -> subprocess.CompletedProcess:
        """Asks for a path; returns how curl ended."""
        command = [
            "curl", "-sS", "-i", "--max-time", "30", "--cacert", self.authority,
            "--resolve", f"{self.name}:{self.port}:127.0.0.1", *self.arguments, *arguments,
        ]
        if self.cookie is not None:
            command += ["--cookie", self.cookie]
        return subprocess.run([*map(str, command), f"{self.url}{path}"], capture_output=True)

    def sign_in(self, link: str) -> Answer:
        """Follows a one-time link's path, and keeps the cookie."""
        answer = self.get(link, "-H", "Sec-Fetch-Site: same-origin")
        assert answer.status == 303, answer
        self.cookie = answer.headers["set-cookie"].split(";")[0]
        return answer
