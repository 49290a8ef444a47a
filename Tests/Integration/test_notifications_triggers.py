"""When notifications come: every kind of trigger, across restarts, downtime and time zones, by the host's own clock."""

from __future__ import annotations

from datetime import datetime

import pytest

from clock import HostClock
from notifier import Notifier, NotificationWatch

MINUTE = {"after": 60.0}
DAILY = {"calendar": {"hour": 9, "minute": 30}, "repeats": True}


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def due(notifier: Notifier, identifier: str) -> datetime:
    """When a request is due next."""
    [found] = [each for each in notifier.pending() if each["identifier"] == identifier]
    return moment(found["due"])


def delivered_at(shown: dict) -> datetime:
    return moment(shown["date"]["$date"])


def fence(notifier: Notifier, page: NotificationWatch, name: str = "fence") -> None:
    """Delivers something now and waits for it: whatever was due before has been delivered by then."""
    notifier.add(name)
    page.wait(lambda page: name in page.titles, name)


def test_now_is_now(notifier: Notifier, clock: HostClock):
    with NotificationWatch(notifier.host) as page:
        notifier.add("now", subtitle="Second line", body="Text", sound="default")

        shown = page.wait_for("now")

        assert shown["subtitle"] == "Second line" and shown["body"] == "Text" and shown["sound"] == "default"
        assert delivered_at(shown) == clock.now and "due" not in shown
        assert page.arrivals == ["now"]
        assert notifier.pending() == []


def test_badge_without_text_comes_at_its_time_and_shows_nothing(notifier: Notifier, clock: HostClock):
    with NotificationWatch(notifier.host) as page:
        without_text = {"identifier": "set", "content": {"badge": 7}, "trigger": {"after": 60.0}}
        notifier.ask("notifications/add", request=without_text)
        notifier.add("clear", {"after": 120.0}, title=" ", badge=0)
        fence(notifier, page)
        assert page.badges == {}

        clock.advance(seconds=60)
        page.wait_for_badge(Notifier.APP, 7)
        clock.advance(seconds=60)
        page.wait_for_badge(Notifier.APP, 0)

        assert page.arrivals == page.titles == ["fence"]
        assert notifier.pending() == []


def test_interval_comes_at_its_time_and_not_before(notifier: Notifier, clock: HostClock):
    with NotificationWatch(notifier.host) as page:
        notifier.add("tea", {"after": 300.0}, True)
        notifier.add("coffee", {"after": 300.0}, False)
        clock.advance(seconds=299.999)
        fence(notifier, page)
        assert page.titles == ["fence"]

        clock.advance(seconds=0.001)

        page.wait_for("fence", "tea", "coffee")
        assert delivered_at(page.find("tea")) == delivered_at(page.find("coffee")) == clock.now
        assert notifier.pending() == []


def test_repeating_interval_comes_each_time_and_keeps_its_beat(notifier: Notifier, clock: HostClock):
    begin = clock.now
    with NotificationWatch(notifier.host) as page:
        notifier.add("drink", {"after": 3600.0, "repeats": True})
        for count in range(1, 4):
            clock.advance(hours=1)
            page.wait(lambda page: page.arrivals == ["drink"] * count, f"{count} times")
        assert len(page.shown) == 1  # In place.
        clock.advance(minutes=90)
        page.wait(lambda page: len(page.arrivals) == 4, "the fourth time")

        [pending] = notifier.pending()

        assert pending["repeats"] is True
        assert (moment(pending["due"]) - begin).total_seconds() == 5 * 3600


def test_repeating_ones_do_not_pile_up(notifier: Notifier, clock: HostClock):
    with NotificationWatch(notifier.host) as page:
        notifier.add("hourly", {"after": 3600.0, "repeats": True})
        notifier.add("daily", DAILY)
        clock.advance(days=10, minutes=5)
        page.wait_for("daily", "hourly")
        fence(notifier, page)

        assert sorted(page.arrivals) == ["daily", "fence", "hourly"]
        assert due(notifier, "hourly") == moment("2026-12-01T09:00:00Z")
        assert due(notifier, "daily") == moment("2026-12-01T08:30:00Z")


