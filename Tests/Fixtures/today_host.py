"""Runs the real host in a state folder of its own, and asks it what the command line and a page would ask."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import uuid
from contextlib import closing
from pathlib import Path
from typing import Callable
from urllib.parse import quote, urlencode

import cards
import processes
from streams import Refused, Watch
from waiting import TIMEOUT_SECONDS, eventually, wait_in_folder

ROOT = Path(__file__).resolve().parents[2]
TODAY = Path(os.environ.get("TODAY_BIN", ROOT / ".build/debug/today"))
WEATHER = Path(os.environ.get("TODAY_WEATHER_APP", ROOT / "Apps/.build/bundles/debug/Weather.app"))


class TodayHost:
    """One state folder, and the host that runs on it."""

    def __init__(self, log: Path, sandbox: str = "required", zone: str = "UTC", locale: str = "en_US.UTF-8"):
        # A socket's path must be short.
        self.state = Path(tempfile.mkdtemp(prefix="today-", dir="/tmp"))
        self.home = Path(tempfile.mkdtemp(prefix="home-", dir="/tmp"))
        self.sandbox = sandbox
        self.log = log
        self.prefix: list[str] = []  # What runs the host, if not the kernel alone.
        self.person: list[str] = []  # What runs the host and each command as another user than this one.
        self.arguments: list[str] = []  # What the host is told at each start.
        self.process: subprocess.Popen | None = None
        self.ready: dict = {}
        self.clock_file: Path | None = None
        path = f"{Path(shutil.which('swift') or '/usr/bin/swift').parent}:/usr/bin:/bin:/usr/sbin:/sbin"
        self.environment = {"HOME": str(self.home), "PATH": path, "TZ": zone, "LANG": locale}
        # What script/sanitize says to every process.
        self.environment |= {name: os.environ[name] for name in ("TSAN_OPTIONS", "ASAN_OPTIONS", "LD_PRELOAD") if name in os.environ}

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
        wait_in_folder(
            file.parent, lambda: file.exists() or self.process.poll() is not None, "the ready file", timeout=60,
            process=self.process,
        )
        if not file.exists():
            raise AssertionError(f"the host ended with {self.process.returncode}:\n{self.log.read_text()[-4000:]}")
        self.ready = json.loads(file.read_text())
        return self.ready

    def launch(self, *arguments: str) -> None:
        """Starts the host and waits for nothing."""
        file = self.state / "ready.json"
        file.unlink(missing_ok=True)
        told = [*self.arguments, *arguments]
        self.clock_file = Path(told[told.index("--clock-file") + 1]) if "--clock-file" in told else None
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *self.prefix, *self.person, TODAY, "run", "--state", self.state, "--ready-file", file, "--sandbox", self.sandbox,
                    "--log-level", "debug", *self.arguments, *arguments,
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment,
            )

    def belong_to(self, user: int) -> None:
        """Has the host, its folders and all commands be those of an ordinary user; only root can."""
        self.person = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--"]
        for folder in (self.state, self.home):
            os.chown(folder, user, user)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def stop(self, timeout: float = TIMEOUT_SECONDS) -> int:
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
        processes.wait_for_ends(below, "the end of the host's processes")

    def programs(self, name: str) -> list[processes.Process]:
        """The host's processes that run a program, named by the end of its path (`processes.programs`)."""
        return processes.programs(self.pid, name)

    def program(self, name: str) -> processes.Process:
        """The process that runs a program, waited for."""
        return eventually(lambda: self.programs(name), f"a process of {name}")[0]

    def end_program(self, name: str) -> None:
        """Ends the processes that run a program as a crash would, and waits until the host has taken note."""
        programs = self.programs(name)
        lines = [each for program in programs for each in processes.line(program, self.pid)]
        for program in programs:
            program.kill()
        processes.wait_for_ends(lines, f"the end of {name}")
        eventually(lambda: not any(each.is_known for each in lines), f"the end of {name}")

    # The command line

    def today(self, *arguments: str, status: int | None = 0, **more) -> subprocess.CompletedProcess:
        """Runs a command on the state folder."""
        result = subprocess.run(
            [*self.person, TODAY, *map(str, arguments), "--state", self.state],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
            env={**self.environment, **more.pop("environment", {})}, **more,
        )
        if status is not None:
            assert result.returncode == status, f"{arguments}: {result.returncode}\n{result.stdout}{result.stderr}"
        return result

    def today_with(self, text: str, *arguments: str) -> subprocess.CompletedProcess:
        """Runs a command that reads its standard input on the state folder."""
        result = subprocess.run(
            [*self.person, TODAY, *map(str, arguments), "--state", self.state],
            input=text, capture_output=True, text=True, timeout=120, env=self.environment,
        )
        assert result.returncode == 0, f"{arguments}: {result.returncode}\n{result.stdout}{result.stderr}"
        return result

    def today_json(self, *arguments: str):
        """Runs a command with --json and returns what it printed."""
        return json.loads(self.today(*arguments, "--json").stdout)

    def install(self, bundle: Path, replaces: bool = False) -> dict:
        """Installs a bundle with consent and puts its widgets on the screen, as the command line asks for it; returns the app.

        With `replaces` the consent is also to replace an app that was installed from elsewhere.
        """
        consent = {"replacing" if replaces else "everything": {}}
        outcome = self.request("POST", "/api/apps", {"path": str(bundle.absolute()), "consent": consent})
        assert "installed" in outcome, outcome
        app = outcome["installed"]["app"]
        widgets = [widget["id"] for widget in app["widgets"]]
        shown = [choice["id"] for choice in self.request("GET", "/api/screen")["chosen"]]
        if not set(widgets) <= set(shown):
            self.request("PUT", "/api/screen", {"widgets": shown + [each for each in widgets if each not in shown]})
        return app

    def allow_notifications(self, app: str) -> None:
        """Lets an app notify in every way, as the command line asks for it."""
        settings = {"authorization": "authorized", "allowed": ["alert", "badge", "sound"]}
        self.request("PUT", f"/api/settings/notifications/{app}", settings)

    def pending_notifications(self, app: str) -> list[dict]:
        """The notifications of an app that wait for their time."""
        pending = self.request("GET", f"/api/notifications/pending?app={app}")
        return [each | {"due": each["due"]["$date"]} for each in pending]

    def reload(self, widget: str) -> None:
        """Has a widget updated, as the command line asks for it; it must not fail."""
        self.request("POST", f"/api/widgets/{quote(widget)}/reload")

    def group_folder(self, group: str) -> Path:
        """The folder of an app group."""
        return self.state / "groups" / group

    # What a page asks

    def connect(self, timeout: float | None = TIMEOUT_SECONDS * 2) -> http.client.HTTPConnection:
        """A connection to the host's socket for local tools."""
        return _UnixConnection(self.ready["socket"], timeout)

    @property
    def zone(self) -> str:
        """The time zone of the host's clock."""
        return json.loads(self.clock_file.read_text())["zone"] if self.clock_file else self.environment["TZ"]

    def request(
        self, method: str, path: str, body: object = None, language: str = "en-US", zone: str | None = None
    ):
        """Asks one route; returns the JSON of the answer. The person is in the host's time zone, or in another one."""
        connection = self.connect()
        try:
            headers = {"Accept-Language": language, "Today-Zone": zone or self.zone}
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
        return self.request("POST", "/api/taps", tap({"widget": {"id": widget}}, verb, data or {}, id))

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

    def wait_for_defaults(self, scene: str, condition: Callable[[], object], what: str):
        """Waits until a condition holds that depends on the shared defaults of an app; returns what it returned.

        A page of the app is told when they change: one at the address `scene`, so that the app is in front meanwhile.
        """
        with self.watch(scene=scene) as page:
            return page.wait(lambda _: condition(), what)

    @property
    def waiting_records(self) -> int:
        """How many changes of records wait for the cloud, which only the host's database tells."""
        with closing(sqlite3.connect(f"file:{self.state}/promises.sqlite?mode=ro", uri=True)) as database:
            return database.execute("SELECT count(*) FROM recordChange").fetchone()[0]

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


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str, timeout: float | None):
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)
