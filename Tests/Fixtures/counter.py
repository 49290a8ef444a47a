"""The counter fixture, installed on a host."""

from __future__ import annotations

from pathlib import Path
from typing import Callable

from gate import Gate
from today_host import TodayHost


class Counter:
    """What tests say to the counter app and its widget."""

    GROUP = "group.test.counter"
    APP = "test.counter"
    WIDGET = "test.counter.widget"
    SCENE = "counter://"

    def __init__(self, host: TodayHost):
        self.host = host

    def install(self, make_app: Callable[..., Path]) -> Counter:
        """Installs the app and puts its widget on the screen."""
        self.host.install(make_app("counter", app="counter_app", widget="counter_widget", groups=[self.GROUP]))
        return self

    def gate(self, name: str) -> Gate:
        """Holds the app or the widget at a place of theirs."""
        return Gate(self.host.group_folder(self.GROUP), name)

    def once(self, name: str) -> None:
        """Asks the app or the widget to do something once."""
        (self.host.group_folder(self.GROUP) / name).touch()

    def tap(self, data: dict | None = None, id: str | None = None) -> dict:
        """Taps the widget."""
        return self.host.tap_widget(self.WIDGET, data, id=id)

    def lines(self, name: str) -> list[str]:
        """The lines that the app and the widget noted in a file."""
        file = self.host.group_folder(self.GROUP) / name
        return file.read_text().splitlines() if file.exists() else []

    @property
    def count(self) -> int:
        """The count that is on disk."""
        return self.host.request("GET", f"/api/defaults/{self.GROUP}").get("count", 0)

    def write(self, key: str, value: object) -> None:
        """Sets a shared default as the command line does."""
        self.host.request("PUT", f"/api/defaults/{self.GROUP}/{key}", value)
