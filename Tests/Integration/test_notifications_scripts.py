"""`today notify`: notifications of scripts, at any time, and their answers."""

from __future__ import annotations

import json
import signal
import subprocess
from contextlib import contextmanager

import pytest

from clock import HostClock
from notifier import NotificationWatch
from today_host import TODAY, Refused, TodayHost
from waiting import eventually

SCRIPTS = "org.today.Scripts"


@pytest.fixture
def page(timed_host: TodayHost):
    with NotificationWatch(timed_host) as page:
        yield page


def waiting(host: TodayHost, *arguments: str) -> subprocess.Popen:
    """A script that waits for the answer."""
    return subprocess.Popen(
        [TODAY, "notify", *arguments, "--wait", "--state", host.state], env=host.environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )


@contextmanager
def signal_default(number: signal.Signals):
    """Has programs that are started within the block not ignore a signal."""
    before = signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(number, before)


def wait_until_abandoned(page: NotificationWatch, title: str) -> str:
    """Waits until a question says that nobody waits for the answer; returns its number."""
    page.wait(lambda page: page.find(title)["isAbandoned"], f"that nobody waits for {title}")
    shown = page.find(title)
    assert shown["body"] == "Nobody is waiting any more." and shown["actions"] == []
    return str(shown["id"])


def answer(script: subprocess.Popen, status: int = 0):
    output, error = script.communicate(timeout=60)
    assert script.returncode == status, error
    return json.loads(output) if output else None


def test_everything_that_is_said_shows(timed_host: TodayHost, page: NotificationWatch):
    identifier = timed_host.today(
        "notify", "--title", "Backup", "--subtitle", "Done", "--body", "312 files", "--badge", "2", "--sound", "default",
        "--level", "time-sensitive", "--action", "show:text=Show", "--action", "no:destructive=Delete",
        "--url", "https://example.com/backup",
    ).stdout.strip()

    shown = page.wait_for("Backup")

    assert (shown["app"], shown["appTitle"]) == (SCRIPTS, "Scripts")
    assert (shown["subtitle"], shown["body"], shown["level"]) == ("Done", "312 files", "timeSensitive") or (
        shown["level"] == "time-sensitive"
    )
    assert shown["sound"] == "default" and shown["deepLink"] == "https://example.com/backup"
    assert [action["title"] for action in shown["actions"]] == ["Show", "Delete"]
    assert shown["actions"][1]["isDestructive"] is True
    page.wait_for_badge(SCRIPTS, 2)
    timed_host.today("notifications", "remove", "Scripts", identifier)
    page.wait_for()
    for badge in (5, 0):
        timed_host.today("notify", "--badge", str(badge))
        page.wait_for_badge(SCRIPTS, badge)
    page.wait_for()


def test_later_is_at_its_time(timed_host: TodayHost, page: NotificationWatch, clock: HostClock):
    for arguments, due in (
        (["--in", "1h30m"], "2026-11-21T09:30:00.000Z"),
        (["--in", "45"], "2026-11-21T09:30:45.000Z"),
        (["--at", "10:15"], "2026-11-21T10:15:00.000Z"),
        (["--at", "7:45:30"], "2026-11-22T07:45:30.000Z"),
        (["--at", "2026-12-24 18:00"], "2026-12-24T18:00:00.000Z"),
        (["--at", "2026-12-25T10:00:00+01:00"], "2026-12-25T09:00:00.000Z"),
    ):
        told = timed_host.today("notify", due, "--id", "later", *arguments).stderr
        assert told.startswith("It is due on 2026-1") and due[14:19] in told, told
        [pending] = timed_host.today_json("notifications", "pending")
        assert (pending["identifier"], pending["due"], pending["repeats"]) == ("later", due, False)

        clock.set(due)

        shown = page.wait_for(due)
        assert shown["date"]["$date"] == due and "due" not in shown
        assert timed_host.today_json("notifications", "pending", "Scripts") == []


