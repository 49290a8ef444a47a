"""What the person allows: asked once, changed at any time, and in force at once."""

from __future__ import annotations

import json

import pytest

from clock import HostClock
from notifier import Notifier, NotificationWatch
from today_host import TodayHost
from waiting import eventually


@pytest.fixture
def unasked(timed_host: TodayHost, fixture_app) -> Notifier:
    """A host with the notifier installed, which has not asked for anything."""
    timed_host.install(fixture_app("notifier", app=Notifier.PROGRAM, groups=[Notifier.GROUP]))
    return Notifier(timed_host)


def settings(notifier: Notifier, *options: str) -> dict:
    return notifier.host.today_json("settings", "notifier", *options)


def test_person_is_asked_once(unasked: Notifier):
    with NotificationWatch(unasked.host) as page:
        first = unasked.ask("notifications/authorize", options=["alert", "badge"])
        assert first == {"authorization": "notDetermined", "allowed": [], "alertStyle": "none"}
        page.wait(lambda page: page.summary_now.get("questions"), "the question")
        [question] = page.summary_now["questions"]
        assert sorted(question["wanted"]) == ["alert", "badge"]
        assert "to be answered" in unasked.host.today("settings").stdout
        assert "today settings test.notifier --allow" in unasked.host.today("notifications", "list").stdout

        settings(unasked, "--allow")
        page.wait(lambda page: not page.summary_now["questions"], "the answer")
        again = unasked.ask("notifications/authorize", options=["alert", "badge"])
        assert (again["authorization"], sorted(again["allowed"])) == ("authorized", ["alert", "badge"])
        unasked.add("fence")
        page.wait_for("fence")
        assert not page.summary_now["questions"]

        unasked.ask("notifications/authorize", options=["alert", "badge", "sound"])
        page.wait(lambda page: page.summary_now["questions"], "the question for sounds alone")
        assert page.summary_now["questions"][0]["wanted"] == ["sound"]
        settings(unasked, "--badges", "off")
        assert settings(unasked, "--allow")["allowed"] == ["alert"]  # Answered with the badges: no sounds.


def test_what_an_app_sends_before_it_may_is_counted(unasked: Notifier):
    unasked.add("early")
    held = [{"app": "test.notifier", "appTitle": "Notifier", "count": 1, "isKept": True}]
    eventually(lambda: unasked.host.today_json("notifications")["heldBack"] == held, "what is held back")
    listed = unasked.host.today("notifications").stdout
    assert "Held back until you allow it: 1 notification of Notifier" in listed and "early" not in listed


def test_no_is_kept(unasked: Notifier):
    unasked.ask("notifications/authorize", options=["alert"])
    assert settings(unasked, "--deny")["authorization"] == "denied"
    denied = {"authorization": "denied", "allowed": [], "alertStyle": "none"}
    assert unasked.ask("notifications/authorize", options=["alert"]) == denied
    unasked.host.kill()
    unasked.host.start()
    assert unasked.ask("notifications/settings") == denied


def test_settings_in_force_come_with_initialize(unasked: Notifier):
    assert unasked.ask("initialize") == {"authorization": "notDetermined", "allowed": [], "alertStyle": "none"}
    unasked.ask("notifications/authorize", options=["alert", "badge"])
    settings(unasked, "--allow", "--badges", "off", "--style", "alert")

    unasked.host.kill()
    unasked.host.start()

    assert unasked.ask("initialize") == {"authorization": "authorized", "allowed": ["alert"], "alertStyle": "alert"}
    assert unasked.ask("notifications/settings") == unasked.ask("initialize")


def test_what_came_before_the_answer_shows_after_a_yes(unasked: Notifier):
    with NotificationWatch(unasked.host) as page:
        unasked.ask("notifications/authorize", options=["alert", "badge"])
        unasked.add("early", badge=2)
        unasked.host.today("notify", "fence")
        page.wait_for("fence")
        assert page.badges == {}

        settings(unasked, "--allow")

        page.wait_for("early", "fence")
        page.wait_for_badge(Notifier.APP, 2)