def test_calendar_in_a_zone_of_its_own_ignores_the_persons(notifier: Notifier, clock: HostClock):
    with NotificationWatch(notifier.host) as page:
        notifier.add("tokyo", {"calendar": {"hour": 18}, "timeZone": "Asia/Tokyo"})
        assert due(notifier, "tokyo") == moment("2026-11-21T09:00:00Z")
        clock.set(clock.now, zone="America/New_York")
        fence(notifier, page)
        assert due(notifier, "tokyo") == moment("2026-11-21T09:00:00Z")

        clock.set("2026-11-21T09:00:00Z")

        page.wait_for("fence", "tokyo")


def test_calendar_without_a_zone_follows_the_person(notifier: Notifier, clock: HostClock):
    with NotificationWatch(notifier.host) as page:
        notifier.add("breakfast", {"calendar": {"year": 2026, "month": 11, "day": 22, "hour": 8}})
        assert due(notifier, "breakfast") == moment("2026-11-22T07:00:00Z")

        clock.set("2026-11-21T09:00:00Z", zone="Asia/Tokyo")

        page.wait_for()  # The stream is there; what moves is not shown.
        fence(notifier, page)
        assert due(notifier, "breakfast") == moment("2026-11-21T23:00:00Z")
        clock.set("2026-11-21T23:00:00Z")
        page.wait_for("breakfast", "fence")


def test_calendar_keeps_to_the_clock_on_the_wall(notifier: Notifier, clock: HostClock):
    with NotificationWatch(notifier.host) as page:
        for now, units, expected in (
            ("2026-11-21T08:00:00Z", {"weekday": 2, "hour": 7}, ["2026-11-23T06:00:00Z", "2026-11-30T06:00:00Z"]),
            ("2027-01-30T12:00:00Z", {"day": 31, "hour": 12}, ["2027-01-31T11:00:00Z", "2027-03-31T10:00:00Z"]),
            # The clocks of Berlin have 02:00 to 03:00 twice on 31 October 2027 and skip them on 27 March 2033.
            ("2027-10-30T12:00:00Z", {"hour": 2, "minute": 30}, ["2027-10-31T00:30:00Z", "2027-11-01T01:30:00Z"]),
            ("2028-01-01T12:00:00Z", {"month": 2, "day": 29}, ["2028-02-28T23:00:00Z", "2032-02-28T23:00:00Z"]),
            ("2033-03-26T12:00:00Z", {"hour": 2, "minute": 30}, ["2033-03-27T01:00:00Z", "2033-03-28T00:30:00Z"]),
        ):
            clock.set(now)
            before = len(page.arrivals)
            notifier.add("wall", {"calendar": units, "repeats": True})
            for count, each in enumerate(expected, before + 1):
                assert due(notifier, "wall") == moment(each)
                clock.set(each)
                page.wait(lambda page: len(page.arrivals) == count, each)
            notifier.ask("notifications/remove", pending=True, delivered=True, identifiers=["wall"])


def test_trigger_that_never_comes_is_refused_and_nothing_is_kept(notifier: Notifier):
    for trigger, words in (
        ({"calendar": {"month": 2, "day": 30}}, "never comes"),
        ({"calendar": {"year": 2020}}, "never comes"),
        ({"calendar": {}}, "calendar"),
        ({"calendar": {"hour": 24}}, "hour"),
        ({"calendar": {"hour": 8}, "timeZone": "Europe/Belrin"}, "Europe/Belrin"),
        ({"after": 0.0}, "0"),
        ({"after": 30.0, "repeats": True}, "60"),
        ({}, "after"),
    ):
        request = {"identifier": "never", "content": {"title": "never"}, "trigger": trigger}
        with pytest.raises(AssertionError, match=words):
            notifier.ask("notifications/add", request=request)
        assert notifier.pending() == [], trigger


