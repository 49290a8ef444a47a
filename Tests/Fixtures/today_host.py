"""Runs the real host in a state folder of its own, and asks it what the command line and a page would ask."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import uuid
from pathlib import Path
from typing import Callable, Iterator
from urllib.parse import quote, urlencode

import cards
import processes

ROOT = Path(__file__).resolve().parents[2]
TODAY = Path(os.environ.get("TODAY_BIN", ROOT / ".build/debug/today"))
WEATHER = Path(os.environ.get("TODAY_WEATHER_APP", ROOT / "Apps/.build/bundles/debug/Weather.app"))

#: How long anything that a test waits for may take; what is waited for is always an event.
PATIENCE = float(os.environ.get("TODAY_TEST_PATIENCE", "30"))


class Refused(Exception):
    """The host answered with an error."""

    def __init__(self, status: int, body: dict):
        super().__init__(f"{status} {body}")
        self.status = status
        self.code = body.get("code")
        self.message = body.get("message", "")


def eventually(condition: Callable[[], object], what: str, timeout: float = PATIENCE):
    """Waits for what no event tells: a file or a process. Returns what the condition returned."""
    deadline = time.monotonic() + timeout
    while not (result := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {timeout} s for {what}")
        time.sleep(0.005)
    return result


class TodayHost:
    """One state folder, and the host that runs on it."""

    def __init__(self, log: Path, sandbox: str = "required", zone: str = "UTC", locale: str = "en_US.UTF-8"):
        # A socket's path must be short.
        self.state = Path(tempfile.mkdtemp(prefix="today-", dir="/tmp"))
        self.home = Path(tempfile.mkdtemp(prefix="home-", dir="/tmp"))
        self.sandbox = sandbox
        self.log = log
        self.prefix: list[str] = []  # What runs the host, if not the kernel alone.
        self.arguments: list[str] = []  # What the host is told at each start.
        self.process: subprocess.Popen | None = None
        self.ready: dict = {}
        path = f"{Path(shutil.which('swift') or '/usr/bin/swift').parent}:/usr/bin:/bin:/usr/sbin:/sbin"
        self.environment = {"HOME": str(self.home), "PATH": path, "TZ": zone, "LANG": locale}

    def __enter__(self) -> "TodayHost":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.state, ignore_errors=True)
        shutil.rmtree(self.home, ignore_errors=True)

    # Its life

    def start(self, *arguments: str) -> dict:
        """Starts the host and waits until it serves; returns what the ready file says."""
        self.launch(*arguments)
        file = self.state / "ready.json"
        eventually(lambda: file.exists() or self.process.poll() is not None, "the ready file", timeout=60)
        if not file.exists():
            raise AssertionError(f"the host ended with {self.process.returncode}:\n{self.log.read_text()[-4000:]}")
        self.ready = json.loads(file.read_text())
        return self.ready

    def launch(self, *arguments: str) -> None:
        """Starts the host and waits for nothing."""
        file = self.state / "ready.json"
        file.unlink(missing_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *self.prefix, TODAY, "run", "--state", self.state, "--ready-file", file, "--sandbox", self.sandbox,
                    "--log-level", "debug", *self.arguments, *arguments,
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment,
            )

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def stop(self, timeout: float = PATIENCE) -> int:
        """Asks the host to end, as a service manager would; returns its status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout)

    def kill(self) -> None:
        """Ends the host as a crash would, and waits until what it started is gone too."""
        assert self.process is not None
        below = processes.descendants(self.pid)
        self.process.kill()
        self.process.wait()
        eventually(lambda: not any(process.is_alive for process in below), "the end of the host's processes")

    def programs(self, name: str) -> list[processes.Process]:
        """The host's processes that run a program."""
        return processes.programs(self.pid, name)

    def program(self, name: str) -> processes.Process:
        """The process that runs a program, waited for."""
        return eventually(lambda: self.programs(name), f"a process of {name}")[0]

    # The command line

    def today(self, *arguments: str, status: int | None = 0, **more) -> subprocess.CompletedProcess:
        """Runs a command on the state folder."""
        result = subprocess.run(
            [TODAY, *map(str, arguments), "--state", self.state],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
            env={**self.environment, **more.pop("environment", {})}, **more,
        )
        if status is not None:
            assert result.returncode == status, f"{arguments}: {result.returncode}\n{result.stdout}{result.stderr}"
        return result

    def today_with(self, text: str, *arguments: str) -> subprocess.CompletedProcess:
        """Runs a command that reads its standard input on the state folder."""
        result = subprocess.run(
            [TODAY, *map(str, arguments), "--state", self.state],
            input=text, capture_output=True, text=True, timeout=120, env=self.environment,
        )
        assert result.returncode == 0, f"{arguments}: {result.returncode}\n{result.stdout}{result.stderr}"
        return result

    def today_json(self, *arguments: str):
        """Runs a command with --json and returns what it printed."""
        return json.loads(self.today(*arguments, "--json").stdout)

    def install(self, bundle: Path) -> dict:
        """Installs a bundle with consent and puts its widgets on the screen; returns the app."""
        app = json.loads(self.today("install", bundle, "--yes", "--json").stdout)
        widgets = [widget["id"] for widget in app["widgets"]]
        shown = [choice["id"] for choice in self.request("GET", "/api/screen")["chosen"]]
        if not set(widgets) <= set(shown):
            self.request("PUT", "/api/screen", {"widgets": shown + [each for each in widgets if each not in shown]})
        return app

    def group_folder(self, group: str) -> Path:
        """The folder of an app group."""
        return self.state / "groups" / group

    # What a page asks

    def connect(self, timeout: float | None = PATIENCE * 2) -> http.client.HTTPConnection:
        """A connection to the host's socket for local tools."""
        return _UnixConnection(self.ready["socket"], timeout)

    def request(self, method: str, path: str, body: object = None, language: str = "en-US"):
        """Asks one route; returns the JSON of the answer."""
        connection = self.connect()
        try:
            headers = {"Accept-Language": language, "Today-Zone": "UTC"}
            data = None if body is None else json.dumps(body)
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            text = response.read()
        finally:
            connection.close()
        answer = json.loads(text) if text else None
        if not 200 <= response.status < 300:
            raise Refused(response.status, answer or {})
        return answer

    def scene(self, url: str) -> dict:
        """A page of an app."""
        return self.request("GET", f"/api/scene?{urlencode({'url': url})}")

    def open(self, url: str) -> dict:
        """The page that an address leads to."""
        outcome = self.request("POST", "/api/open", {"url": url})
        return self.scene(outcome["scene"]["url"])

    def tap_widget(self, widget: str, data: dict | None = None, verb: str | None = "add", id: str | None = None) -> dict:
        """Taps a widget; returns the outcome."""
        return self.request("POST", "/api/taps", tap({"widget": {"_0": widget}}, verb, data or {}, id))

    def tap_scene(
        self,
        url: str,
        verb: str | None = None,
        data: dict | None = None,
        inputs: dict[str, str] | None = None,
        id: str | None = None,
    ) -> dict:
        """Taps on a page of an app; returns the outcome."""
        body = tap({"scene": {"url": url}}, verb, data or {}, id)
        if inputs is not None:
            body["inputs"] = inputs
        return self.request("POST", "/api/taps", body)

    def tap_label(self, scene: dict, label: str, inputs: dict[str, str] | None = None) -> dict:
        """Taps what a person finds by its label on a page; returns the outcome."""
        action = cards.action(scene["card"], label)
        if action.get("associatedInputs") != "none" and inputs is None:
            inputs = {}
        return self.tap_scene(scene["url"], action.get("verb"), action.get("data") or {}, inputs)

    def ledger(self, widget: str, limit: int = 50) -> list[dict]:
        """The newest updates of a widget, newest first."""
        return self.request("GET", f"/api/widgets/{quote(widget)}/ledger?limit={limit}")

    def watch(
        self, after: str | None = None, scene: str | None = None, language: str = "en-US", opens: bool = False
    ) -> "Watch":
        """Looks at the screen as a page does, for as long as the `with` block lasts.

        With `opens` it first opens the screen, which asks every widget for an update.
        """
        if opens:
            self.request("GET", "/api/screen?opens=1", language=language)
        return Watch(self, after, scene, language)


