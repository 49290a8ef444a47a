"""A cloud that runs, and hosts as they talk to it."""

from __future__ import annotations

import base64
import http.client
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path
from urllib.parse import urlsplit

from postgresql import shared_server
from today_host import TODAY
from waiting import TIMEOUT_SECONDS, Following, wait_in_folder


#: With a number, each cloud of a test is so many nodes on a database of PostgreSQL, which take turns.
NODES = int(os.environ.get("TODAY_TEST_NODES", "0"))


class AnyNode(dict):
    """What the ready file says, with the address of the next node each time that it is asked for."""

    def __init__(self, ready: dict, urls: list[str]):
        super().__init__(ready)
        self.urls = itertools.cycle(urls)

    def __getitem__(self, name: str) -> object:
        return next(self.urls) if name == "url" else super().__getitem__(name)


class TodayCloud:
    """One state folder, and the cloud that runs on it."""

    def __init__(self, log: Path, database: str | None = None):
        self.others: list[TodayCloud] = []
        if NODES and database is None:
            database = shared_server().create_database()
            self.others = [TodayCloud(log.with_suffix(f".{index}.log"), database) for index in range(1, NODES)]
        self.environment = {**os.environ, **({"TODAY_CLOUD_DATABASE": database} if database else {})}
        self.state = Path(tempfile.mkdtemp(prefix="cloud-", dir="/tmp"))
        self.log = log
        self.process: subprocess.Popen | None = None
        self.ready: dict = {}

    def __enter__(self) -> "TodayCloud":
        return self

    def __exit__(self, *_: object) -> None:
        for other in self.others:
            other.__exit__()
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.state, ignore_errors=True)

    def start(self, *arguments: str) -> dict:
        """Starts the cloud and waits until it serves; returns what the ready file says."""
        self.launch(*arguments)
        file = self.state / "ready.json"
        wait_in_folder(
            file.parent, lambda: file.exists() or self.process.poll() is not None, "the ready file", timeout=60,
            process=self.process,
        )
        if not file.exists():
            raise AssertionError(f"the cloud ended with {self.process.returncode}:\n{self.log.read_text()[-4000:]}")
        self.ready = json.loads(file.read_text())
        if self.others:
            urls = [self.ready["url"]]
            for other in self.others:
                other.ready = {}
                urls.append(other.start(*arguments)["url"])
            self.ready = AnyNode(self.ready, urls)
        return self.ready

    def launch(self, *arguments: str) -> None:
        """Starts the cloud and waits for nothing."""
        file = self.state / "ready.json"
        file.unlink(missing_ok=True)
        # A cloud that starts again keeps its address, so that clients find it.
        port = urlsplit(self.ready.get("url")).port if self.ready else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [TODAY, "cloud", "--listen", f"127.0.0.1:{port}", "--state", self.state, "--ready-file", file,
                 "--log-level", "debug", *arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment,
            )

    def stop(self, timeout: float = TIMEOUT_SECONDS) -> int:
        """Asks the cloud to end; returns its status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout)

    def kill(self) -> None:
        """Ends the cloud as a crash would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def today(self, *arguments: str) -> str:
        """Runs `today cloud …` on the state folder; returns what it printed."""
        result = subprocess.run(
            self.command(*arguments), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
            env=self.environment,
        )
        assert result.returncode == 0, f"{arguments}: {result.returncode}\n{result.stdout}{result.stderr}"
        return result.stdout

    def command(self, *arguments: str) -> list:
        """The command `today cloud …` on the state folder."""
        return [TODAY, "cloud", *arguments, "--state", self.state]

    def sender(self) -> dict:
        """The headers with which the sender of the first app sends."""
        key = f"{self.ready['app_key']}:{self.ready['master_secret']}".encode()
        return {"Authorization": "Basic " + base64.b64encode(key).decode()}

    def connect(self, timeout: float | None = TIMEOUT_SECONDS) -> http.client.HTTPConnection:
        """A connection to the cloud."""
        address = urlsplit(self.ready["url"])
        return http.client.HTTPConnection(address.hostname, address.port, timeout=timeout)

    def channel(self, channel: str) -> dict:
        """What a sender is told of a channel of the first app."""
        status, _, text = self.request("GET", f"/api/channels/{channel}", headers=self.sender())
        assert status == 200, text
        return json.loads(text)["channel"]

    def request(self, method: str, path: str, body: object = None, headers: dict | None = None):
        """Asks one route; returns the status, the headers and the body."""
        connection = self.connect()
        try:
            data = body if isinstance(body, (bytes, type(None))) else json.dumps(body)
            connection.request(method, path, data, headers or {})
            response = connection.getresponse()
            text = response.read()
            return response.status, response.headers, text
        finally:
            connection.close()

    def join(self, person: str, name: str = "laptop", app: str = "org.today.Messages") -> "Device":
        """A host that joins as a person and registers an app."""
        token = self.today("user", "add", person).strip()
        status, _, text = self.request("POST", "/api/today/devices", {"token": token, "name": name})
        assert status == 201, text
        device = Device(self, json.loads(text))
        device.register(app)
        return device


