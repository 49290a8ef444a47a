"""Notifications on a Linux desktop: a real dunst, on a session bus of the test's own."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from bundle_images import DRAWING, give_icon, png
from clock import HostClock
from desktop import Desktop
from habits import Habits
from notifier import NotificationWatch, Notifier
from today_host import TodayHost

#: Actions of every kind; the bubble shows the two of the minimal context.
CATEGORY = {
    "identifier": "all",
    "options": ["customDismissAction"],
    "actions": [
        {"identifier": "plain", "title": "Plain"},
        {"identifier": "show", "title": "Show", "options": ["foreground"]},
        {"identifier": "wipe", "title": "Wipe", "options": ["destructive", "authenticationRequired"]},
        {"identifier": "say", "title": "Say", "textInput": {"buttonTitle": "Send", "placeholder": "What?"}},
    ],
}
TITLES = {action["identifier"]: action["title"] for action in CATEGORY["actions"]}


def offer(notifier: Notifier, *minimal: str) -> None:
    """Has the app set the category, with these actions in the minimal context."""
    actions = {action["identifier"]: action for action in CATEGORY["actions"]}
    notifier.offer({**CATEGORY, "minimalActions": [actions[identifier] for identifier in minimal]})


def test_what_arrives_shows_as_a_bubble(desktop: Desktop, notifier: Notifier):
    dunst = desktop.start_dunst()
    offer(notifier, "plain", "wipe")

    notifier.add(
        "milk", title="Buy <milk> & bread", subtitle="Two < three", body="Now & <b>here</b>", categoryIdentifier="all",
        interruptionLevel="time-sensitive", sound="bell",
    )
    bubble = desktop.wait_for_bubble("Buy <milk> & bread")

    assert bubble.app == "Notifier"
    assert bubble.body == "Two &lt; three\nNow &amp; &lt;b&gt;here&lt;/b&gt;"
    assert bubble.buttons == {"default": "Open", "plain": "Plain", "wipe": "Wipe"}
    assert bubble.hints == {
        "urgency": 2, "desktop-entry": "org.today.Today", "category": "x-today.notification", "sound-name": "bell",
    }
    assert bubble.replaces == 0 and bubble.timeout == -1
    assert dunst.displayed == 1


@pytest.mark.parametrize(("ending", "icon"), [("png", png(64)), ("svg", DRAWING.encode())], ids=["png", "svg"])
def test_bubble_has_the_icon_of_its_app(desktop: Desktop, host: TodayHost, fixture_app, ending: str, icon: bytes):
    dunst = desktop.start_dunst()
    bundle = fixture_app("notifier", app=Notifier.PROGRAM, groups=[Notifier.GROUP])
    host.install(give_icon(bundle, **{ending: icon}))
    notifier = Notifier(host)
    notifier.offer()
    notifier.allow()

    notifier.add("milk", title="Buy milk")
    bubble = desktop.wait_for_bubble("Buy milk")

    address = urlsplit(bubble.icon)
    assert address.scheme == "file" and address.path.endswith(f".{ending}")
    assert Path(unquote(address.path)).read_bytes() == icon
    assert dunst.displayed == 1


def test_bubble_speaks_the_persons_language(desktop: Desktop, stopped_host: TodayHost, fixture_app):
    desktop.start_dunst()
    stopped_host.environment["LANG"] = "de_DE.UTF-8"
    stopped_host.start()
    stopped_host.install(fixture_app("notifier", app=Notifier.PROGRAM, groups=[Notifier.GROUP]))
    notifier = Notifier(stopped_host)
    notifier.allow()
    notifier.add("milk", title="Milch kaufen")
    assert desktop.wait_for_bubble("Milch kaufen").buttons == {"default": "Öffnen"}


def test_alert_stays_as_a_bubble(desktop: Desktop, notifier: Notifier):
    desktop.start_dunst()
    notifier.host.today("settings", notifier.APP, "--style", "alert")
    notifier.add("milk", title="Buy milk")
    bubble = desktop.wait_for_bubble("Buy milk")
    assert bubble.timeout == 0 and bubble.hints["urgency"] == 2
    # What is delivered quietly is no bubble.
    notifier.host.today("settings", notifier.APP, "--quiet")
    with NotificationWatch(notifier.host) as page:
        notifier.add("eggs", title="Buy eggs")
        page.wait_for("Buy milk", "Buy eggs")
    notifier.host.today("settings", notifier.APP, "--no-quiet", "--style", "banner")
    notifier.add("fence", title="Fence")
    assert desktop.wait_for_bubble("Fence").timeout == -1
    assert all(each.summary != "Buy eggs" for each in desktop.bubbles)


def test_new_words_take_the_bubbles_place(desktop: Desktop, notifier: Notifier):
    dunst = desktop.start_dunst()

    notifier.add("milk", title="Buy milk")
    first = desktop.wait_for_bubble("Buy milk")
    notifier.add("milk", title="Buy bread")
    second = desktop.wait_for_bubble("Buy bread")

    assert second.replaces == first.number == second.number
    assert dunst.displayed == 1


@pytest.mark.parametrize("is_running", [True, False])
def test_background_action_reaches_the_app(desktop: Desktop, notifier: Notifier, is_running: bool):
    dunst = desktop.start_dunst()
    offer(notifier, "plain", "show")
    notifier.add("milk", categoryIdentifier="all")
    bubble = desktop.wait_for_bubble("milk")
    if not is_running:
        notifier.end()

    with NotificationWatch(notifier.host) as page:
        page.wait_for("milk")
        dunst.choose("Plain")
        page.wait_for()

    notifier.wait_for_actions("plain")
    assert desktop.opened == []
    desktop.wait_for_end(bubble)
    assert dunst.displayed == 0


def test_background_action_opens_the_browser_if_actions_have_waited_too_long(
    desktop: Desktop, stopped_host: TodayHost, clock: HostClock
):
    dunst = desktop.start_dunst()
    (stopped_host.state / "config.json").write_text('{"wake-for-actions": false, "action-wait-hours": 12}')
    stopped_host.arguments = ["--clock-file", str(clock.file), "--no-cloud"]
    stopped_host.start()
    habits = Habits(stopped_host).install()
    habits.add("Read", reminder="21:30")
    habits.add("Run")
    habits.allow()
    with stopped_host.watch(opens=True) as page:
        assert habits.tick(page, "Run") == {"done": {}}
    clock.set("2026-11-21T20:30:00Z")
    desktop.wait_for_bubble("Read")

    dunst.choose("Done")

    assert desktop.follow(desktop.wait_for_page()) == "/open?url=today-habits%3A%2F%2F"
    habits.wait_for_mark("Read", "2026-11-21", "done")


def test_press_on_the_bubble_opens_the_notification(desktop: Desktop, notifier: Notifier):
    dunst = desktop.start_dunst()
    notifier.add("milk", deepLink="notifier://milk?a=b&c")
    desktop.wait_for_bubble("milk")

    dunst.press()
    link = desktop.wait_for_page()

    assert link.startswith(f"{notifier.host.ready['url']}/link/")
    # The host knows by the opening which app asked.
    opened = desktop.follow(link)
    assert re.fullmatch(r"/open\?url=notifier%3A%2F%2Fmilk%3Fa%3Db%26c&opening=\w+", opened)
    assert notifier.actions == ["today.default"]


def test_foreground_action_opens_the_page_that_the_app_opens(desktop: Desktop, notifier: Notifier):
    dunst = desktop.start_dunst()
    offer(notifier, "show", "plain")
    notifier.write("respond.open", "notifier://shown")
    notifier.add("milk", categoryIdentifier="all")
    desktop.wait_for_bubble("milk")

    dunst.choose("Show")

    opened = desktop.follow(desktop.wait_for_page())
    assert re.fullmatch(r"/open\?url=notifier%3A%2F%2Fshown&opening=\w+", opened)
    assert notifier.actions == ["show"]


@pytest.mark.parametrize("action", ["wipe", "say"])
def test_what_a_bubble_cannot_ask_for_is_asked_for_on_the_page(desktop: Desktop, notifier: Notifier, action: str):
    dunst = desktop.start_dunst()
    offer(notifier, action, "plain")
    notifier.add("milk", categoryIdentifier="all")
    desktop.wait_for_bubble("milk")

    with NotificationWatch(notifier.host) as page:
        number = page.wait_for("milk")["id"]
        dunst.choose(TITLES[action])
        link = desktop.wait_for_page()
        desktop.wait(lambda desktop: desktop.signals("NotificationClosed"), "the end of the bubble")

        assert desktop.follow(link) == f"/notifications?answer={number}&action={action}"
        # That the bubble went away was no dismissal: nothing was done, and the notification stands.
        assert notifier.host.today_json("notifications", "list")
        assert page.titles == ["milk"]
    assert notifier.responses == []


def test_who_dismisses_the_bubble_dismisses_the_notification(desktop: Desktop, notifier: Notifier):
    dunst = desktop.start_dunst()
    offer(notifier, "plain", "show")
    notifier.add("milk", categoryIdentifier="all")
    desktop.wait_for_bubble("milk")

    with NotificationWatch(notifier.host) as page:
        page.wait_for("milk")
        dunst.dismiss()
        page.wait_for()

    notifier.wait_for_actions("today.dismiss")


def test_what_is_gone_elsewhere_is_closed(desktop: Desktop, notifier: Notifier):
    dunst = desktop.start_dunst()
    offer(notifier, "plain", "show")
    notifier.add("milk", categoryIdentifier="all")
    bubble = desktop.wait_for_bubble("milk")

    with NotificationWatch(notifier.host) as page:
        page.wait_for("milk")
        number = page.find("milk")["id"]
        notifier.host.today("respond", number, "plain")
    desktop.wait_for_closing(bubble)

    desktop.wait_for_end(bubble)
    assert dunst.displayed == 0
    # The end of the bubble is no second answer.
    assert notifier.actions == ["plain"]


def test_what_stands_in_the_list_is_not_shown_again(desktop: Desktop, notifier: Notifier):
    desktop.start_dunst()
    notifier.add("old")
    old = desktop.wait_for_bubble("old")

    assert notifier.host.stop() == 0
    desktop.wait_for_closing(old)  # Nobody would hear who pressed a button on it.
    notifier.host.start()
    notifier.add("new")
    desktop.wait_for_bubble("new")

    assert [bubble.summary for bubble in desktop.bubbles] == ["old", "new"]


def test_what_fell_due_while_the_host_was_down_is_shown(desktop: Desktop, notifier: Notifier, clock):
    desktop.start_dunst()
    notifier.add("late", trigger={"after": 60.0})
    assert notifier.host.stop() == 0
    clock.advance(minutes=5)

    notifier.host.start()

    desktop.wait_for_bubble("late")


def test_only_what_the_person_allows_is_shown(desktop: Desktop, notifier: Notifier):
    desktop.start_dunst()
    notifier.add("quiet", interruptionLevel="passive")
    notifier.host.today("settings", notifier.APP, "--deny")
    notifier.add("denied")
    notifier.host.today("settings", notifier.APP, "--allow")
    notifier.add("allowed")
    desktop.wait_for_bubble("allowed")

    assert [bubble.summary for bubble in desktop.bubbles] == ["allowed"]


def test_without_a_session_bus_the_log_says_so(host: TodayHost):
    assert "There is no session bus" in host.log.read_text()
    host.today("notify", "Still there")
    with NotificationWatch(host) as page:
        page.wait_for("Still there")


def test_the_desktop_can_be_left_alone(desktop: Desktop, stopped_host: TodayHost):
    desktop.start_mock()
    names = len(desktop.signals("NameOwnerChanged"))
    stopped_host.start("--no-desktop")
    stopped_host.today("notify", "Not there")
    with NotificationWatch(stopped_host) as page:
        page.wait_for("Not there")

    # Nobody has even joined the bus.
    assert len(desktop.signals("NameOwnerChanged")) == names
    assert desktop.bubbles == []
