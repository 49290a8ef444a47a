"""Calendar, a sample app: documents, files and CalDAV servers, and what the widget shows of them when."""

from __future__ import annotations

import json
import random
import re
from datetime import datetime, timedelta, timezone
from urllib.parse import quote
from zoneinfo import ZoneInfo

import icalendar
import pytest
import recurring_ical_events

from caldav_server import CalDAVServer
from cards import command, elements, texts
from clock import HostClock
from streams import Watch
from today_host import ROOT, TodayHost
from waiting import eventually
from web_server import WebServer

BUNDLE = ROOT / "Apps/.build/bundles/debug/Calendar.app"
APP = "org.today.Calendar"
WIDGET = "org.today.Calendar.widget"
URL = "today-calendar://"
LIST = "today-calendar://calendars"
ADD = "today-calendar://add"
ACCOUNT = "today-calendar://account"


def document(*events: str, name: str = "Team") -> str:
    body = "".join(f"BEGIN:VEVENT\r\n{event}\r\nEND:VEVENT\r\n" for event in events)
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\nX-WR-CALNAME:{name}\r\n{body}END:VCALENDAR\r\n"


def event(title: str, start: str, *lines: str) -> str:
    return "\r\n".join([f"UID:{title}", "DTSTAMP:20260101T000000Z", f"DTSTART{start}", f"SUMMARY:{title}", *lines])


def plain(lines: list[str]) -> str:
    """Texts of cards without their escapes."""
    return "\n".join(lines).replace("\\", "")


def shown(page: Watch) -> str:
    return plain(page.texts(WIDGET))


def wait(page: Watch, *wanted: str) -> str:
    return page.wait(lambda page: shown(page) if all(text in shown(page) for text in wanted) else None, str(wanted))


def listed(host: TodayHost, url: str = LIST) -> str:
    return plain(texts(host.scene(url)["card"]))


def add(host: TodayHost, address: str, name: str = "") -> None:
    assert "done" in host.tap_label(host.scene(ADD), "Add", {"address": address, "name": name})


def tap(host: TodayHost, url: str, tooltip: str) -> dict:
    """Taps the button of a page with this tooltip."""
    [found] = [
        each for each in elements(host.scene(url)["card"])
        if each.get("type", "").startswith("Action.") and each.get("tooltip") == tooltip
    ]
    return host.tap_scene(url, found.get("verb"), found["data"])


def test_calendar_shows_once_its_server_is_allowed_and_stays_while_it_fails(
    timed_host: TodayHost, clock: HostClock, web: WebServer
):
    web.answer("/team.ics", document(event("Planning", ":20261121T100000Z", "DURATION:PT1H", "LOCATION:Room 3")))
    timed_host.install(BUNDLE)
    with timed_host.watch(language="en-GB") as page:
        wait(page, "There are no calendars yet. Add an address, a file or a CalDAV server.")
        add(timed_host, f"{web.url}/team.ics")
        wait(page, f"{web.host}: Calendar may not fetch from {web.host} yet.")
        assert web.requests == [], "a calendar is fetched from a server that the person has not allowed"

        timed_host.today(*command(timed_host.scene(LIST)["card"]))
        assert "done" in timed_host.tap_label(timed_host.scene(LIST), "Refresh")
        wait(page, "Planning", "Until {{TIME(2026-11-21T11:00:00Z)}} · Room 3", "{{TIME(2026-11-21T10:00:00Z)}}")
        assert "Team" in listed(timed_host)

        # An update that is still under way would set the time of the next one after the clock has moved.
        timed_host.reload(WIDGET)
        web.answer("/team.ics", status=503)
        clock.advance(minutes=61)
        wait(page, "Planning", "Team: The server answered with status 503.")


def test_widget_follows_what_is_going_on_and_the_day(timed_host: TodayHost, clock: HostClock, web: WebServer):
    web.answer("/a.ics", document(
        event("Breakfast", ";TZID=Europe/Berlin:20261121T100000", "DURATION:PT30M", "RRULE:FREQ=DAILY;COUNT=2"),
        event("Trip", ";VALUE=DATE:20261122", "DTEND;VALUE=DATE:20261124"),
    ))
    timed_host.install(BUNDLE)
    timed_host.today("allow", APP, web.host)
    with timed_host.watch(language="en-GB") as page:
        add(timed_host, f"{web.url}/a.ics")
        first = wait(page, "1 today", "Breakfast", "Tomorrow", "Trip", "All day")
        assert "Now" not in first
        assert first.index("Breakfast") < first.index("Trip")
        clock.set("2026-11-21T09:00:00Z")
        wait(page, "Now · ")
        clock.set("2026-11-21T09:30:00Z")
        page.wait(lambda page: "1 today" not in shown(page), "the end of the last event of the day")
        clock.set("2026-11-21T23:00:00Z")
        today = wait(page, "2 today", "Tomorrow")
        assert today.index("Trip") < today.index("Breakfast") < today.index("Tomorrow")