def tap(target: dict, verb: str | None, data: dict, id: str | None = None) -> dict:
    """A tap as the route wants it."""
    body = {"id": id or str(uuid.uuid4()), "target": target, "data": data}
    if verb is not None:
        body["verb"] = verb
    return body


class Stream:
    """A stream of the host's events, read for as long as the `with` block lasts; each kind keeps what it shows."""

    def __init__(self, host: TodayHost, path: str, language: str, zone: str = "UTC"):
        self._path = path
        self._headers = {"Accept-Language": language, "Today-Zone": zone}
        self._connection = host.connect(timeout=None)
        self._condition = threading.Condition()
        self._thread = threading.Thread(target=self._read, name="stream", daemon=True)
        self.events: list[tuple[str, dict]] = []
        self.position: str | None = None
        self.has_ended = False

    def __enter__(self):
        self._connection.request("GET", self._path, headers=self._headers)
        self._socket = self._connection.sock
        self._response = self._connection.getresponse()
        if self._response.status != 200:
            raise Refused(self._response.status, json.loads(self._response.read() or b"{}"))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The host has ended the stream.
        self._thread.join()
        self._connection.close()

    def receive(self, name: str, data: dict) -> None:
        """Keeps what an event tells."""
        raise NotImplementedError

    def summary(self) -> str:
        """What it shows, for the message of a test that fails."""
        raise NotImplementedError

    def wait(self, condition: Callable, what: str, timeout: float = PATIENCE):
        """Waits until what it shows fulfils a condition; returns what it returned."""
        with self._condition:
            result = None

            def check():
                nonlocal result
                result = condition(self)
                return result

            if not self._condition.wait_for(check, timeout):
                raise AssertionError(f"waited {timeout} s for {what}; there was {self.summary()}")
            return result

    def _read(self) -> None:
        for identifier, name, data in self._events():
            with self._condition:
                self.position = identifier
                self.receive(name, data)
                self.events.append((name, data))
                self._condition.notify_all()
        with self._condition:
            self.has_ended = True
            self._condition.notify_all()

    def _events(self) -> Iterator[tuple[str, str, dict]]:
        identifier, name, data = "", "message", []
        while True:
            try:
                line = self._response.readline().decode()
            except (OSError, http.client.HTTPException, ValueError):
                return
            if not line:
                return
            line = line.rstrip("\n")
            field, _, value = line.partition(": ")
            if line == "":
                if data:
                    yield identifier, name, json.loads("\n".join(data))
                name, data = "message", []
            elif field == "id":
                identifier = value
            elif field == "event":
                name = value
            elif field == "data":
                data.append(value)


