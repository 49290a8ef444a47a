"""Complications, from a real app's request to the lines that a status bar reads."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from pathlib import Path

import pytest

from notifier import Notifier
from status_bar import StatusBar
from today_host import TODAY, TodayHost
from waiting import TIMEOUT_SECONDS


class Shower:
    """The notifier, which sets its complication as a test asks it to."""

    def __init__(self, host: TodayHost, fixture_app):
        host.install(fixture_app("notifier", app=Notifier.PROGRAM, groups=[Notifier.GROUP]))
        self.host = host
        self.app = Notifier(host)

    def set(self, short: str | None, inside: bool = False, **more) -> dict:
        complication = None if short is None else {"shortText": short, **more}
        return self.app.ask("complication/set", inside, complication=complication)


@pytest.fixture
def shower(host: TodayHost, fixture_app) -> Shower:
    return Shower(host, fixture_app)


def test_three_complications_are_three_lines_for_waybar(shower: Shower) -> None:
    with StatusBar(shower.host, "Notifier", "--follow", "--format", "waybar") as bar:
        assert json.loads(bar.line()) == {"text": ""}

        shower.set("3 left", longText="Buy <milk> & bread", gauge=0.4, symbol="list", **{"class": ["late", "urgent"]})
        shower.set("2 left")
        shower.set("2 left")  # Nothing changed, so nothing is written.
        shower.set('<b>1 & "last"</b>')

        lines = [json.loads(bar.line()) for _ in range(3)]
        assert lines == [
            {
                "text": "3 left", "tooltip": "Buy &lt;milk&gt; &amp; bread", "alt": "list", "percentage": 40,
                "class": ["late", "urgent"],
            },
            {"text": "2 left", "tooltip": "2 left"},
            {"text": "&lt;b&gt;1 &amp; &quot;last&quot;&lt;/b&gt;", "tooltip": "&lt;b&gt;1 &amp; &quot;last&quot;&lt;/b&gt;"},
        ]
        # What comes next shows that there was nothing else before it.
        shower.set(None)
        assert json.loads(bar.line()) == {"text": ""}
        assert all(part.endswith(b"\n") for part in bar.reads)


def test_each_line_is_there_before_the_app_sets_the_next(shower: Shower) -> None:
    with StatusBar(shower.host, "Notifier", "--follow") as bar:
        assert bar.line() == ""
        for number in range(20):
            shower.set(str(number), inside=number % 2 == 0)
            assert bar.line() == str(number)
        assert len(bar.reads) == 21


def test_a_click_in_i3bar_opens_the_app(shower: Shower, tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    shower.set("3 left", longText="Three things are left", symbol="🧹", **{"class": ["urgent"]})
    with StatusBar(shower.host, "Notifier", "--follow", "--format", "i3bar", folder=folder) as bar:
        assert json.loads(bar.line()) == {"version": 1, "click_events": True}
        assert bar.line() == "["
        line = bar.line()
        assert line.endswith("],")
        assert json.loads(line[:-1]) == [{
            "full_text": "🧹 Three things are left", "short_text": "🧹 3 left", "name": "today",
            "instance": "test.notifier", "markup": "none", "urgent": True,
        }]

        bar.click("[")
        bar.click("nonsense")
        bar.click('{"name":"today","instance":"test.other","button":1,"x":1},')
        bar.click('{"name":"today","instance":"test.notifier","button":4},')
        bar.click('{"name":"today","instance":"test.notifier","button":1,"modifiers":[],"x":1,"width":2.5},')
        first = bar.opened(1)
        bar.click(',{"name":"today","instance":"test.notifier","button":1}')
        assert len(bar.opened(2)) == 2
        assert first[0].startswith(shower.host.ready["url"] + "/link/")
        with _NoRedirects().open(first[0]) as answer:
            assert answer.headers["Location"] == "/open?url=notifier%3A%2F%2F"

        bar.process.stdin.close()
        assert bar.process.wait(TIMEOUT_SECONDS) == 0
        assert bar.process.stdout.read() == b""


def test_the_bar_is_empty_while_the_host_restarts(shower: Shower) -> None:
    shower.set("3 left")
    with StatusBar(shower.host, "notifier", "--follow", "--format", "waybar") as bar:
        assert json.loads(bar.line())["text"] == "3 left"
        shower.host.kill()
        assert json.loads(bar.line()) == {"text": ""}
        shower.host.start()
        assert json.loads(bar.line())["text"] == "3 left"
        shower.set("2 left")
        assert json.loads(bar.line())["text"] == "2 left"
        shower.host.stop()
        assert json.loads(bar.line()) == {"text": ""}


def test_the_bar_may_start_before_the_host(stopped_host: TodayHost, fixture_app) -> None:
    bundle = fixture_app("notifier", app=Notifier.PROGRAM, groups=[Notifier.GROUP])
    stopped_host.start("--install", str(bundle))
    # A host that is reached before it has the app would end the command.
    stopped_host.stop()
    with StatusBar(stopped_host, "notifier", "--follow") as bar:
        assert bar.line() == ""
        stopped_host.start()
        notifier = Notifier(stopped_host)
        notifier.ask("complication/set", complication={"shortText": "here"})
        assert bar.line() == "here"


def test_an_app_that_is_removed_leaves_an_empty_bar(shower: Shower) -> None:
    shower.set("3 left")
    with StatusBar(shower.host, "Notifier", "--follow") as bar:
        assert bar.line() == "3 left"
        shower.host.today("uninstall", "Notifier", "--yes")
        assert bar.line() == ""
    assert shower.host.today("complication", "--list").stdout == "No app has set a complication.\n"


def test_the_command_ends_with_its_reader(shower: Shower) -> None:
    with StatusBar(shower.host, "Notifier", "--follow", "--format", "waybar") as bar:
        bar.line()
        bar.process.stdout.close()
        assert bar.process.wait(TIMEOUT_SECONDS) == 0


def test_what_exceeds_a_limit_is_refused(shower: Shower) -> None:
    shower.set("good", gauge=1)
    for complication in (
        {"shortText": "x" * 65}, {"shortText": "a\nb"}, {"shortText": "\u001b[2J"}, {"shortText": ""},
        {"shortText": "x", "gauge": 2.0}, {"shortText": "x", "class": [f"c{number}" for number in range(9)]},
    ):
        with pytest.raises(AssertionError, match="complication"):
            shower.app.ask("complication/set", complication=complication)
    assert shower.host.today("complication", "Notifier").stdout == "good\n"


def test_the_command_prints_once(shower: Shower) -> None:
    host = shower.host
    assert host.today("complication", "Notifier").stdout == "\n"
    assert json.loads(host.today("complication", "Notifier", "--format", "json").stdout) == {
        "app": "test.notifier", "complication": None,
    }
    shower.set("3 left", gauge=0.5)
    assert json.loads(host.today("complication", "test.notifier", "--format", "json").stdout) == {
        "app": "test.notifier", "title": "Notifier", "url": "notifier://",
        "complication": {"shortText": "3 left", "gauge": 0.5, "class": []},
    }
    assert json.loads(host.today("complication", "Notifier", "--format", "i3bar").stdout)[0]["full_text"] == "3 left"
    assert json.loads(host.today("complication", "--list", "--format", "json").stdout)[0]["app"] == "test.notifier"
    assert "nothing" in host.today("complication", "nothing", status=1).stderr
    host.today("complication", status=2)
    host.today("complication", "--list", "--follow", status=2)
    host.stop()
    host.today("complication", "Notifier", status=4)


def test_following_an_app_that_is_not_there_fails(shower: Shower) -> None:
    result = subprocess.run(
        [TODAY, "complication", "nothing", "--follow", "--state", shower.host.state],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TIMEOUT_SECONDS * 2, env=shower.host.environment,
    )
    assert result.returncode == 1
    assert "nothing" in result.stderr


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Answers a redirect itself, instead of following it."""

    def http_error_303(self, request, answer, code, message, headers):  # noqa: ANN001
        return answer

    def open(self, address: str):
        opener = urllib.request.build_opener(self)
        # The name of the page leads to this machine, also where no resolver knows it.
        request = urllib.request.Request(address)
        host = request.host
        request.host = "127.0.0.1:" + host.rpartition(":")[2]
        request.add_unredirected_header("Host", host)
        return opener.open(request, timeout=TIMEOUT_SECONDS)