def test_scripts_that_may_not_notify_are_told_and_what_they_sent_is_listed(timed_host: TodayHost, clock: HostClock):
    timed_host.today("settings", "Scripts", "--deny")
    assert timed_host.today("notify", "Hello").stderr.startswith("Held back: Scripts may not notify you")
    assert timed_host.today_json("notify", "Hello")["isHeldBack"] is True
    held = [{"app": SCRIPTS, "appTitle": "Scripts", "count": 2, "isKept": False}]
    eventually(lambda: timed_host.today_json("notifications")["heldBack"] == held, "what is held back")
    assert "2 notifications of Scripts, which may not notify you" in timed_host.today("notifications").stdout

    clock.advance(hours=25)
    assert timed_host.today_json("notifications")["heldBack"] == []
    timed_host.today("settings", "Scripts", "--allow")
    assert timed_host.today("notify", "Hello").stderr == ""


def test_time_that_is_over_is_refused(timed_host: TodayHost):
    for time in ("2020-01-01 08:00", "2020-01-01T09:00:00+01:00"):
        refused = timed_host.today("notify", "late", "--at", time, status=1)
        mend = "give a time that is to come, or none to notify at once"
        assert refused.stderr == f"2020-01-01T09:00:00+01:00 is over; {mend}.\n", "in the zone of the host"
    assert timed_host.today_json("notifications", "pending") == []
    assert timed_host.today_json("notifications")["notifications"] == []


def test_actions_whose_answer_nobody_gets_are_warned_of(timed_host: TodayHost):
    assert "--wait" in timed_host.today("notify", "Deploy?", "--action", "yes=Yes").stderr
    assert timed_host.today("notify", "Done").stderr == ""


def test_wait_prints_what_the_person_did(timed_host: TodayHost, page: NotificationWatch):
    for action, text in (("yes", None), ("say", "In an hour – 1時間後"), ("today.default", None)):
        script = waiting(timed_host, "Deploy?", "--id", "deploy", "--action", "yes=Yes", "--action", "say:text=Say")
        number = str(page.wait_for("Deploy?")["id"])

        timed_host.today("respond", number, action, *(["--text", text] if text else []))

        printed = answer(script)
        assert printed.pop("id")
        assert printed == {"identifier": "deploy", "action": action, **({"text": text} if text else {})}
        page.wait_for()


def test_dismissal_is_an_answer_too(timed_host: TodayHost, page: NotificationWatch):
    script = waiting(timed_host, "Deploy?")
    timed_host.today("respond", str(page.wait_for("Deploy?")["id"]), "dismiss")
    assert answer(script)["action"] == "today.dismiss"


def test_wait_ends_without_an_answer_when_the_notification_is_removed(timed_host: TodayHost, page: NotificationWatch):
    for by_number in (False, True):
        script = waiting(timed_host, "Deploy?", "--id", "deploy")
        number = str(page.wait_for("Deploy?")["id"])
        timed_host.today("notifications", "remove", "scrip", number if by_number else "deploy")
        assert answer(script, status=5) is None
        page.wait_for()


def test_wait_has_a_limit(timed_host: TodayHost, page: NotificationWatch):
    script = waiting(timed_host, "Deploy?", "--timeout", "0.1s", "--action", "yes=Yes")
    assert answer(script, status=5) is None
    page.wait_for("Deploy?")
    number = wait_until_abandoned(page, "Deploy?")
    with NotificationWatch(timed_host, language="de-DE") as german:
        assert german.wait_for("Deploy?")["body"] == "Niemand wartet mehr darauf."

    refused = timed_host.today("respond", number, "yes", status=5)
    assert refused.stderr.startswith("Nobody is waiting for an answer"), refused.stderr
    with pytest.raises(Refused, match="nobodyWaits"):
        timed_host.request(
            "POST", "/api/notifications/answer", {"notification": int(number), "action": "yes", "waits": False}
        )
    assert timed_host.today_json("notifications")["notifications"][0]["isAbandoned"] is True
    timed_host.today("respond", number, "dismiss")
    page.wait_for()


def wait_for_waits(host: TodayHost, number: int) -> None:
    eventually(lambda: host.log.read_text().count("A script waits for an answer") >= number, "that the script waits")


