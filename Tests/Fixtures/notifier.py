"""The notifier fixture, installed on a host, and what a surface sees of notifications."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Callable

from gate import Gate
from streams import Stream
from today_host import TodayHost

#: What tests may do with a notification of the category `all`.
CATEGORY = {
    "identifier": "all",
    "options": ["customDismissAction"],
    "actions": [
        {"identifier": "plain", "title": "Plain"},
        {"identifier": "say", "title": "Say", "textInput": {"buttonTitle": "Send", "placeholder": "What?"}},
        {"identifier": "show", "title": "Show", "options": ["foreground"]},
        {"identifier": "wipe", "title": "Wipe", "options": ["destructive", "authenticationRequired"]},
    ],
}


class Notifier:
    """What tests say to the notifier app."""

    GROUP = "group.test.notifier"
    APP = "test.notifier"
    SCENE = "notifier://"
    PROGRAM = "notifier_app"

    def __init__(self, host: TodayHost):
        self.host = host

    def install(self, make_app: Callable[..., Path]) -> Notifier:
        """Installs the app, which offers its actions and has not asked whether it may notify."""
        self.host.install(make_app("notifier", app=self.PROGRAM, groups=[self.GROUP]))
        self.offer()
        return self

    def ask(self, method: str, inside: bool = False, **params) -> dict:
        """Has the app ask the host; returns the host's answer."""
        return self.ask_all([{"method": method, "params": params, "inside": inside}])[0]

    def ask_all(self, questions: list[dict]) -> list[dict]:
        """Has the app ask the host one question after another."""
        outcome = self.host.tap_scene(self.SCENE, "ask", {"ask": questions})
        if "failed" in outcome:
            raise AssertionError(outcome["failed"]["reason"])
        return json.loads(self.default("answers"))

    def add(self, identifier: str, trigger: dict | None = None, inside: bool = False, **content) -> None:
        """Has the app add a request; its title is the identifier unless another is given."""
        request = {
            "identifier": identifier,
            "content": {"title": identifier, **content},
            "trigger": trigger or {"now": True},
        }
        self.ask("notifications/add", inside, request=request)

    def add_all(self, *identifiers: str, **content) -> None:
        """Has the app add a request for each identifier, which is its title."""
        self.ask_all([
            {"method": "notifications/add", "params": {"request": {
                "identifier": each, "content": {"title": each, **content}, "trigger": {"now": True},
            }}}
            for each in identifiers
        ])

    def fill(self, count: int, after: float = 86_400.0) -> None:
        """Has the app schedule so many requests that are not due for long."""
        for begin in range(0, count, 900):
            fill = {"from": begin, "count": min(900, count - begin), "after": after}
            outcome = self.host.tap_scene(self.SCENE, "fill", {"fill": fill})
            if "failed" in outcome:
                raise AssertionError(outcome["failed"]["reason"])

    def offer(self, *categories: dict) -> None:
        """Has the app set its categories."""
        self.ask("notifications/categories", categories=list(categories) or [CATEGORY])

    def allow(self) -> Notifier:
        """Has the app ask for everything, and the person agree."""
        self.ask("notifications/authorize", options=["alert", "badge", "sound"])
        self.host.allow_notifications(self.APP)
        return self

    def gate(self, name: str) -> Gate:
        """Holds the app at a place of its own."""
        return Gate(self.host.group_folder(self.GROUP), name)

    def write(self, name: str, text: str = "") -> None:
        """Leaves a file in the group's folder."""
        file = self.host.group_folder(self.GROUP) / name
        file.with_suffix(".part").write_text(text)
        file.with_suffix(".part").rename(file)

    def remove(self, name: str) -> None:
        """Takes a file out of the group's folder."""
        (self.host.group_folder(self.GROUP) / name).unlink()

    def lines(self, name: str) -> list[str]:
        """The lines that the app noted in a file."""
        file = self.host.group_folder(self.GROUP) / name
        return file.read_text().splitlines() if file.exists() else []

    def default(self, key: str):
        """A shared default of the app."""
        return self.host.request("GET", f"/api/defaults/{self.GROUP}").get(key)

    @property
    def responses(self) -> list[dict]:
        """What the person did, as far as the app acknowledged it."""
        return self.default("responses") or []

    @property
    def actions(self) -> list[str]:
        """The actions of these responses, in order."""
        return [response["action"] for response in self.responses]

    def wait_for_actions(self, *actions: str) -> None:
        """Waits until the app has acknowledged exactly these actions, in this order."""
        self.wait_for_responses(len(actions))
        assert self.actions == list(actions)

    def wait_for_responses(self, count: int = 1) -> list[dict]:
        """Waits until the app has acknowledged so many responses; returns them."""
        return self.host.wait_for_defaults(
            self.SCENE, lambda: len(self.responses) >= count and self.responses, f"{count} responses"
        )

    def pending(self) -> list[dict]:
        """What of the app is scheduled, as the command line lists it."""
        return self.host.pending_notifications(self.APP)

    def end(self) -> None:
        """Ends the app's process as a crash would."""
        self.host.end_program(self.PROGRAM)


class NotificationWatch(Stream):
    """A surface: what it shows of notifications, kept up to date by the host's event stream."""

    def __init__(self, host: TodayHost, language: str = "en-US", zone: str = "UTC"):
        super().__init__(host, "/api/notifications/events", language, zone)
        self.shown: dict[int, dict] = {}
        self.summary_now: dict = {}
        self.arrivals: list[str] = []

    def receive(self, name: str, data: dict) -> None:
        if name == "notifications":
            groups = data["state"]["groups"]
            self.shown = {each["id"]: each for group in groups for each in group["notifications"]}
            self.summary_now = data["state"]["summary"]
        elif name == "notification":
            self.shown[data["notification"]["id"]] = data["notification"]
            if data["arrives"]:
                self.arrivals.append(data["notification"]["title"])
        elif name == "withdrawn":
            self.shown.pop(data["id"], None)
        elif name == "summary":
            self.summary_now = data["summary"]

    @property
    def titles(self) -> list[str]:
        """The titles that show, oldest first."""
        return [shown["title"] for _, shown in sorted(self.shown.items())]

    @property
    def badges(self) -> dict[str, int]:
        """The badges in force."""
        # A dictionary whose keys are no plain strings is a list of keys and values on the wire.
        pairs = self.summary_now.get("badges", {})
        return pairs if isinstance(pairs, dict) else dict(zip(pairs[::2], pairs[1::2]))

    def wait_for(self, *titles: str) -> dict:
        """Waits until exactly these titles show; returns the first of them."""
        self.wait(lambda page: sorted(page.titles) == sorted(titles), f"exactly {titles}")
        return self.find(titles[0]) if titles else {}

    def find(self, title: str) -> dict:
        """The notification with a title."""
        [found] = [shown for shown in self.shown.values() if shown["title"] == title]
        return found

    def wait_for_badge(self, app: str, number: int) -> None:
        """Waits until an app's icon has a number."""
        self.wait(lambda page: page.badges.get(app, 0) == number, f"the badge {number}")

    def summary(self) -> str:
        return f"{self.titles}, arrivals {self.arrivals}, {self.summary_now}, ended: {self.has_ended}"