def test_malformed_content_leaves_nothing_half_stored(notifier: Notifier):
    with NotificationWatch(notifier.host) as page:
        good = {"identifier": "good", "content": {"title": "good"}, "trigger": {"now": True}}
        bad = {"identifier": "bad", "content": {"title": "", "body": "bad", "badge": 3}, "trigger": {"now": True}}
        with pytest.raises(AssertionError, match="title"):
            notifier.ask_all(
                [
                    {"method": "notifications/add", "params": {"request": good}, "inside": True},
                    {"method": "notifications/add", "params": {"request": bad}, "inside": True},
                ]
            )
        fence(notifier, page)
        assert page.titles == ["fence"] and page.badges == {} and notifier.pending() == []


def test_pending_request_is_replaced(notifier: Notifier, clock: HostClock):
    with NotificationWatch(notifier.host) as page:
        notifier.add("tea", {"after": 300.0}, title="Green tea")
        notifier.add("tea", {"after": 600.0}, title="Black tea")
        clock.advance(minutes=5)
        fence(notifier, page)
        assert page.titles == ["fence"]

        clock.advance(minutes=5)

        page.wait_for("fence", "Black tea")


def test_delivered_notification_is_updated_in_place_on_every_surface(notifier: Notifier):
    with NotificationWatch(notifier.host) as page, NotificationWatch(notifier.host, language="ja-JP") as other:
        notifier.add("score", title="1:0")
        number = page.wait_for("1:0")["id"]
        other.wait_for("1:0")

        notifier.add("score", title="1:1")

        assert page.wait_for("1:1")["id"] == number
        assert other.wait_for("1:1")["id"] == number
        [listed] = notifier.host.today_json("notifications", "list")["notifications"]
        assert (listed["id"], listed["title"]) == (number, "1:1")


def test_replacing_one_that_is_delivered_and_pending_changes_both(notifier: Notifier, clock: HostClock):
    with NotificationWatch(notifier.host) as page:
        notifier.add("drink", {"after": 3600.0, "repeats": True}, title="Water")
        clock.advance(hours=1)
        number = page.wait_for("Water")["id"]

        notifier.add("drink", {"after": 60.0}, title="Juice")
        clock.advance(minutes=1)

        assert page.wait_for("Juice")["id"] == number
        assert notifier.pending() == []


def test_schedules_survive_the_host_killed(notifier: Notifier, clock: HostClock):
    notifier.add("tea", {"after": 300.0})
    notifier.add("daily", DAILY)
    before = notifier.pending()

    notifier.host.kill()
    notifier.host.start()

    assert notifier.pending() == before
    with NotificationWatch(notifier.host) as page:
        clock.advance(minutes=5)
        page.wait_for("tea")
        assert "due" not in page.find("tea")


def test_what_fell_due_while_the_host_was_down_comes_once_and_late(notifier: Notifier, clock: HostClock):
    notifier.add("tea", {"after": 300.0})
    notifier.add("hourly", {"after": 3600.0, "repeats": True})
    notifier.add("later", {"after": 90_000.0})
    notifier.host.kill()
    clock.advance(hours=5, minutes=20)
    notifier.host.start()

    with NotificationWatch(notifier.host) as page:
        page.wait_for("hourly", "tea")
        assert moment(page.find("tea")["due"]["$date"]) == moment("2026-11-21T08:05:00Z")
        assert delivered_at(page.find("tea")) == clock.now
        assert due(notifier, "hourly") == moment("2026-11-21T14:00:00Z")
        text = notifier.host.today("notifications", "list").stdout
        assert text.count("late") >= 2

        notifier.host.kill()
    notifier.host.start()
    with NotificationWatch(notifier.host) as page:
        page.wait_for("hourly", "tea")  # Still there, and not delivered again.
        fence(notifier, page)
        assert page.arrivals == ["fence"]


def test_delivered_ones_survive_the_host_killed(notifier: Notifier):
    with NotificationWatch(notifier.host) as page:
        notifier.add("tea")
        number = page.wait_for("tea")["id"]
    notifier.host.kill()
    notifier.host.start()
    with NotificationWatch(notifier.host) as page:
        assert page.wait_for("tea")["id"] == number
        assert page.arrivals == []


