"""The queue fixture, installed on a host: a widget that enqueues actions, and its app, which processes them."""

from __future__ import annotations

from gate import Gate
from today_host import TodayHost


class ActionQueue:
    """What tests say to the queue's app and widget."""

    GROUP = "group.test.queue"
    APP = "test.queue"
    WIDGET = "test.queue.widget"
    PROGRAM = "queue_app"
    WIDGET_PROGRAM = "queue_widget"

    def __init__(self, host: TodayHost):
        self.host = host

    def gate(self, name: str) -> Gate:
        """Holds the app or the widget at a place of theirs."""
        return Gate(self.host.group_folder(self.GROUP), name)

    def once(self, name: str) -> None:
        """Asks the app or the widget to do something once."""
        (self.host.group_folder(self.GROUP) / name).touch()

    def fail(self, reason: str | None) -> None:
        """Has the app fail at every action for a reason; `None` ends that."""
        file = self.host.group_folder(self.GROUP) / "process.fail"
        if reason is None:
            file.unlink()
        else:
            file.write_text(reason)

    def tap(self, id: str, **data) -> dict:
        """Taps the widget; returns the outcome."""
        return self.host.tap_widget(self.WIDGET, data, id=id)

    def lines(self, name: str) -> list[str]:
        """The lines that the app and the widget noted in a file."""
        file = self.host.group_folder(self.GROUP) / name
        return file.read_text().splitlines() if file.exists() else []

    @property
    def processed(self) -> list[str]:
        """The ids of the actions that the app was given, in order, one for each attempt."""
        return self.lines("processed.txt")

    @property
    def count(self) -> int:
        """What the app has added up, on disk."""
        return self.host.request("GET", f"/api/defaults/{self.GROUP}").get("count", 0)

    def outbox(self) -> list[dict]:
        """The actions that the app has not processed."""
        return self.host.request("GET", f"/api/outbox?app={self.APP}")["entries"]

    def wait_for(self, count: int, pending: int = 0) -> None:
        """Waits until the widget shows a count and a number of pending actions."""
        with self.host.watch(opens=True) as page:
            page.wait_for_text(self.WIDGET, f"count {count}", f"pending {pending}")