def test_denied_app_shows_nothing_and_is_told(notifier: Notifier):
    with NotificationWatch(notifier.host) as page:
        notifier.add("before", badge=2)
        page.wait_for("before")
        page.wait_for_badge(Notifier.APP, 2)

        settings(notifier, "--deny")

        page.wait_for()
        page.wait_for_badge(Notifier.APP, 0)
        told = {"authorization": "denied", "allowed": [], "alertStyle": "none"}  # It was told of the permission before.
        notifier.host.wait_for_defaults(
            Notifier.SCENE, lambda: json.loads(notifier.default("settings") or "{}") == told, "settings/changed"
        )
        notifier.add("after", badge=3)
        notifier.host.today("notify", "fence")
        page.wait_for("fence")
        assert page.badges == {}
        assert "after" not in page.arrivals


def test_each_switch_is_its_own(notifier: Notifier):
    names = {"alerts": "alert", "sounds": "sound", "badges": "badge"}
    with NotificationWatch(notifier.host) as page:
        for number, switch in enumerate(names):
            hello, fence, again = (f"{title} {switch}" for title in ("hello", "fence", "again"))
            assert sorted(settings(notifier)["allowed"]) == ["alert", "badge", "sound"]
            off = settings(notifier, f"--{switch}", "off")
            assert sorted(off["allowed"]) == sorted(set(names.values()) - {names[switch]})
            assert sorted(notifier.ask("notifications/settings")["allowed"]) == off["allowed"]

            notifier.add(hello, badge=7 + number, sound="default")
            notifier.host.today("notify", fence)
            page.wait(lambda page: fence in page.titles, "the fence")

            assert (hello in page.titles) == (switch != "alerts")
            assert page.badges.get(Notifier.APP, 0) == (0 if switch == "badges" else 7 + number)
            if switch != "alerts":
                assert page.find(hello).get("sound") == (None if switch == "sounds" else "default")

            settings(notifier, f"--{switch}", "on")
            notifier.add(again, badge=20 + number, sound="default")
            page.wait_for_badge(Notifier.APP, 20 + number)
            shown = page.wait(lambda page: page.find(again) if again in page.titles else None, again)
            assert shown["sound"] == "default"


def test_person_chooses_how_notifications_appear(notifier: Notifier):
    with NotificationWatch(notifier.host) as page:
        for style in ("alert", "none", "banner"):
            assert settings(notifier, "--style", style)["alertStyle"] == style
            assert notifier.ask("notifications/settings")["alertStyle"] == style
            notifier.add(style, badge=len(style))
            page.wait_for_badge(Notifier.APP, len(style))
        page.wait_for("alert", "banner", "none")
        page.wait(lambda page: page.arrivals == ["alert", "banner"], "the arrival of all but the listed one")
        shown = notifier.host.today_json("notifications", "list")["notifications"]
        listed = {each["title"]: each["alertStyle"] for each in shown}
        # With another style nothing waits for an answer any more.
        assert listed == {"alert": "banner", "none": "none", "banner": "banner"}

        quiet = settings(notifier, "--quiet", "--style", "alert")
        assert (quiet["isQuiet"], quiet["alertStyle"]) == (True, "alert")
        assert notifier.ask("notifications/settings")["alertStyle"] == "none"
        notifier.host.kill()
        notifier.host.start()
    with NotificationWatch(notifier.host) as page:
        notifier.add("quiet", badge=99, sound="default", interruptionLevel="time-sensitive")
        page.wait(lambda page: "quiet" in page.titles, "quiet")
        settings(notifier, "--no-quiet")
        notifier.add("loud")
        page.wait(lambda page: page.summary_now.get("alert"), "the alert")
        assert page.summary_now["alert"]["title"] == "loud"
        page.wait(lambda page: page.arrivals == ["loud"], "the arrival of the loud one alone")
        assert page.badges == {Notifier.APP: len("banner")}
        assert ", alert" in notifier.host.today("notifications", "list").stdout