def test_clock_that_is_set_back_delivers_nothing_twice(notifier: Notifier, clock: HostClock):
    with NotificationWatch(notifier.host) as page:
        notifier.add("tea", {"after": 300.0})
        clock.advance(minutes=5)
        page.wait_for("tea")
        clock.advance(hours=-2)
        fence(notifier, page)
        clock.advance(hours=3)
        fence(notifier, page, "other")
        assert page.arrivals == ["tea", "fence", "other"]


def test_app_lists_and_takes_back_what_is_its_own(notifier: Notifier):
    with NotificationWatch(notifier.host) as page:
        for name in ("a", "b", "c"):
            notifier.add(name, MINUTE)
            notifier.add(f"shown {name}")
        page.wait_for("shown a", "shown b", "shown c")
        assert [each["identifier"] for each in notifier.ask("notifications/pending")["requests"]] == ["a", "b", "c"]
        delivered = notifier.ask("notifications/delivered")["notifications"]
        assert [each["request"]["identifier"] for each in delivered] == ["shown a", "shown b", "shown c"]

        notifier.ask("notifications/remove", identifiers=["a", "shown b", "nothing"], pending=True, delivered=True)
        page.wait_for("shown a", "shown c")
        assert [each["identifier"] for each in notifier.pending()] == ["b", "c"]

        notifier.ask("notifications/remove", inside=True, pending=True, delivered=False)
        assert notifier.pending() == []
        notifier.ask("notifications/remove", inside=True, pending=False, delivered=True)
        page.wait_for()


def test_command_line_lists_and_removes(notifier: Notifier):
    with NotificationWatch(notifier.host) as page:
        for name in ("a", "b"):
            notifier.add(name, MINUTE)
            notifier.add(f"shown {name}")
        number = page.wait_for("shown a", "shown b")["id"]
        today = notifier.host.today

        assert "shown a" in today("notifications", "list", "notifier").stdout
        assert today("notifications", "pending").stdout.count("Notifier") == 2
        today("notifications", "remove", "notifier", str(number), "b")
        page.wait_for("shown b")
        assert [each["identifier"] for each in notifier.pending()] == ["a"]
        today("notifications", "remove", "notifier", "--all")
        page.wait_for()
        assert today("notifications", "pending").stdout == "Nothing is scheduled.\n"


def test_more_than_64_can_be_pending(notifier: Notifier):
    notifier.ask_all(
        [
            {
                "method": "notifications/add",
                "params": {
                    "request": {"identifier": f"{n:03}", "content": {"title": str(n)}, "trigger": {"after": 3600.0 + 10 * n}}
                },
                "inside": True,
            }
            for n in range(200)
        ]
    )
    assert len(notifier.host.today_json("notifications", "pending", "--limit", "1000")) == 200


def test_flood_for_one_minute_is_refused_and_displaces_nobody(notifier: Notifier, clock: HostClock):
    host = notifier.host
    other = host.today("notify", "Mine", "--in", "1h", "--id", "mine").stdout.strip()
    request = {"content": {"title": "Flood"}, "trigger": {"after": 3600.0}}
    with pytest.raises(Exception, match="for this minute already"):
        notifier.ask_all(
            [
                {"method": "notifications/add", "params": {"request": {"identifier": str(n), **request}}, "inside": False}
                for n in range(100)
            ]
        )
    pending = host.today_json("notifications", "pending", "--limit", "1000")
    assert len(pending) == 61 and other in [each["identifier"] for each in pending]

    with NotificationWatch(host) as page:
        clock.advance(seconds=3600)
        page.wait(lambda page: len(page.titles) == 61, "everything that was scheduled")
        assert "Mine" in page.titles


def test_uninstalled_app_leaves_nothing(notifier: Notifier):
    with NotificationWatch(notifier.host) as page:
        notifier.add("a", MINUTE, badge=2)
        notifier.add("b", badge=3)
        page.wait_for("b")
        notifier.host.today("uninstall", "notifier", "--yes")
        page.wait_for()
        page.wait_for_badge(Notifier.APP, 0)
        assert notifier.host.today_json("notifications", "pending") == []
