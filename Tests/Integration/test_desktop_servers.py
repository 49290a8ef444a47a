"""What notification servers other than dunst do: python3-dbusmock has a field for answers, restarts, and misbehaves."""

import pytest

from desktop import Desktop
from notifier import NotificationWatch, Notifier
from test_desktop import offer
from today_host import TodayHost


@pytest.fixture
def scripts(desktop: Desktop, stopped_host: TodayHost) -> TodayHost:
    """A host in the session of the desktop, for notifications of scripts."""
    stopped_host.start()
    return stopped_host


def wait_until_heard(desktop: Desktop, host: TodayHost, number: int) -> None:
    """Waits until everything that the server told before was heard: an answer follows that shows."""
    with NotificationWatch(host) as page:
        desktop.signal("ActionInvoked", "us", number, "done")
        page.wait(lambda page: "last" not in page.titles, "the answer")


def test_an_answer_is_written_into_the_bubble_where_the_server_has_a_field(desktop: Desktop, notifier: Notifier):
    desktop.start_mock("actions body inline-reply")
    offer(notifier, "say", "plain")
    notifier.add("milk", body="<b> & so on", categoryIdentifier="all")
    bubble = desktop.wait_for_bubble("milk")

    assert bubble.body == "<b> & so on"  # This server reads no markup.
    assert bubble.buttons == {"default": "Open", "inline-reply": "Say", "plain": "Plain"}
    assert bubble.hints["x-kde-reply-placeholder-text"] == "What?"
    assert bubble.hints["x-kde-reply-submit-button-text"] == "Send"

    desktop.signal("NotificationReplied", "us", bubble.number, "Two bottles, 牛乳 & more")
    desktop.wait_for_closing(bubble)  # This server leaves the bubble up.

    notifier.wait_for_responses()
    assert [(each["action"], each["text"]) for each in notifier.responses] == [("say", "Two bottles, 牛乳 & more")]


def test_without_a_field_the_text_is_written_on_the_page(desktop: Desktop, notifier: Notifier):
    desktop.start_mock("actions body")
    offer(notifier, "say")
    notifier.add("milk", categoryIdentifier="all")
    bubble = desktop.wait_for_bubble("milk")
    assert bubble.buttons == {"default": "Open", "say": "Say"}

    desktop.signal("ActivationToken", "us", bubble.number, "token-7")
    desktop.signal("ActionInvoked", "us", bubble.number, "say")

    path = desktop.follow(desktop.wait_for_page())
    assert path.startswith("/notifications?answer=") and path.endswith("&action=say")
    assert desktop.opened[0][1] == "token-7"
    assert notifier.responses == []


def test_a_server_without_buttons_gets_none(desktop: Desktop, scripts: TodayHost):
    desktop.start_mock("body")
    scripts.today("notify", "milk", "--action", "yes=Yes")

    assert desktop.wait_for_bubble("milk").actions == []


def test_a_time_out_and_our_own_closing_withdraw_nothing(desktop: Desktop, scripts: TodayHost):
    desktop.start_mock()
    for title in ("expired", "called", "undefined", "last"):
        scripts.today("notify", title, "--action", "done=Done")
    numbers = {title: desktop.wait_for_bubble(title).number for title in ("expired", "called", "undefined", "last")}

    desktop.signal("NotificationClosed", "uu", numbers["expired"], 1)
    desktop.signal("NotificationClosed", "uu", numbers["called"], 3)
    desktop.signal("NotificationClosed", "uu", numbers["undefined"], 4)
    wait_until_heard(desktop, scripts, numbers["last"])

    with NotificationWatch(scripts) as page:
        page.wait_for("expired", "called", "undefined")


def test_a_banner_alone_is_not_kept_by_the_server(desktop: Desktop, notifier: Notifier):
    desktop.start_mock()
    notifier.write("present.json", '{"options": ["banner"]}')
    with notifier.host.watch(scene=notifier.SCENE):  # The app is in front.
        notifier.add("milk")
        assert desktop.wait_for_bubble("milk").hints["transient"] is True


def test_what_arrives_without_a_server_waits_for_one(desktop: Desktop, scripts: TodayHost):
    scripts.today("notify", "waits", "--id", "waits")
    scripts.today("notify", "taken back", "--id", "back")
    order = {"app": "org.today.Scripts", "identifiers": ["back"], "pending": True, "delivered": True}
    scripts.request("POST", "/api/notifications/remove", order)

    desktop.start_mock()

    desktop.wait_for_bubble("waits")
    scripts.today("notify", "last")
    desktop.wait_for_bubble("last")
    assert [bubble.summary for bubble in desktop.bubbles] == ["waits", "last"]


