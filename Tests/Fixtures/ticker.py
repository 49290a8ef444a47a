"""The ticker fixture on a host: a widget that enqueues an action for each tap, and an app that counts each action."""

from __future__ import annotations

from pathlib import Path

from fixture_apps import make_app
from today_host import TodayHost


class Ticker:
    """What tests say to the ticker's app and widget."""

    GROUP = "group.test.ticker"
    APP = "test.ticker"
    WIDGET = "test.ticker.widget"
    PROGRAM = "ticker_app"
    WIDGET_PROGRAM = "ticker_widget"

    def __init__(self, host: TodayHost, folder: Path):
        self.host = host
        self._folder = folder

    def install(self) -> "Ticker":
        """Installs the app and puts its widget on the screen."""
        self.host.install(
            make_app(self._folder, "ticker", app=self.PROGRAM, widget=self.WIDGET_PROGRAM, groups=[self.GROUP])
        )
        return self

    def tick(self, id: str) -> dict:
        """Taps the widget; returns the outcome."""
        return self.host.tap_widget(self.WIDGET, id=id)

    @property
    def counts(self) -> dict[str, int]:
        """How often each action was processed, by its id."""
        defaults = self.host.request("GET", f"/api/defaults/{self.GROUP}")
        return {key.removeprefix("done."): count for key, count in defaults.items() if key.startswith("done.")}

    @property
    def given(self) -> list[str]:
        """The ids of the actions that the app was given, one for each attempt."""
        file = self.host.group_folder(self.GROUP) / "given.txt"
        return file.read_text().splitlines() if file.exists() else []