def test_quiet_hours_let_only_time_sensitive_ones_through(notifier: Notifier, clock: HostClock):
    notifier.host.today("settings", "--quiet-hours", "22:00-07:00")
    assert "Quiet hours: 22:00-07:00" in notifier.host.today("settings").stdout
    # It is 09:00 in Berlin.
    notifier.add("night", trigger={"after": 14 * 3600.0}, badge=1)
    notifier.add("urgent", trigger={"after": 14 * 3600.0}, interruptionLevel="time-sensitive")
    notifier.add("morning", trigger={"after": 22 * 3600.0})
    notifier.host.kill()
    notifier.host.start()
    with NotificationWatch(notifier.host) as page:
        clock.advance(hours=14)
        page.wait_for("night", "urgent")
        page.wait_for_badge(Notifier.APP, 1)
        page.wait(lambda page: page.arrivals == ["urgent"], "the arrival of the urgent one")
        clock.advance(hours=8)
        page.wait(lambda page: page.arrivals == ["urgent", "morning"], "the arrival in the morning")

        off = notifier.host.today_json("settings", "--quiet-hours", "off")
        assert off == {"isOn": False, "from": "22:00", "to": "07:00"}
        notifier.add("later", trigger={"after": 16 * 3600.0})
        clock.advance(hours=16)
        page.wait(lambda page: page.arrivals == ["urgent", "morning", "later"], "the arrival without quiet hours")


def test_style_that_does_not_exist_is_refused(notifier: Notifier):
    result = notifier.host.today("settings", "notifier", "--style", "loud", status=2)
    assert "none, banner" in result.stderr or "'none', 'banner'" in result.stderr
    assert "Name the app" in notifier.host.today("settings", "--quiet", status=2).stderr
    assert settings(notifier)["alertStyle"] == "banner"


def test_passive_one_is_listed_without_a_banner(notifier: Notifier):
    with NotificationWatch(notifier.host) as page:
        notifier.add("quiet", sound="default", interruptionLevel="passive")
        shown = page.wait_for("quiet")
        assert page.arrivals == [] and "sound" not in shown and shown["level"] == "passive"


def test_badge_is_one_number_everywhere(notifier: Notifier):
    def listed() -> int:
        [app] = notifier.host.today_json("list")
        return app["badge"]

    with NotificationWatch(notifier.host) as page:
        notifier.add("hello", badge=3)
        page.wait_for_badge(Notifier.APP, 3)
        assert listed() == 3
        assert notifier.ask("notifications/badge", inside=True, number=12) == {"number": 12}
        page.wait_for_badge(Notifier.APP, 12)
        assert notifier.ask("notifications/badge") == {"number": 12}
        assert "12" in notifier.host.today("list").stdout.split()
        notifier.add("again")  # Says nothing of the badge.
        page.wait_for("again", "hello")
        assert listed() == 12
        notifier.add("clear", badge=0)
        page.wait_for_badge(Notifier.APP, 0)
        assert listed() == 0
        with pytest.raises(AssertionError, match="999"):
            notifier.ask("notifications/badge", number=1_000_000)


def test_switch_of_an_app_without_a_decision_is_refused(unasked: Notifier):
    result = unasked.host.today("settings", "notifier", "--alerts", "off", status=1)
    assert "--allow" in result.stderr
    assert "not asked" in unasked.host.today("settings", "notifier").stdout


def test_scripts_have_settings_like_any_app(timed_host: TodayHost):
    with NotificationWatch(timed_host) as page:
        assert timed_host.today_json("settings", "scripts")["authorization"] == "authorized"
        timed_host.today("settings", "Scripts", "--deny")
        timed_host.today("notify", "unseen")
        timed_host.today("settings", "org.today.Scripts", "--allow")
        timed_host.today("notify", "seen")
        page.wait_for("seen")