def test_the_bus_starts_a_server_where_it_knows_one(desktop: Desktop, stopped_host: TodayHost):
    desktop.offer_mock("actions body inline-reply")
    stopped_host.start()
    stopped_host.today("notify", "milk", "--action", "say:text=Say")

    assert "inline-reply" in desktop.wait_for_bubble("milk").buttons


def test_the_numbers_of_a_server_that_is_gone_mean_nothing(desktop: Desktop, scripts: TodayHost):
    server = desktop.start_mock()
    scripts.today("notify", "old", "--action", "done=Done")
    old = desktop.wait_for_bubble("old")

    desktop.stop_mock(server)
    desktop.start_mock()
    desktop.signal("ActionInvoked", "us", old.number, "done")
    desktop.signal("NotificationClosed", "uu", old.number, 2)
    scripts.today("notify", "last", "--action", "done=Done")
    last = desktop.wait_for_bubble("last")
    wait_until_heard(desktop, scripts, last.number)

    assert old.number == last.number == 1  # A new server counts anew.
    with NotificationWatch(scripts) as page:
        page.wait_for("old")


def test_a_bus_that_is_gone_is_joined_again(desktop: Desktop, scripts: TodayHost):
    desktop.start_mock()
    scripts.today("notify", "old")
    desktop.wait_for_bubble("old")

    desktop.stop_bus()
    scripts.today("notify", "meanwhile")
    desktop.start_bus()
    desktop.start_mock()

    desktop.wait_for_bubble("meanwhile")
    assert [bubble.summary for bubble in desktop.bubbles] == ["old", "meanwhile"]


def test_nonsense_changes_nothing(desktop: Desktop, scripts: TodayHost):
    desktop.start_mock("actions body inline-reply")
    for title in ("milk", "last"):
        scripts.today("notify", title, "--action", "done=Done", "--action", "say:text=Say")
    milk, last = desktop.wait_for_bubble("milk").number, desktop.wait_for_bubble("last").number

    # Numbers that nobody gave out, keys that are none, other types, texts beyond every limit.
    desktop.signal("ActionInvoked", "us", 4_000_000_000, "done")
    desktop.signal("ActionInvoked", "us", milk, "today.default")
    desktop.signal("ActionInvoked", "us", milk, "x" * 500_000)
    desktop.signal("ActionInvoked", "ss", str(milk), "done")
    desktop.signal("ActionInvoked", "u", milk)
    desktop.signal("ActionInvoked", "", *[])
    desktop.signal("ActionInvoked", "is", milk, "done")
    desktop.signal("NotificationReplied", "us", milk, "x" * 5000)
    desktop.signal("NotificationReplied", "us", milk, "x" * 500_000)
    desktop.signal("NotificationReplied", "us", milk, "")
    desktop.signal("NotificationClosed", "us", milk, "2")
    desktop.signal("NotificationClosed", "uu", 4_000_000_000, 2)
    desktop.signal("ActivationToken", "us", milk, "a token\nwith lines")
    # Whoever is not the server has nothing to say, to everybody or to the host alone.
    [host] = {call["sender"] for call in desktop.calls("Notify")}
    desktop.signal("NotificationClosed", "uu", milk, 2, mock=False)
    desktop.signal("ActionInvoked", "us", milk, "done", mock=False)
    desktop.signal("ActionInvoked", "us", milk, "done", mock=False, to=host)
    wait_until_heard(desktop, scripts, last)

    with NotificationWatch(scripts) as page:
        page.wait_for("milk")
        desktop.signal("ActionInvoked", "us", milk, "done")
        page.wait_for()
    assert desktop.opened == []


def test_a_message_beyond_the_limit_ends_the_connection_alone(desktop: Desktop, scripts: TodayHost):
    desktop.start_mock()
    scripts.today("notify", "old")
    desktop.wait_for_bubble("old")
    [host] = {call["sender"] for call in desktop.calls("Notify")}

    desktop.signal("ActionInvoked", "us", 1, "x" * 2_000_000, mock=False, to=host)
    desktop.wait(lambda desktop: [host, host, ""] in desktop.signals("NameOwnerChanged"), "the end of the connection")
    scripts.today("notify", "new")

    desktop.wait_for_bubble("new")
    assert {call["sender"] for call in desktop.calls("Notify")} != {host}


def test_a_burst_is_shown_whole(desktop: Desktop, notifier: Notifier):
    desktop.start_mock()
    burst = 60  # As many as an app may have for one minute.
    requests = [
        {"method": "notifications/add", "inside": True, "params": {"request": {
            "identifier": f"{number}", "content": {"title": f"number {number}"}, "trigger": {"now": True},
        }}}
        for number in range(burst)
    ]
    notifier.ask_all(requests)

    desktop.wait(lambda desktop: len(desktop.bubbles) >= burst, "all bubbles")
    assert sorted(bubble.summary for bubble in desktop.bubbles) == sorted(f"number {number}" for number in range(burst))
