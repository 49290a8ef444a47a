"""A host in daily use: all nine sample apps with something to show, and notifications."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from habits import Habits
from messages import Messages
from shopping import Shopping
from today_host import ROOT, TodayHost
from weather import Weather
from weather_server import WeatherServer
from web_server import WebServer

BUNDLES = ROOT / "Apps/.build/bundles/debug"

#: The sample apps in the order in which their widgets stand on the screen.
APPS = ["Weather", "Calendar", "Habits", "ShoppingList", "Clock", "Messages", "System", "Feeds", "Services"]

#: Something that only a widget with its content shows, by app.
CONTENT = {
    "Weather": "°", "Calendar": "Dentist", "ShoppingList": "Bread", "Habits": "Read", "Messages": "Minutes", "Clock": "Tokyo",
    "System": "Memory", "Feeds": "harbor", "Services": "Photos",
}

#: The notifications that the command line sends, the oldest first.
NOTES = [
    ("Backup finished", "2,311 files, 14.2 GB, nothing left out."),
    ("The washing machine is done", "It ran for an hour and ten minutes."),
    ("Front door", "It has been open for five minutes."),
    ("Certificate renewed", "photos.example.org is valid until 22 February."),
    ("Parcel delivered", "It is with the neighbors on the second floor."),
    ("Disk check", "No errors were found on either disk."),
    ("Water the plants", "The soil sensor says 12 percent."),
    ("Build passed", "All 214 tests, in nine minutes."),
]


class DailyUse:
    """The host, and what its apps show."""

    def __init__(self, host: TodayHost, provider: WeatherServer, web: WebServer):
        self.host = host
        self.web = web
        self.weather = Weather(host, provider)
        self.messages = Messages(host)

    def begin(self) -> None:
        """Installs the apps and fills them."""
        self.weather.install()
        for name in APPS[1:]:
            self.host.install(BUNDLES / f"{name}.app")
        self._fill_calendar()
        self._fill_list()
        self._fill_habits()
        self._fill_messages()
        self._fill_feeds()
        for title, body in NOTES:
            self.host.today("notify", title, "--body", body)

    @staticmethod
    def widget(app: str) -> str:
        return f"org.today.{app}.widget"

    def resize(self, app: str, size: str) -> None:
        """Gives a widget another size in the grid."""
        self.host.request("PUT", f"/api/widgets/{self.widget(app)}/size", {"size": size})

    def _fill_calendar(self) -> None:
        today = datetime.now(timezone.utc)
        events = "".join(
            f"BEGIN:VEVENT\r\nUID:{title}\r\nDTSTAMP:20260101T000000Z\r\n"
            f"DTSTART;VALUE=DATE:{today + timedelta(days=day):%Y%m%d}\r\nSUMMARY:{title}\r\nEND:VEVENT\r\n"
            for title, day in (("Moving day", 0), ("Dentist", 0), ("Trip to the sea", 1), ("Ada’s birthday", 2))
        )
        file = self.host.group_folder("group.today.calendar") / "family.ics"
        file.write_text(
            f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\nX-WR-CALNAME:Family\r\n{events}END:VCALENDAR\r\n"
        )
        self.host.tap_label(self.host.scene("today-calendar://add"), "Add family.ics")

    def _fill_list(self) -> None:
        shopping = Shopping(self.host)
        self.host.allow_notifications(Shopping.APP)
        for item in ("Apples", "Milk", "Bread"):
            assert "done" in shopping.add(item)

    def _fill_habits(self) -> None:
        habits = Habits(self.host)
        habits.allow()
        for name in ("Read", "Run", "Water the plants"):
            habits.add(name)
        habits.tap("", "Mark Read as done")

    def _fill_messages(self) -> None:
        messages = self.messages
        messages.install()
        messages.send("Minutes of the meeting", subtitle="Choir", alert="The hall is free on Thursdays.")
        messages.send("Invoice 2026-118", subtitle="Bicycle shop", alert="The new chain is on.")
        messages.wait_for("Minutes of the meeting", "Invoice 2026-118")

    def _fill_feeds(self) -> None:
        titles = ("New ferry leaves the harbor", "Library opens on Sundays", "Bridge closed until Friday", "Market moves")
        items = "".join(
            f"<item><title>{title}</title><link>/{number}</link><guid isPermaLink='false'>{title}</guid></item>"
            for number, title in enumerate(titles)
        )
        self.web.answer("/feed", f"<rss version='2.0'><channel><title>Local news</title>{items}</channel></rss>")
        self.web.answer("/health", "ok")
        for app in ("Feeds", "Services"):
            self.host.today("allow", f"org.today.{app}", self.web.host)
        feed = {"address": f"{self.web.url}/feed", "name": ""}
        assert "done" in self.host.tap_label(self.host.scene("today-feeds://feeds"), "Add", feed)
        for name in ("Photos", "Music", "Home"):
            service = {"address": f"{self.web.url}/health?{name}", "name": name}
            self.web.answer(f"/health?{name}", "ok")
            assert "done" in self.host.tap_label(self.host.scene("today-services://"), "Add", service)