def test_file_in_the_folder_is_read_each_time(timed_host: TodayHost):
    timed_host.install(BUNDLE)
    assert "Files in the folder" not in listed(timed_host, ADD)
    folder = timed_host.state / "groups/group.today.calendar"
    file = folder / "holidays.ics"
    file.write_text(document(event("Advent", ";VALUE=DATE:20261129"), name="Holidays"))
    (folder / "other").write_text(document(event("Secret", ";VALUE=DATE:20261129")))
    (folder / "link.ics").symlink_to("other")
    timed_host.tap_label(timed_host.scene(ADD), "Add holidays.ics")
    assert "Advent" in listed(timed_host, URL)
    assert "Add holidays.ics" not in listed(timed_host, ADD)
    file.write_text(document(event("New Year", ";VALUE=DATE:20261201"), name="Holidays"))
    assert "New Year" in listed(timed_host, URL)
    file.unlink()
    assert "There is no file holidays.ics in the folder groups/group.today.calendar." in listed(timed_host)
    for path in ("../link.ics", "/etc/link.ics"):
        outcome = timed_host.tap_label(timed_host.scene(ADD), "Add", {"address": path, "name": ""})
        assert "Enter an address such as" in json.dumps(outcome)
    (folder / "large.ics").write_text(document() + " " * (513 * 1024))
    for name in ("link.ics", "large.ics"):
        add(timed_host, name)
    assert "There is no file link.ics in the folder groups/group.today.calendar." in listed(timed_host)
    assert "The calendar is larger than 512 KiB." in listed(timed_host)
    assert "Secret" not in listed(timed_host, URL)


def test_calendars_are_hidden_colored_removed_and_put_back(timed_host: TodayHost, web: WebServer):
    web.answer("/a.ics", document(event("Event of A", ":20261121T100000Z"), name="A"))
    web.answer("/b.ics", document(event("Event of B", ":20261121T110000Z"), name="B"))
    timed_host.install(BUNDLE)
    timed_host.today("allow", APP, web.host)
    with timed_host.watch(language="en-GB") as page:
        add(timed_host, f"{web.url}/a.ics")
        add(timed_host, f"{web.url}/b.ics")
        wait(page, "Event of A", "Event of B")
        dots = [each["url"] for each in elements(page.widgets[WIDGET]["compact"]) if each.get("type") == "Image"]
        assert dots == ["bundle:bar-blue", "bundle:bar-orange"]
        tap(timed_host, LIST, "Change the color of A to orange")
        tap(timed_host, LIST, "Hide B")
        page.wait(lambda page: "Event of B" not in shown(page), "the hidden calendar")
        outcome = tap(timed_host, LIST, "Remove A")
        wait(page, "Nothing is planned for the next two weeks.")
        undo = outcome["done"]["undo"]
        assert undo["message"] == "A was removed."
        timed_host.tap_scene(LIST, undo.get("verb"), undo["data"])
        wait(page, "Event of A")
        [dot] = [each["url"] for each in elements(page.widgets[WIDGET]["compact"]) if each.get("type") == "Image"]
        assert dot == "bundle:bar-orange"


def sign_in(host: TodayHost, server: CalDAVServer, password: str | None = None) -> dict:
    return host.tap_label(
        host.scene(ACCOUNT), "Find Calendars",
        {"address": server.url, "user": server.USER, "password": password or server.PASSWORD},
    )