class Device(Following):
    """A host: its token, its inbox, and what its stream brought."""

    def __init__(self, cloud: TodayCloud, joined: dict):
        self.cloud = cloud
        self.id = joined["device_id"]
        self.headers = {"Authorization": f"Bearer {joined['device_token']}"}
        self.channel = ""
        self.inbox: dict = {}
        self.events: list[tuple[int, str, dict]] = []
        self.comments = 0
        self.has_ended = False
        self.hello: dict = {}
        self._condition = threading.Condition()

    def register(self, app: str) -> None:
        """Registers an app."""
        status, _, text = self.cloud.request("PUT", f"/api/today/channels/{app}", {"timezone": "UTC"}, self.headers)
        assert status == 200, text
        answer = json.loads(text)
        self.channel, self.inbox = answer["channel_id"], answer["inbox"]

    def acknowledge(self, sequence: int) -> None:
        """Says that everything up to an event is taken in."""
        status, _, text = self.cloud.request("POST", "/api/today/acknowledge", {"sequence": sequence}, self.headers)
        assert status == 204, text

    def messages(self) -> list[dict]:
        """The messages in the inbox, as the cloud lists them."""
        text = f"{self.inbox['user_id']}:{self.inbox['password']}"
        headers = {"Authorization": "Basic " + base64.b64encode(text.encode()).decode()}
        status, _, text = self.cloud.request("GET", f"/api/user/{self.inbox['user_id']}/messages", headers=headers)
        if status != 200:
            raise RuntimeError(f"the inbox was answered with {status}: {text!r}")
        return json.loads(text)["messages"]

    def listen(self, after: int = 0) -> "Device":
        """Opens the stream and reads it in the background until it ends."""
        connection = self.cloud.connect()
        connection.request("GET", f"/api/today/events?after={after}", headers=self.headers)
        stream = connection.sock
        response = connection.getresponse()
        assert response.status == 200, response.read()
        # Only the head has a limit.
        stream.settimeout(None)
        self.has_ended = False
        threading.Thread(target=self._read, args=(connection, response), daemon=True).start()
        return self

    def summary(self) -> object:
        return self.events

    def pushes(self) -> list[dict]:
        """What the pushes said, in their order."""
        return [body for _, kind, body in self.events if kind == "push"]

    def _read(self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse) -> None:
        identifier, kind, data = 0, "", ""
        while True:
            try:
                line = response.readline().decode()
            except (OSError, http.client.HTTPException, ValueError):
                line = ""
            if not line.endswith("\n"):
                break  # The end, or a line that a kill cut short.
            line = line.rstrip("\n")
            field, _, value = line.partition(": ")
            with self._condition:
                if line.startswith(":"):
                    self.comments += 1
                elif field == "id":
                    identifier = int(value)
                elif field == "event":
                    kind = value
                elif field == "data":
                    data = value
                elif line == "" and data:
                    if kind == "hello":
                        self.hello = json.loads(data)
                    else:
                        self.events.append((identifier, kind, json.loads(data)))
                    data = ""
                self._condition.notify_all()
        connection.close()
        with self._condition:
            self.has_ended = True
            self._condition.notify_all()