class Watch(Stream):
    """A page: what it shows of the screen, kept up to date by the host's event stream."""

    def __init__(self, host: TodayHost, after: str | None, scene: str | None, language: str):
        query = {name: value for name, value in (("after", after), ("scene", scene)) if value is not None}
        super().__init__(host, f"/api/events?{urlencode(query)}", language)
        self.widgets: dict[str, dict] = {}
        self.warnings: list[str] = []
        self._knows_screen = False  # A page that was away is told only what it missed.

    def receive(self, name: str, data: dict) -> None:
        if name == "screen":
            self.widgets = {widget["id"]: widget for widget in data["widgets"]}
            self.warnings = data["warnings"]
            self._knows_screen = True
        elif name == "widget" and (data["id"] in self.widgets or not self._knows_screen):
            # As pages do: what was drawn while somebody took the widget off the screen comes too late.
            self.widgets[data["id"]] = data

    def wait_for_text(self, widget: str, *wanted: str, timeout: float = PATIENCE) -> dict:
        """Waits until a widget shows every one of these texts; returns the widget."""
        return self.wait(
            lambda page: page.widgets.get(widget) if set(wanted) <= set(page.texts(widget)) else None,
            f"{wanted} on {widget}", timeout,
        )

    def texts(self, widget: str) -> list[str]:
        """What the compact and expanded cards of a widget say."""
        shown = self.widgets.get(widget, {})
        return cards.texts(shown.get("compact")) + cards.texts(shown.get("expanded"))

    def history(self, widget: str) -> list[list[str]]:
        """What a widget showed over time, as its cards said it."""
        with self._condition:
            return [cards.texts(body.get("compact")) for name, body in self.events
                    if name == "widget" and body["id"] == widget]

    def summary(self) -> str:
        shown = {name: (self.texts(name), widget.get("freshness")) for name, widget in self.widgets.items()}
        return f"{shown}, ended: {self.has_ended}, at {self.position}"


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str, timeout: float | None):
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Gate:
    """Holds a fixture process where it waits for the file `name` in its group's folder (see apps/today_process.py)."""

    def __init__(self, folder: Path, name: str):
        self._path = folder / name
        self._reached = folder / f"{name}.reached"
        self._reached.unlink(missing_ok=True)
        os.mkfifo(self._path, 0o600)

    def wait(self) -> None:
        """Waits until a process waits at the gate."""
        eventually(self._reached.exists, f"a process at {self._path.name}")

    def open(self) -> None:
        """Lets the process go on that waits, and takes the gate away."""
        descriptor = eventually(self._writer, f"a process that reads {self._path.name}")
        self._path.unlink()
        self._reached.unlink(missing_ok=True)
        os.close(descriptor)

    def remove(self) -> None:
        """Takes the gate away; nobody waits at it any more."""
        self._path.unlink(missing_ok=True)
        self._reached.unlink(missing_ok=True)

    def _writer(self) -> int | None:
        try:
            return os.open(self._path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            return None  # Nobody reads yet.
