"""Actions that need the passcode: wrong, right, guessed too often, and typed where nobody else can see it."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time

import pytest

from clock import HostClock
from notifier import Notifier, NotificationWatch
from today_host import TODAY, TodayHost
from waiting import TIMEOUT_SECONDS, is_readable


@pytest.fixture
def locked(notifier: Notifier):
    """The notifier with one notification whose action `wipe` needs the passcode, and the notification's number."""
    notifier.add("secret", categoryIdentifier="all")
    with NotificationWatch(notifier.host) as page:
        yield notifier, str(page.wait_for("secret")["id"]), page


def passcode(host: TodayHost, *arguments: str, lines: str = "", status: int = 0) -> str:
    """Runs a command with lines on standard input; returns what it said."""
    result = subprocess.run(
        [TODAY, *arguments, "--state", host.state, "--passcode-stdin"],
        input=lines, capture_output=True, text=True, timeout=60, env=host.environment,
    )
    assert result.returncode == status, result.stderr
    return result.stderr


def wipe(notifier: Notifier, number: str, guess: str, status: int) -> str:
    return passcode(notifier.host, "respond", number, "wipe", lines=f"{guess}\n", status=status)


def test_without_a_passcode_the_action_cannot_be_done(locked):
    notifier, number, page = locked
    assert "today passcode" in wipe(notifier, number, "1234", status=1)
    assert page.titles == ["secret"] and notifier.responses == []


def test_wrong_passcode_does_nothing_and_the_right_one_does_it(locked):
    notifier, number, page = locked
    passcode(notifier.host, "passcode", "set", lines="open sesame\n")

    assert "not the passcode" in wipe(notifier, number, "open barley", status=1)
    assert page.titles == ["secret"] and notifier.responses == []

    wipe(notifier, number, "open sesame", status=0)
    assert notifier.actions == ["wipe"]
    page.wait_for()


def test_where_nobody_can_be_asked_the_option_is_named(locked):
    notifier, number, page = locked
    passcode(notifier.host, "passcode", "set", lines="1234\n")

    result = notifier.host.today("respond", number, "wipe", status=3)

    assert "--passcode-stdin" in result.stderr
    assert notifier.responses == []


def test_guesses_have_to_wait_longer_each_time(locked, clock: HostClock):
    notifier, number, page = locked
    passcode(notifier.host, "passcode", "set", lines="1234\n")
    for guess in ("0000", "1111", "2222"):
        wipe(notifier, number, guess, status=1)

    for wait in (30, 60, 120):
        clock.advance(seconds=wait - 1)
        wipe(notifier, number, "1234", status=1)  # The right one, and too soon.
        assert notifier.responses == []
        clock.advance(seconds=1)
        wipe(notifier, number, "9999", status=1)
    notifier.host.kill()  # A restart forgets nothing.
    notifier.host.start()
    wipe(notifier, number, "1234", status=1)
    clock.advance(seconds=240)
    wipe(notifier, number, "1234", status=0)
    assert notifier.actions == ["wipe"]


def test_guesses_at_the_present_passcode_count_too(timed_host: TodayHost, clock: HostClock):
    passcode(timed_host, "passcode", "set", lines="1234\n")
    for guess in ("0000", "1111", "2222"):
        passcode(timed_host, "passcode", "set", lines=f"{guess}\n5678\n", status=1)
    passcode(timed_host, "passcode", "remove", lines="1234\n", status=1)
    clock.advance(seconds=30)
    passcode(timed_host, "passcode", "set", lines="1234\n5678\n")
    passcode(timed_host, "passcode", "remove", lines="5678\n")
    assert timed_host.request("GET", "/api/passcode")["isSet"] is False


def test_what_is_no_passcode_is_refused(timed_host: TodayHost):
    for lines in "", "\n", "123\n", "x" * 129 + "\n":
        assert passcode(timed_host, "passcode", "set", lines=lines, status=1)
        assert timed_host.request("GET", "/api/passcode")["isSet"] is False, lines


def test_passcode_is_nowhere_in_the_state(timed_host: TodayHost):
    passcode(timed_host, "passcode", "set", lines="open sesame 4711\n")
    assert timed_host.stop() == 0
    for file in timed_host.state.rglob("*"):
        if file.is_file():
            assert b"open sesame" not in file.read_bytes(), file
    assert "open sesame" not in timed_host.log.read_text()


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, host: TodayHost, *arguments: str):
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [TODAY, *arguments, "--state", host.state], stdin=theirs, stdout=theirs, stderr=theirs,
            env=host.environment, start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while text not in self.seen:
            assert is_readable([self._ours], deadline), f"{text!r} did not come; there was {self.seen!r}"
            self.seen += os.read(self._ours, 4096).decode()

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def end(self) -> int:
        """Waits for the end; returns the status."""
        status = self.process.wait(TIMEOUT_SECONDS)
        while select.select([self._ours], [], [], 0)[0]:
            try:
                self.seen += os.read(self._ours, 4096).decode()
            except OSError:
                break
        os.close(self._ours)
        return status


def test_terminal_asks_and_shows_nothing_of_it(locked):
    notifier, number, page = locked
    terminal = Terminal(notifier.host, "passcode", "set")
    terminal.wait_for("New passcode: ")
    terminal.type("open sesame\n")
    terminal.wait_for("The same again: ")
    terminal.type("open sesamf\x7fe\n")
    assert terminal.end() == 0
    assert "sesam" not in terminal.seen

    terminal = Terminal(notifier.host, "respond", number, "wipe")
    terminal.wait_for("Passcode: ")
    terminal.type("open barley\n")
    terminal.wait_for("not the passcode")
    terminal.seen = terminal.seen.split("not the passcode")[1]
    terminal.wait_for("Passcode: ")
    terminal.type("open sesame\n")
    assert terminal.end() == 0
    assert "sesam" not in terminal.seen
    assert notifier.actions == ["wipe"]


def test_control_c_at_the_question_does_nothing(locked):
    notifier, number, page = locked
    passcode(notifier.host, "passcode", "set", lines="1234\n")
    terminal = Terminal(notifier.host, "respond", number, "wipe")
    terminal.wait_for("Passcode: ")
    terminal.type("12\x03")
    assert terminal.end() == 1
    assert page.titles == ["secret"] and notifier.responses == []


def test_passcode_holds_for_the_run_that_gave_it_alone(locked):
    notifier, number, page = locked
    passcode(notifier.host, "passcode", "set", lines="1234\n")
    wipe(notifier, number, "1234", status=0)
    notifier.add("another", categoryIdentifier="all")
    other = str(page.wait_for("another")["id"])

    notifier.host.today("respond", other, "wipe", status=3)
    answer = {"notification": int(other), "action": "wipe", "waits": True}
    with pytest.raises(Exception, match="passcodeRequired"):
        notifier.host.request("POST", "/api/notifications/answer", answer)
    assert notifier.actions == ["wipe"]
