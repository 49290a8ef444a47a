"""Shopping List, the sample app, on a host: what tests say to it, and what its widget must then show."""

from __future__ import annotations

import json
from pathlib import Path

from cards import elements
from streams import Watch
from today_host import ROOT, TodayHost

SHOPPING = ROOT / "Apps/.build/bundles/debug/ShoppingList.app"


class Shopping:
    """What tests say to Shopping List."""

    GROUP = "group.today.shopping"
    APP = "org.today.ShoppingList"
    WIDGET = "org.today.ShoppingList.widget"
    URL = "today-shopping://"
    EDIT_URL = "today-shopping://edit"
    HISTORY_URL = "today-shopping://history"
    PROGRAM = "ShoppingList.app/ShoppingList"
    WIDGET_PROGRAM = "ShoppingListWidget.appex/ShoppingList"

    def __init__(self, host: TodayHost, bundle: Path = SHOPPING):
        self.host = host
        self.bundle = bundle

    def install(self) -> None:
        """Installs the app and puts its widget on the screen."""
        self.host.install(self.bundle)

    @property
    def file(self) -> Path:
        """The file that holds the list."""
        return self.host.group_folder(self.GROUP) / "shopping-list.json"

    @property
    def database(self) -> Path:
        """The database of what was bought."""
        return self.host.group_folder(self.GROUP) / "purchases.sqlite"

    def scene(self) -> dict:
        """The app's page."""
        return self.host.scene(self.URL)

    def add(self, title: str, id: str | None = None) -> dict:
        """Puts an item on the list, as a person does; returns the tap's outcome."""
        return self.host.tap_scene(self.URL, None, {"action": {"add": {}}}, {"item": title}, id)

    def tap(self, label: str) -> dict:
        """Taps what a person finds by its label on the page; returns the outcome."""
        return self.host.tap_label(self.scene(), label)

    def delete(self, title: str) -> dict:
        """Takes an item off the list; returns the tap's outcome."""
        card = self.scene()["card"]
        [button] = [each for each in elements(card) if each.get("tooltip") == f"Delete {title}"]
        return self.host.tap_scene(self.URL, button.get("verb"), button["data"])

    def remind(self, day: str, time: str, repeat: str = "never") -> dict:
        """Sets the reminder, as a person does; returns the tap's outcome."""
        inputs = {"reminder-day": day, "reminder-time": time, "reminder-repeat": repeat}
        return self.host.tap_scene(self.URL, None, {"action": {"remind": {}}}, inputs)

    def end(self) -> None:
        """Ends the app's process as a crash would."""
        self.host.end_program(self.PROGRAM)

    def items(self) -> list[tuple[str, bool]]:
        """What the file holds: titles, and whether they were bought."""
        return [(item["title"], item["done"]) for item in json.loads(self.file.read_text())["items"]]

    def wait_for_widget(self, page: Watch, *wanted: str) -> None:
        """Waits until the widget's compact card shows these texts."""
        page.wait_for_text(self.WIDGET, *wanted)