def test_question_says_that_nobody_waits_any_more(timed_host: TodayHost, page: NotificationWatch):
    for number, end in enumerate((signal.SIGTERM, signal.SIGKILL, signal.SIGINT), 1):
        # A shell may have had background programs ignore SIGINT.
        with signal_default(signal.SIGINT):
            script = waiting(timed_host, "Deploy?", "--action", "yes=Yes")
        page.wait_for("Deploy?")
        wait_for_waits(timed_host, number)
        script.send_signal(end)
        assert script.wait(30) != 0
        timed_host.today("respond", wait_until_abandoned(page, "Deploy?"), "dismiss")
        page.wait_for()


def test_question_of_an_earlier_run_says_that_nobody_waits_any_more(timed_host: TodayHost):
    with NotificationWatch(timed_host) as page:
        script = waiting(timed_host, "Deploy?", "--action", "yes=Yes")
        kept = waiting(timed_host, "Keep?", "--action", "yes=Yes", "--keep")
        page.wait_for("Deploy?", "Keep?")
    timed_host.kill()
    assert script.wait(60) != 0 and kept.wait(60) != 0
    timed_host.start()
    with NotificationWatch(timed_host) as page:
        page.wait_for("Deploy?", "Keep?")
        wait_until_abandoned(page, "Deploy?")
        assert not page.find("Keep?")["isAbandoned"]


def test_question_that_is_not_due_ends_with_its_script(timed_host: TodayHost):
    waiting(timed_host, "Deploy?", "--in", "1h", "--timeout", "0.1s", "--action", "yes=Yes").wait(60)
    eventually(lambda: timed_host.today_json("notifications", "pending") == [], "that nothing is scheduled")


