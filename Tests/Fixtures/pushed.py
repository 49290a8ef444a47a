"""The pushed fixture, an app with an inbox, on a host that belongs to a cloud."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from urllib.parse import urlencode

from fixture_apps import make_app
from notifier import NotificationWatch
from today_host import Refused, TodayHost


class Pushed:
    """What tests say to the pushed app, and what a person sees of it."""

    GROUP = "group.test.pushed"
    APP = "test.pushed"
    SCENE = "pushed://"

    def __init__(self, host: TodayHost):
        self.host = host

    @classmethod
    def make(cls, folder: Path) -> Path:
        """Makes the bundle."""
        return make_app(folder, "pushed", app="pushed_app", groups=[cls.GROUP], push=True)

    def install(self, bundle: Path) -> None:
        """Installs the app and lets it notify."""
        self.host.install(bundle)
        self.host.tap_scene(self.SCENE, "authorize")
        self.host.today("settings", self.APP, "--allow")

    def join(self, url: str, token: str, name: str) -> None:
        """Joins a cloud with a one-time token."""
        self.host.request("POST", "/api/cloud/link", {"url": url, "token": token, "name": name, "isInsecure": False})

    def refresh(self) -> bool:
        """Has the inbox fetched, also if the link has to be made first; returns whether it was."""
        try:
            self.host.request("POST", "/api/messages/refresh")
        except Refused:
            return False
        return True

    def messages(self) -> tuple[list[dict], int]:
        """Every message that is listed, the newest first, and the unread number beside them."""
        messages, after = [], {}
        while True:
            query = urlencode({"app": self.APP, "limit": 1000, **after})
            page = self.host.request("GET", f"/api/messages?{query}")
            messages += [each["message"] for each in page["messages"]]
            if page.get("next") is None:
                return messages, page["unread"]
            after = {"after": page["next"]}

    def mark_read(self, ids: list[str]) -> None:
        """Marks messages as read."""
        self.host.request("POST", "/api/messages/read", {"app": self.APP, "ids": ids, "isRead": True})

    def delete(self, ids: list[str]) -> None:
        """Deletes messages."""
        self.host.request("POST", "/api/messages/delete", {"app": self.APP, "ids": ids})

    def handed(self) -> dict[str, int]:
        """How often the app was handed each push to the end."""
        return self.host.request("GET", f"/api/defaults/{self.GROUP}")


class Sightings:
    """Which notifications a person saw come, over all lives of a host."""

    def __init__(self):
        #: How often a banner with this title came.
        self.arrivals: Counter[str] = Counter()
        #: The numbers of the notifications with this title.
        self.numbers: dict[str, set[int]] = {}

    def add(self, watch: NotificationWatch) -> None:
        """Adds what one surface saw until its stream ended."""
        for name, data in watch.events:
            shown = []
            if name == "notification":
                shown = [data["notification"]]
                if data["arrives"]:
                    self.arrivals[data["notification"]["title"]] += 1
            elif name == "notifications":
                shown = [each for group in data["state"]["groups"] for each in group["notifications"]]
            for each in shown:
                self.numbers.setdefault(each["title"], set()).add(each["id"])
