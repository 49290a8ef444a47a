"""Why a widget fails, as its author finds out: the log, `today logs APP`, `today why`, and `today install`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Callable

import pytest

from test_operation import STEERING
from today_host import TODAY, Refused, TodayHost
from waiting import eventually, wait_in_folder

WIDGET = "test.causes.widget"


@pytest.fixture
def bundle(fixture_app: Callable[..., Path]) -> Callable[[str], Path]:
    """Makes the bundle of the fixture that fails in a way."""
    bundle = fixture_app("causes", widget="causes_widget")

    def make(how: str) -> Path:
        (bundle / "PlugIns/Causes.appex/how").write_text(how)
        return bundle

    return make


def test_author_is_told_the_cause(host: TodayHost, bundle: Callable[[str], Path], subtests: pytest.Subtests):
    with subtests.test("install waits for the first update"):
        told = host.today("install", bundle("well"), "--yes")
        assert "with the widget Causes" in told.stdout and told.stderr == ""
        assert host.ledger(WIDGET)[0]["outcome"] == "newData"
        assert host.today("why", WIDGET).stdout.startswith("Updated just now")

    with subtests.test("a widget that says what it lacks is no failure"):
        told = host.today("install", bundle("lacks"), "--yes")
        assert "Choose a city." in told.stderr

    with subtests.test("an exception fails the installation, with its cause"):
        failed = host.today("install", bundle("raise"), "--yes", status=1)
        assert "Installed Causes" in failed.stdout
        assert "ended by itself with status 1" in failed.stderr
        assert "RuntimeError: the tide is out" in failed.stderr

    with subtests.test("today why has the lines, and does not call it up to date"):
        text = host.today("why", WIDGET).stdout
        assert text.startswith("Last updated successfully ") and "Updated just now" not in text
        assert "\nUpdates have failed since " in text
        assert "\nSTANDARD ERROR\n" in text and "RuntimeError: the tide is out" in text
        newest = next(each for each in host.today_json("why", WIDGET) if each["outcome"] == "failed")
        assert newest["standardError"][-1] == "RuntimeError: the tide is out" and len(newest["standardError"]) <= 20

    with subtests.test("the screen has them"):
        [widget] = [each for each in host.request("GET", "/api/screen")["widgets"] if each["id"] == WIDGET]
        assert widget["standardError"][-1] == "RuntimeError: the tide is out"
        assert "today why test.causes.widget" in host.today("show", WIDGET).stdout

    with subtests.test("the screen and a repeated installation have those of the last attempt alone"):
        for _ in range(2):
            with pytest.raises(Refused):
                host.reload(WIDGET)
        [widget] = [each for each in host.request("GET", "/api/screen")["widgets"] if each["id"] == WIDGET]
        assert widget["standardError"].count("RuntimeError: the tide is out") == 1
        assert host.today("install", bundle("raise"), "--yes", status=1).stderr.count("RuntimeError: the tide is out") == 1
        assert host.today("why", WIDGET).stdout.count("RuntimeError: the tide is out") > 1

    with subtests.test("what is no message is in the log with its text"):
        log = (host.state / "today.log").read_text()
        [line, *_] = [line for line in log.splitlines() if "a line for debugging" in line]
        assert " notice " in line and "stream=stdout" in line
        lines = host.today_json("logs", "Causes")
        assert any(each["source"] == "standardOutput" and each["text"] == "a line for debugging" for each in lines)
        assert any(each["text"] == "not UTF-8: \ufffd" for each in lines)
        assert any(each["text"].startswith("Started Causes") for each in lines)
        assert any(each["level"] == "error" and "ended by itself" in each["text"] for each in lines)
        assert [each["number"] for each in lines] == sorted(each["number"] for each in lines)

    with subtests.test("nothing steers a terminal or turns text around"):
        for text in (host.today("logs", "Causes").stdout, host.today("why", WIDGET).stdout, "".join(widget["standardError"])):
            assert "gnp.exe" in text or "Runtime" in text
            assert not STEERING & set(text)

    with subtests.test("an end before the first answer is another cause"):
        failed = host.today("install", bundle("start"), "--yes", status=1)
        assert "ended with status 1 before it answered initialize" in failed.stderr
        assert "no library of that name" in failed.stderr

    with subtests.test("a missing interpreter is another cause"):
        program = bundle("well") / "PlugIns/Causes.appex/causes_widget"
        program.write_text(program.read_text().removeprefix("#!/usr/bin/python3\n"))
        failed = host.today("install", program.parents[2], "--yes", status=1)
        assert "names no interpreter" in failed.stderr and "#!/usr/bin/python3" in failed.stderr


def test_failed_updates_are_in_the_log_at_the_default_level(
    host: TodayHost, bundle: Callable[[str], Path], subtests: pytest.Subtests
):
    causes = {
        "fault": "answered widget/update with an error: the tide is out",
        "card": "Its card cannot be shown: ",
        "shape": "answered wrongly: the answer to widget/update has not the shape that it should have: content.compact",
    }
    for how, cause in causes.items():
        with subtests.test(how):
            assert cause in host.today("install", bundle(how), "--yes", status=1).stderr
            log = (host.state / "today.log").read_text().splitlines()
            [line, *_] = [line for line in log if "An update failed" in line and cause in line]
            assert " warning " in line and f"process={WIDGET}" in line
            lines = host.today_json("logs", "Causes")
            assert any(line["level"] == "warning" and cause in line["text"] for line in lines)

    with subtests.test("what the widget says to the person is no warning"):
        host.today("install", bundle("lacks"), "--yes")
        log = (host.state / "today.log").read_text().splitlines()
        lines = [line for line in log if "An update failed" in line and "Choose a city." in line]
        assert lines and all(" info " in line for line in lines)

    with subtests.test("a widget that fails at length takes no more of the log than it may write"):
        host.today("install", bundle("verbose"), "--yes", status=1)
        for _ in range(10):
            with pytest.raises(Refused):
                host.reload(WIDGET)
        log = [line for line in (host.state / "today.log").read_text().splitlines() if "v" * 1000 in line]
        assert sum(len(line) for line in log if " warning " in line) < 20_000 < sum(len(line) for line in log)


def test_lines_of_the_protocol_and_of_standard_error_take_little_of_the_log_together(
    host: TodayHost, bundle: Callable[[str], Path]
):
    host.today("install", bundle("log"), "--yes")
    log = [line for line in (host.state / "today.log").read_text().splitlines() if "l" * 1000 in line]
    at_default = [line for line in log if " error " in line or " notice " in line]
    assert sum(len(line) for line in at_default) < 20_000 < sum(len(line) for line in log)
    assert any("stream=stderr" in line for line in log) and any("stream=" not in line for line in log)
    assert "writes more than this log takes" in (host.state / "today.log").read_text()


def test_flood_keeps_the_log_small(host: TodayHost, bundle: Callable[[str], Path]):
    host.today("install", bundle("flood"), "--yes", status=1)
    [*_, longest] = sorted(host.today_json("logs", "Causes"), key=lambda line: len(line["text"]))
    assert 4000 < len(longest["text"]) < 5000
    assert len(host.today("logs", "Causes").stdout) < 200_000
    [widget] = [each for each in host.request("GET", "/api/screen")["widgets"] if each["id"] == WIDGET]
    assert all(len(line) < 400 for line in widget["standardError"])
    # Every line of it is there at the finest level, at which tests log, and none is longer than the limit.
    assert (host.state / "today.log").stat().st_size < 1_000_000


def test_followed_log_of_an_app_is_in_a_file_as_soon_as_there_is_a_line(
    host: TodayHost, bundle: Callable[[str], Path], tmp_path: Path
):
    host.today("install", bundle("well"), "--yes")
    followed = tmp_path / "followed"
    with followed.open("wb") as file:
        follower = subprocess.Popen(
            [TODAY, "logs", "Causes", "--state", host.state, "--follow"], stdout=file, env=host.environment
        )
    try:
        for count in (1, 2, 3):
            wait_in_folder(
                tmp_path, lambda: followed.read_text().count("a line for debugging") >= count, f"line {count} in the file",
                process=follower,
            )
            host.reload(WIDGET)
        # A host that stops while the line is waited for has nothing to report.
        assert host.stop() == 0
        assert follower.wait(30) != 0
        assert "CancellationError" not in (host.state / "today.log").read_text()
    finally:
        follower.kill()
        follower.wait()


def test_log_of_an_app_is_followed_and_goes_with_it(host: TodayHost, bundle: Callable[[str], Path]):
    host.today("install", bundle("well"), "--yes")
    follower = subprocess.Popen(
        [TODAY, "logs", "Causes", "--state", host.state, "--follow", "--json", "--match", "debugging"],
        stdout=subprocess.PIPE, text=True, env=host.environment,
    )
    try:
        first = json.loads(follower.stdout.readline())
        assert first["text"] == "a line for debugging" and first["process"] == WIDGET
        host.reload(WIDGET)
        assert json.loads(follower.stdout.readline())["number"] > first["number"]
    finally:
        follower.kill()
        follower.wait()
    [*_, newest] = host.request("GET", f"/api/widgets/{WIDGET}/log")
    assert host.request("GET", f"/api/apps/test.causes/log?after={newest['number']}") == []
    host.today("uninstall", "Causes", "--yes")
    assert "Causes" in host.today("logs", "Causes", status=1).stderr
    with pytest.raises(Refused) as refused:
        host.request("GET", "/api/apps/test.causes/log")
    assert refused.value.status == 404
    # The next app of that name begins with an empty log.
    host.today("install", bundle("well"), "--yes")
    lines = eventually(lambda: host.request("GET", "/api/apps/test.causes/log"), "lines of the new app")
    assert lines[0]["number"] == 1
