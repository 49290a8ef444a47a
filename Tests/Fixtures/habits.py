"""Habits, the sample app, on a host: what tests say to it, and what everything that follows a tick must then show."""

from __future__ import annotations

import os
from pathlib import Path

import cards
from streams import Watch
from today_host import ROOT, TodayHost
from waiting import eventually

HABITS = Path(os.environ.get("TODAY_HABITS_APP", ROOT / "Apps/.build/bundles/debug/Habits.app"))


class Habits:
    """What tests say to Habits."""

    GROUP = "group.today.habits"
    APP = "org.today.Habits"
    WIDGET = "org.today.Habits.widget"
    URL = "today-habits://"
    PROGRAM = "Habits.app/Habits"
    WIDGET_PROGRAM = "HabitsWidget.appex/Habits"
    CONTAINER = "iCloud.org.today.Habits"

    def __init__(self, host: TodayHost, bundle: Path = HABITS):
        self.host = host
        self.bundle = bundle

    def install(self) -> "Habits":
        """Installs the app, puts its widget on the screen, and lets it notify."""
        self.host.install(self.bundle)
        return self

    # The pages

    def add(self, name: str, **inputs: str) -> str:
        """Adds a habit, as a person does; returns its id."""
        every_day = {"schedule": "weekdays", "days": "1,2,3,4,5,6,7"}
        outcome = self.host.tap_scene(self.URL + "add", None, {"action": {"save": {}}}, {"name": name, **every_day, **inputs})
        assert "done" in outcome, outcome
        return self.id(name)

    def allow(self) -> None:
        """Lets the app notify."""
        self.host.allow_notifications(self.APP)

    def tap(self, page: str, label: str) -> dict:
        """Taps what a person finds by its label on a page; returns the outcome."""
        return self.host.tap_label(self.host.scene(self.URL + page), label)

    def save_settings(self, sync: bool = False, boundary: str = "00:00", first_weekday: str = "2") -> dict:
        """Saves the settings, as a person does."""
        inputs = {"sync": str(sync).lower(), "boundary": boundary, "first-weekday": first_weekday}
        outcome = self.host.tap_scene(self.URL + "settings", None, {"action": {"saveSettings": {}}}, inputs)
        assert "done" in outcome, outcome
        return outcome

    def end(self) -> None:
        """Ends the app's process as a crash would."""
        self.host.end_program(self.PROGRAM)

    # What is stored

    @property
    def defaults(self) -> dict:
        """The shared defaults of the group."""
        return self.host.request("GET", f"/api/defaults/{self.GROUP}")

    @property
    def names(self) -> dict[str, str]:
        """The ids of the habits that are not deleted, by name."""
        habits = self.defaults.get("habits", [])
        return {each["habit"]["value"]["name"]: each["id"] for each in habits if not each["isDeleted"]["value"]}

    def id(self, name: str) -> str:
        """The id of a habit."""
        return self.names[name]

    def mark(self, name: str, day: str) -> str:
        """The stored mark of a habit on a day."""
        month = self.defaults.get(f"marks.{self.id(name)}.{day[:7]}", {"marks": {}})
        return month["marks"].get(str(int(day[8:])), "open").split(" ")[0]

    def wait_for_mark(self, name: str, day: str, mark: str) -> None:
        """Waits until the app has stored a mark, without looking at the app."""
        eventually(lambda: self.mark(name, day) == mark, f"{name} {mark} on {day}")

    # The widget

    def tick(self, page: Watch, name: str, id: str | None = None) -> dict:
        """Taps a habit in the widget that a page shows; returns the outcome."""
        page.wait_for_text(self.WIDGET, name)
        shown = page.widgets[self.WIDGET]
        action = cards.action(shown.get("expanded") or shown["compact"], name)
        return self.host.tap_widget(self.WIDGET, action.get("data"), action.get("verb"), id)

    def rows(self, page: Watch) -> list[tuple[str, bool]]:
        """The habits that the widget shows, and whether they are ticked."""
        shown = page.widgets.get(self.WIDGET, {})
        return self.rows_of(shown.get("expanded") or shown.get("compact"))

    def rows_of(self, card: object) -> list[tuple[str, bool]]:
        """The habits of a card, and whether they are ticked."""
        rows = [each for each in cards.elements(card) if each.get("type") == "ColumnSet" and each.get("selectAction")]
        return [(self._name(row), cards.icons(row)[0] == "CheckmarkCircle") for row in rows]

    @staticmethod
    def _name(row: dict) -> str:
        return next(text for text in cards.texts(row) if not text.startswith("Mark "))

    def wait_for_rows(self, page: Watch, *rows: tuple[str, bool]) -> None:
        """Waits until the widget shows these habits, ticked or not."""
        page.wait(lambda page: self.rows(page) == list(rows), f"the habits {rows}")

    # Everything that follows

    @property
    def runs(self) -> list[str]:
        """Why the app ran in the background, the last reason first."""
        return [each["reason"] for each in self.host.request("GET", f"/api/apps/{self.APP}/runs")]

    @property
    def badge(self) -> int:
        """The number on the app's icon."""
        return self.host.request("GET", "/api/notifications/summary")["badges"].get(self.APP, 0)

    def pending(self, day: str) -> list[str]:
        """The titles of the reminders that are due on a day in UTC, in the order of their time."""
        due = [each for each in self.host.pending_notifications(self.APP) if each["due"][:10] == day]
        return [each["title"] for each in sorted(due, key=lambda each: each["due"])]

    @property
    def complication(self) -> str:
        """What a status bar shows."""
        shown = self.host.request("GET", "/api/complications")["complications"]
        return next((each["complication"]["shortText"] for each in shown if each["app"] == self.APP), "")

    @property
    def waiting(self) -> list[dict]:
        """The actions that the app has not processed."""
        return self.host.request("GET", f"/api/outbox?app={self.APP}")["entries"]

    def wait_until_processed(self) -> None:
        """Waits until the app has emptied its queue."""
        eventually(lambda: not self.waiting, "an empty queue of actions")