def test_calendars_of_a_caldav_server_are_found_and_read(
    timed_host: TodayHost, clock: HostClock, caldav: CalDAVServer
):
    caldav.make_calendar("work", "Work")
    caldav.make_calendar("tasks", "Tasks", component="VTODO")
    caldav.make_calendar("home", "Home &amp; garden")
    caldav.put("work", "standup", "DTSTART;TZID=Europe/Berlin:20200106T093000", "DURATION:PT15M",
               "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "SUMMARY:Standup")
    caldav.put("work", "old", "DTSTART:20190106T093000Z", "SUMMARY:Long ago")
    caldav.put("home", "water", "DTSTART;VALUE=DATE:20261122", "SUMMARY:Water the plants")
    timed_host.install(BUNDLE)
    # Its server has to be allowed first: the form opens again with a button that asks for that.
    asking = sign_in(timed_host, caldav)["done"]["open"]
    form = timed_host.scene(asking)
    assert f"today://hosts/{quote(caldav.host, safe='')}" in json.dumps(form)
    assert f"today allow {APP} {caldav.host}" in json.dumps(form)
    assert caldav.url in json.dumps(form) and caldav.USER in json.dumps(form)
    # A link from elsewhere fills in nothing.
    assert caldav.host not in timed_host.today("open", asking).stdout
    timed_host.today("allow", APP, caldav.host)
    allowed = json.dumps(timed_host.scene(asking))
    assert "today allow" not in allowed and caldav.url in allowed
    assert "does not accept this name and password" in json.dumps(sign_in(timed_host, caldav, "wrong"))
    assert "done" in sign_in(timed_host, caldav)
    assert "Work" in listed(timed_host) and "Home & garden" in listed(timed_host)
    assert "Tasks" not in listed(timed_host)
    with timed_host.watch(language="en-GB") as page:
        wait(page, "Water the plants", "Standup", "{{TIME(2026-11-23T08:30:00Z)}}")
        assert "Long ago" not in listed(timed_host, URL)
        # The next update is counted from the end of the one that runs because the screen was opened.
        eventually(lambda: any("opened" in each["reasons"] for each in timed_host.ledger(WIDGET)), "the update")
        caldav.put("home", "cook", "DTSTART:20261121T120000Z", "SUMMARY:Cook")
        clock.advance(minutes=15)
        wait(page, "Cook")
    # The password is on no page and in no action.
    scenes = json.dumps([timed_host.scene(url) for url in (URL, LIST, ADD, ACCOUNT)])
    assert caldav.PASSWORD not in scenes and json.dumps(caldav.PASSWORD)[1:-1] not in scenes
    removal = json.dumps(tap(timed_host, LIST, "Remove Work"))
    assert caldav.PASSWORD not in removal and json.dumps(caldav.PASSWORD)[1:-1] not in removal


def test_password_is_not_sent_without_encryption(timed_host: TodayHost):
    timed_host.install(BUNDLE)
    outcome = timed_host.tap_label(
        timed_host.scene(ACCOUNT), "Find Calendars",
        {"address": "http://dav.example.org/", "user": "kim", "password": "secret"},
    )
    assert "A password is sent only over an encrypted connection" in json.dumps(outcome)


def test_document_that_is_not_read_is_named(timed_host: TodayHost, web: WebServer):
    timed_host.install(BUNDLE)
    timed_host.today("allow", APP, web.host)
    for name, body, sentence in (
        ("Page", "<html><body>Hello</body></html>", "This is not an iCalendar file."),
        ("Half", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", "The calendar is incomplete."),
        ("Large", "BEGIN:VCALENDAR\r\n" + " " * (600 * 1024), "The calendar is larger than 512 KiB."),
        ("Deep", "BEGIN:VCALENDAR\r\n" + "BEGIN:VEVENT\r\n" * 30_000, "This is not an iCalendar file."),
    ):
        web.answer(f"/{name}", body)
        outcome = timed_host.tap_label(timed_host.scene(ADD), "Add", {"address": f"{web.url}/{name}", "name": name})
        assert outcome["invalidInputs"]["errors"] == {"address": sentence}
    assert "There are no calendars yet." in listed(timed_host, URL)


class Rules:
    """Events with random rules, the same for each seed."""

    ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"]
    DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    def __init__(self, seed: int, now: datetime) -> None:
        self._random = random.Random(seed)
        self._now = now

    def some(self, values: list, most: int) -> str:
        return ",".join(str(value) for value in self._random.sample(values, self._random.randint(1, most)))

    def rule(self, start: datetime) -> str:
        """A rule that selects its start, as RFC 5545 demands."""
        day, month, weekday = start.day, start.month, self.DAYS[start.weekday()]
        nth, last = (day - 1) // 7 + 1, (start + timedelta(days=7)).month != month
        days = sorted({weekday, *self._random.sample(self.DAYS, 2)})
        rule = self._random.choice([
            "FREQ=DAILY", f"FREQ=DAILY;BYDAY={','.join(days)}", f"FREQ=DAILY;BYMONTH={month},{month % 12 + 1}",
            "FREQ=WEEKLY", f"FREQ=WEEKLY;BYDAY={','.join(days)};WKST={self._random.choice(self.DAYS)}",
            "FREQ=MONTHLY", f"FREQ=MONTHLY;BYMONTHDAY={day},-1,15", f"FREQ=MONTHLY;BYDAY={nth}{weekday},-1FR",
            f"FREQ=MONTHLY;BYDAY={-1 if last else nth}{weekday}", f"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,{nth}",
            "FREQ=YEARLY", f"FREQ=YEARLY;BYMONTH={month},12;BYDAY={nth}{weekday}",
            f"FREQ=YEARLY;BYYEARDAY={start.timetuple().tm_yday},-35,330", f"FREQ=YEARLY;BYMONTHDAY={day};BYMONTH=11,12,{month}",
        ])
        if "BYSETPOS" not in rule or "MONTHLY" not in rule:
            rule += self._random.choice(["", "", f";INTERVAL={self._random.randint(2, 3)}"])
        end = self._now + timedelta(days=self._random.randint(-5, 20))
        # Whether a start that the rule does not select counts is not defined.
        count = "" if "BYSETPOS" in rule else f";COUNT={self._random.randint(1, 900)}"
        until = f";UNTIL={end.astimezone(timezone.utc):%Y%m%dT%H%M%SZ}"
        return rule + self._random.choice(["", "", count, until])

    def event(self, number: int) -> str:
        zone = self._random.choice(self.ZONES)
        start = datetime(2024 + self._random.randint(0, 1), self._random.randint(1, 10), self._random.randint(1, 28),
                         self._random.randint(0, 23), self._random.choice([0, 30]), tzinfo=ZoneInfo(zone))
        rule = self.rule(start)
        excluded = self._now.date() + timedelta(days=self._random.randint(0, 6))
        return event(
            f"Event {number}", f";TZID={zone}:{start:%Y%m%dT%H%M%S}", "DURATION:PT45M", f"RRULE:{rule}",
            f"EXDATE;TZID={zone}:{excluded:%Y%m%d}T{start:%H%M%S}",
        )


MACRO = re.compile(r"\{\{TIME\(([^)]*)\)\}\}")


def starts(host: TodayHost) -> list[tuple[str, str]]:
    """The title and the start of each event on the page, in UTC."""
    lines = texts(host.scene(URL)["card"])
    found = []
    # A row says when an event ends and then when it begins, or from when on it goes beyond the day.
    for title, detail, start in zip(lines, lines[1:], [*lines[2:], ""]):
        macro = MACRO.fullmatch(start) or ("From" in detail and MACRO.search(detail))
        if title.startswith("Event ") and macro:
            found.append((title, macro.group(1)))
    return found


def test_repetitions_are_those_of_another_implementation(
    timed_host: TodayHost, clock: HostClock, web: WebServer, subtests: pytest.Subtests
):
    """Two weeks in which clocks change, with zones on both sides of the world."""
    timed_host.install(BUNDLE)
    timed_host.today("allow", APP, web.host)
    web.answer("/a.ics", document())
    add(timed_host, f"{web.url}/a.ics")
    for now in "2026-03-25T08:00:00Z", "2026-10-21T08:00:00Z":
        clock.set(now)
        for seed in range(6):
            with subtests.test(now=now, seed=seed):
                check_repetitions(timed_host, clock, web, seed)


def check_repetitions(host: TodayHost, clock: HostClock, web: WebServer, seed: int) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    rules = Rules(seed, clock.now)
    text = document(*(rules.event(number) for number in range(25)))
    first = datetime.combine(clock.now.astimezone(berlin).date(), datetime.min.time(), berlin)
    last = datetime.combine(first.date() + timedelta(days=14), datetime.min.time(), berlin)
    expected = sorted(
        (str(each["SUMMARY"]), f"{each['DTSTART'].dt.astimezone(timezone.utc):%Y-%m-%dT%H:%M:%SZ}")
        for each in recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(first, last)
        if first <= each["DTSTART"].dt < last
    )
    web.answer("/a.ics", text)
    assert "done" in host.tap_label(host.scene(LIST), "Refresh")
    assert 0 < len(expected) < 150, "choose another seed"
    assert sorted(starts(host)) == expected
