"""What a person has on a host that is killed: the inbox of an app, and the notifications that came."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import mailer
from fixture_apps import make_app
from mailer import Mailer
from notifier import NotificationWatch
from today_host import TodayHost


class Inbox(Mailer):
    """The mailer fixture on a host, with all of a large inbox."""

    def __init__(self, host: TodayHost, folder: Path):
        super().__init__(host, make_app, folder)

    def everything(self) -> tuple[list[dict], int]:
        """Every message that is listed, the newest first, and the unread number beside them."""
        messages, after = [], {}
        while True:
            page = self.page(limit=1000, **after)
            messages += [each["message"] for each in page["messages"]]
            if page.get("next") is None:
                return messages, page["unread"]
            after = {"after": page["next"]}

    def mark_read(self, ids: list[str]) -> None:
        """Marks messages as read."""
        self.host.request("POST", "/api/messages/read", {"messages": mailer.places(ids), "isRead": True})

    def remove(self, ids: list[str]) -> None:
        """Deletes messages."""
        self.host.request("POST", "/api/messages/delete", {"messages": mailer.places(ids)})

    def handed(self) -> dict[str, int]:
        """How often the app was handed each push to the end."""
        return Counter(self.pushes)


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
