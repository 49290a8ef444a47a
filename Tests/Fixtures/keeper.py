"""The keeper fixture: an app and a widget that keep notes as records, on a host."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Callable

from today_host import TODAY, TodayHost

CONTAINER = "iCloud.test.keeper"


class Keeper:
    """A host with the keeper installed."""

    APP = "test.keeper"
    WIDGET = "test.keeper.widget"
    GROUP = "group.test.keeper"
    SCENE = "keeper://"
    PROGRAM = "keeper_app"

    def __init__(self, host: TodayHost, make_app: Callable[..., Path], folder: Path, push: bool = True):
        self.host = host
        self.bundle = make_app(
            folder, "keeper", app="keeper_app", widget="keeper_widget", groups=[self.GROUP], push=push,
            containers=[CONTAINER],
        )

    def install(self) -> "Keeper":
        self.host.install(self.bundle)
        return self

    def link(self, url: str, token: str) -> None:
        """Joins a cloud on the command line."""
        result = subprocess.run(
            [TODAY, "link", url, "--token-stdin", "--state", self.host.state],
            input=token + "\n", capture_output=True, text=True, timeout=60, env=self.host.environment,
        )
        assert result.returncode == 0, result.stdout + result.stderr

    def ask(self, method: str, inside: bool = False, **params) -> dict:
        """Has the app ask the host about its container; returns the host's answer."""
        question = {"method": method, "params": {"container": CONTAINER, **params}, "inside": inside}
        outcome = self.host.tap_scene(self.SCENE, "ask", {"ask": [question]})
        if "failed" in outcome:
            raise AssertionError(outcome["failed"]["reason"])
        return json.loads(self.default("answers"))[0]

    def save(self, name: str, text: str, policy: str = "allKeys", **more) -> dict:
        """Has the app save a note."""
        record = {"name": name, "type": "Note", "fields": {"text": text}, **more}
        return self.ask("records/save", inside=True, records=[record], policy=policy)

    def subscribe(self, alert: str | None = None) -> None:
        """Has the app subscribe to every change of a note; with an alert, if the person is to see one."""
        more = {"notification": {"alertBody": alert, "startsApp": False}} if alert else {}
        self.ask("records/subscribe", subscription={"id": "notes", "type": "Note", **more})

    def allow(self) -> None:
        """Has the app ask whether it may notify, and allows it, as a person does."""
        self.ask("notifications/authorize", options=["alert"])
        self.host.allow_notifications(self.APP)

    def fetch(self, *names: str) -> list[dict]:
        """The records as the cloud has them, after everything saved here was sent."""
        answer = self.ask("records/fetch", names=list(names))
        assert "results" in answer, answer
        return answer["results"]

    def default(self, key: str):
        """A shared default of the app."""
        return self.host.request("GET", f"/api/defaults/{self.GROUP}").get(key)

    @property
    def pushes(self) -> list[str]:
        """The pushes about records that the app acknowledged, as `REASON NAME`."""
        return self.default("pushes") or []

    @property
    def notes(self) -> dict[str, str]:
        """The notes as the app merged them from the changes."""
        return self.default("notes") or {}

    @property
    def failures(self) -> list[str]:
        """The failed saves that the app acknowledged, as `NAME CODE`."""
        return self.default("failures") or []

    def wait(self, condition: Callable[[], object], what: str):
        """Waits for a condition on the app's defaults."""
        return self.host.wait_for_defaults(self.SCENE, condition, what)