def test_kept_question_is_answered_later(timed_host: TodayHost, page: NotificationWatch):
    asked = timed_host.today("notify", "Deploy?", "--id", "deploy", "--action", "yes=Yes", "--keep")
    assert (asked.stdout, asked.stderr) == ("deploy\n", "")
    assert answer(waiting(timed_host, "Merge?", "--keep", "--action", "no=No", "--timeout", "0.1s"), status=5) is None
    page.wait_for("Deploy?", "Merge?")
    assert timed_host.today("notify", "--collect", "deploy", status=5).stdout == ""

    later = subprocess.Popen(
        [TODAY, "notify", "--collect", "deploy", "--wait", "--state", timed_host.state], env=timed_host.environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    timed_host.today("respond", str(page.find("Merge?")["id"]), "no")
    timed_host.today("respond", str(page.find("Deploy?")["id"]), "yes")

    printed = answer(later)
    assert (printed["identifier"], printed["action"]) == ("deploy", "yes")
    assert json.loads(timed_host.today("notify", "--collect", "deploy").stdout) == printed
    never = timed_host.today("notify", "--collect", "nothing", status=5).stderr
    assert "there is no notification with this id, or" in never and "today notify" not in never


def test_wait_goes_on_while_it_is_scheduled(timed_host: TodayHost, page: NotificationWatch, clock: HostClock):
    script = waiting(timed_host, "Deploy?", "--id", "deploy", "--in", "10m", "--action", "yes=Yes")
    page.wait_for()
    wait_for_waits(timed_host, 1)
    assert timed_host.today_json("notifications", "pending")
    clock.advance(minutes=10)
    timed_host.today("respond", str(page.wait_for("Deploy?")["id"]), "yes")
    assert answer(script)["action"] == "yes"


def test_old_answer_is_never_taken_for_the_new_one(timed_host: TodayHost, page: NotificationWatch):
    script = waiting(timed_host, "First?", "--id", "deploy", "--action", "yes=Yes")
    timed_host.today("respond", str(page.wait_for("First?")["id"]), "yes")
    assert answer(script)["action"] == "yes"

    timed_host.today("notify", "Second?", "--id", "deploy", "--action", "yes=Yes")
    page.wait_for("Second?")
    timed_host.today("notifications", "remove", "scripts", "deploy")
    page.wait_for()

    # Whoever asks now, as a wait does again and again, is not told of the first.
    assert timed_host.request("GET", "/api/notifications/scripts/deploy/response?milliseconds=1000") == {"gone": {}}


def test_two_scripts_wait_for_their_own(timed_host: TodayHost, page: NotificationWatch):
    scripts = {name: waiting(timed_host, name, "--action", "yes=Yes", "--action", "no=No") for name in ("one", "two")}
    page.wait_for("one", "two")
    timed_host.today("respond", str(page.find("two")["id"]), "no")
    assert answer(scripts["two"])["action"] == "no"
    timed_host.today("respond", str(page.find("one")["id"]), "yes")
    assert answer(scripts["one"])["action"] == "yes"


def test_a_replaced_question_ends_its_script_without_the_answer_to_the_other(
    timed_host: TodayHost, page: NotificationWatch
):
    asked = ("--id", "deploy", "--action", "yes=Yes")
    first = waiting(timed_host, "Deploy A?", *asked)
    page.wait_for("Deploy A?")
    wait_for_waits(timed_host, 1)
    second = waiting(timed_host, "Deploy B?", *asked)
    output, error = first.communicate(timeout=60)
    assert (first.returncode, output) == (5, "") and "was replaced" in error
    timed_host.today("respond", str(page.wait_for("Deploy B?")["id"]), "yes")
    assert answer(second)["action"] == "yes"

    third = waiting(timed_host, "Deploy C?", *asked)
    page.wait_for("Deploy C?")
    timed_host.today("notify", "Just info", "--id", "deploy")
    assert answer(third, status=5) is None


def test_same_identifier_updates_in_place(timed_host: TodayHost, page: NotificationWatch):
    for percent in (10, 50, 100):
        assert timed_host.today("notify", f"{percent} %", "--id", "progress").stdout == "progress\n"
        page.wait_for(f"{percent} %")
    assert len(page.events) and len({shown["id"] for shown in page.shown.values()}) == 1


def test_an_identifier_that_was_made_up_may_be_shortened(timed_host: TodayHost, page: NotificationWatch):
    made = timed_host.today("notify", "Tea").stdout.strip()
    timed_host.today("notify", "Cake", "--id", "cake-7")
    page.wait_for("Tea", "Cake")
    timed_host.today("notifications", "remove", "scripts", made[:8], "cake")
    # A name that somebody chose is meant as it is.
    page.wait_for("Cake")


def test_many_at_once_all_come(timed_host: TodayHost, page: NotificationWatch):
    scripts = [
        subprocess.Popen([TODAY, "notify", f"n{n}", "--state", timed_host.state], env=timed_host.environment,
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for n in range(8)
    ]
    assert [script.wait(60) for script in scripts] == [0] * 8
    page.wait_for(*[f"n{n}" for n in range(8)])


def test_hostile_text_steers_no_terminal(timed_host: TodayHost, page: NotificationWatch):
    title = "a\x1b[2Jb\x9b31mc\u202ed"
    timed_host.today("notify", title, "--body", title)
    page.wait(lambda page: page.shown, "the notification")
    for arguments in (["list"], ["list", "--json"]):
        printed = timed_host.today("notifications", *arguments).stdout
        assert not set("\x1b\x9b\u202e") & set(printed)
    assert timed_host.today_json("notifications", "list")["notifications"][0]["title"] == title


def test_wrong_words_are_refused(timed_host: TodayHost):
    for arguments in ([], ["a", "--at", "soon"], ["a", "--action", "yes"], ["a", "--timeout", "5s"],
                      ["a", "--collect", "b"], ["--collect", "b", "--keep"], ["--collect", "b", "--timeout", "5s"]):
        timed_host.today("notify", *arguments, status=2)
    for arguments in (["a", "--url", "javascript:alert(1)"], ["a", "--url", "nobody://"], ["a", "--id", "x" * 129],
                      ["a", "--action", "today.default=Mine"], ["x" * 20_000]):
        assert timed_host.today("notify", *arguments, status=1).stderr
    assert timed_host.today_json("notifications", "list")["notifications"] == []
