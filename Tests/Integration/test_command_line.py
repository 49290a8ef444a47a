"""The command line against a running host: names, output for people and programs, and the exit status."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import termios
from pathlib import Path

import pytest

from counter import Counter
from today_host import TODAY, TodayHost
from waiting import eventually


def test_commands_without_a_host_say_how_to_start_it(stopped_host: TodayHost):
    for command in (["list"], ["show"], ["link"], ["reload", "Counter"], ["defaults", "read", "group.x"]):
        result = stopped_host.today(*command, status=4)
        assert "today run" in result.stderr
        assert result.stdout == ""


def test_wrong_arguments_are_refused_before_any_work(stopped_host: TodayHost):
    for command in (["frobnicate"], ["install"], ["why", "X", "--limit", "0"], ["run", "--port", "70000"]):
        assert stopped_host.today(*command, status=2).stdout == ""


def test_nothing_is_lost_if_the_reader_of_a_pipe_that_does_not_block_is_slow():
    command = [TODAY, "--generate-completion-script", "bash"]
    expected = subprocess.run(command, capture_output=True, timeout=60).stdout
    reader, writer = os.pipe()
    size = fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    assert len(expected) > 2 * size
    os.set_blocking(writer, False)
    process = subprocess.Popen(command, stdout=writer)
    os.close(writer)

    def waiting() -> int:
        return struct.unpack("i", fcntl.ioctl(reader, termios.FIONREAD, bytes(4)))[0]

    eventually(lambda: waiting() == size, "a full pipe")
    with open(reader, "rb") as pipe:
        assert pipe.read() == expected
    assert process.wait(60) == 0


def test_list_for_people_and_programs(counter: Counter):
    text = counter.host.today("list").stdout
    [app] = counter.host.today_json("list")

    assert "Counter" in text and "test.counter.widget" in text
    assert app["id"] == "test.counter"
    assert app["widgets"] == [{"id": "test.counter.widget", "isOnScreen": True, "size": "small", "title": "Counter"}]
    assert app["groups"] == ["group.test.counter"]
    assert app["badge"] == 0


def test_empty_screen_says_what_helps(host: TodayHost, fixture_app):
    assert "today install" in host.today("show").stdout
    host.install(fixture_app("plain"))
    assert "No installed app has a widget" in host.today("show").stdout
    host.install(fixture_app("counter", app="counter_app", widget="counter_widget", groups=[Counter.GROUP]))
    host.request("PUT", "/api/screen", {"widgets": []})
    assert "today link" in host.today("show").stdout


def test_what_is_not_there_is_an_error_that_names_the_remedy(counter: Counter):
    assert "HOST is empty" in counter.host.today("allow", "counter", "", status=2).stderr
    removed = counter.host.today("topics", "remove", "nope", status=1).stderr
    assert "not subscribed to nope" in removed and "today topics" in removed


def test_file_in_place_of_the_state_is_named(tmp_path: Path):
    file = tmp_path / "file"
    file.touch()
    for path in file, file / "x", Path("/proc/x"):
        result = subprocess.run([TODAY, "run", "--state", path], capture_output=True, text=True, timeout=60)
        refused = result.stderr
        assert result.returncode == 1
        assert str(path) in refused and "--state" in refused and "NSCocoa" not in refused


def test_data_steers_no_terminal(counter: Counter):
    value = "a\x9b31mb\u202ec\x7fd"
    counter.write("word", value)
    for command in (["read", Counter.GROUP], ["read", Counter.GROUP, "word"]):
        printed = counter.host.today("defaults", *command, "--json").stdout
        assert not set("\x9b\u202e\x7f") & set(printed)
        assert value in json.loads(printed)["word"] if len(command) == 2 else json.loads(printed) == value


def test_show_draws_the_screen(counter: Counter):
    with counter.host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "count 0")

    assert "count 0" in counter.host.today("show").stdout
    assert "\x1b" not in counter.host.today("show", "Counter").stdout
    [widget] = counter.host.today_json("show", "counter")["widgets"]
    assert "count 0" in widget["compact"]["text"].split("\n")
    assert widget["freshness"] == {"state": "fresh"}


def test_widget_is_found_by_identifier_and_name(counter: Counter, fixture_app, subtests: pytest.Subtests):
    host = counter.host
    others = ["test.alarm.widget", "test.zebra.widget"]
    for other in ("alarm", "zebra"):
        host.install(fixture_app(other, widget="crash_widget", groups=["group.test.crash"]))
    with host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "count 0")
        for other in others:
            page.wait_for_text(other, "how none")
    # An update is in the ledger a moment after its card is on the screen.
    for widget in (Counter.WIDGET, *others):
        eventually(lambda: host.ledger(widget), f"the first update of {widget}")
    for name in "Counter", "counter", "COUNT", "c", "test.counter.widget", "test.counter":
        with subtests.test(name=name):
            before = {widget: host.ledger(widget) for widget in (Counter.WIDGET, *others)}
            assert host.today("reload", name).stderr == "Updated test.counter.widget.\n"
            newest, *older = host.ledger(Counter.WIDGET)
            assert newest["reasons"] == ["reload"] and older == before[Counter.WIDGET]
            for other in others:
                assert host.ledger(other) == before[other]

            [shown] = host.today_json("show", name)["widgets"]
            assert shown["id"] == Counter.WIDGET
            assert "count 0" in shown["compact"]["text"].split("\n")
            text = host.today("show", name).stdout
            assert "count 0" in text and "how none" not in text
            updates = [each["reasons"] for each in host.today_json("why", name) if "reasons" in each]
            assert updates == [sorted(each["reasons"]) for each in host.ledger(Counter.WIDGET)]


def test_unknown_name_is_an_error_that_names_it(counter: Counter):
    error = counter.host.today("reload", "Nobody", status=1).stderr
    assert "Nobody" in error and "Counter (test.counter.widget)" in error
    # The middle of a name is no beginning, and nothing is the beginning of every name.
    for name in ("ounter", "widget", ""):
        counter.host.today("reload", name, status=1)


def test_beginning_of_several_names_is_an_error_that_names_them(counter: Counter, fixture_app):
    counter.host.install(fixture_app("counting", widget="crash_widget", groups=["group.test.crash"]))
    error = counter.host.today("reload", "count", status=1).stderr
    assert "Counter (test.counter.widget)" in error and "Counting (test.counting.widget)" in error
    # The whole name of one is no beginning of the other's.
    assert counter.host.today("reload", "Counter").stderr == "Updated test.counter.widget.\n"


def test_state_is_named_before_the_command_or_by_a_variable(counter: Counter):
    host = counter.host

    def today(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [TODAY, *arguments], env={**host.environment, **environment}, capture_output=True, text=True, timeout=120
        )

    for result in (
        today("--state", str(host.state), "show", "Counter"),
        today(f"--state={host.state}", "defaults", "read", Counter.GROUP),
        today("show", "Counter", TODAY_STATE=str(host.state)),
        today("show", "Counter", "--state", str(host.state), TODAY_STATE="/nowhere"),
    ):
        assert result.returncode == 0, result.stderr
    assert today("show", TODAY_STATE="/nowhere").returncode == 4
    assert today("--state", str(host.state)).returncode == 2


def test_defaults_keep_their_types(counter: Counter):
    group = Counter.GROUP
    values = ["true", "3", "3.0", '"text"', "[1,2]", '{"a":1}', '{"$date":"2026-11-21T08:00:00.000Z"}', '{"$data":"aGk="}']
    for value in values:
        counter.host.today("defaults", "write", group, "key", value, "--json")
        assert counter.host.today("defaults", "read", group, "key", "--json").stdout == value + "\n"
    counter.host.today("defaults", "write", group, "key", "3")
    assert counter.host.today("defaults", "read", group, "key", "--json").stdout == '"3"\n'
    counter.host.today("defaults", "delete", group, "key")
    assert "key" in counter.host.today("defaults", "read", group, "key", status=1).stderr


def test_defaults_of_an_unknown_group_are_refused(counter: Counter):
    for command in (["write", "group.test.counetr", "a", "b"], ["read", "group.test.counetr"],
                    ["read", "group.test.counetr", "a"], ["delete", "group.test.counetr"],
                    ["delete", "group.test.counetr", "a"]):
        said = counter.host.today("defaults", *command, status=1).stderr
        assert "group.test.counetr" in said and Counter.GROUP in said


def test_empty_key_is_refused_by_a_clear_sentence(counter: Counter):
    for command in (["write", Counter.GROUP, "", "b"], ["read", Counter.GROUP, ""], ["delete", Counter.GROUP, ""]):
        assert "KEY is empty" in counter.host.today("defaults", *command, status=2).stderr


def test_eight_writers_lose_nothing(counter: Counter):
    writers = [
        subprocess.Popen(
            ["/bin/sh", "-c", f'for n in 1 2 3 4 5; do "{TODAY}" defaults write {Counter.GROUP} "w{writer}.$n" "$n" --state "{counter.host.state}" || exit 1; done'],
            env=counter.host.environment,
        )
        for writer in range(8)
    ]
    assert [writer.wait(120) for writer in writers] == [0] * 8

    values = counter.host.request("GET", f"/api/defaults/{Counter.GROUP}")
    assert {f"w{writer}.{number}" for writer in range(8) for number in range(1, 6)} <= set(values)


def test_widget_follows_the_command_line(counter: Counter):
    with counter.host.watch() as page:
        counter.host.today("defaults", "write", Counter.GROUP, "word", "plum")
        page.wait_for_text(Counter.WIDGET, "word plum")


def test_person_is_asked_once_on_a_terminal(host: TodayHost, fixture_app):
    bundle = fixture_app("plain")
    command = [TODAY, "install", bundle, "--state", host.state]

    def answer(text: bytes) -> tuple[int, str]:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, env=host.environment)
        os.close(theirs)
        seen = b""
        while b"[y/N]" not in seen:
            seen += os.read(ours, 4096)
        os.write(ours, text)
        status = process.wait(30)
        os.close(ours)
        return status, seen.decode()

    status, question = answer(b"n\n")
    assert status == 1 and "Run a program" in question
    assert host.today_json("list") == []
    assert answer(b"y\n")[0] == 0
    assert len(host.today_json("list")) == 1


def test_bundle_assembles_what_install_takes(host: TodayHost, fixture_app, tmp_path):
    made = fixture_app("counter", app="counter_app", widget="counter_widget", groups=[Counter.GROUP])
    source, products, output = tmp_path / "Source/Counter", tmp_path / "products", tmp_path / "output"
    source.mkdir(parents=True)
    products.mkdir()
    made.rename(source / "Bundle")
    (source / "Bundle/PlugIns/Counter.appex").rename(source / "Bundle/PlugIns/Counter")
    (source / "Bundle/counter_app").rename(products / "counter_app")
    (source / "Bundle/PlugIns/Counter/counter_widget").rename(products / "counter_widget")

    # `bundle` needs no host and no state.
    result = subprocess.run(
        [TODAY, "bundle", source, "--products", products, "--output", output, "--json"],
        capture_output=True, text=True, env=host.environment, stdin=subprocess.DEVNULL,
    )

    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["widgets"] == ["test.counter.widget"]
    assert (output / "Counter.app/PlugIns/Counter.appex/counter_widget").stat().st_mode & 0o100
    assert host.install(output / "Counter.app")["id"] == "test.counter"


def test_bundle_names_a_program_that_was_not_built(fixture_app, tmp_path, stopped_host: TodayHost):
    made = fixture_app("plain")
    source = tmp_path / "Plain"
    source.mkdir()
    made.rename(source / "Bundle")
    (source / "Bundle/plain_app").unlink()

    result = subprocess.run(
        [TODAY, "bundle", source, "--products", tmp_path, "--output", tmp_path / "out"],
        capture_output=True, text=True, env=stopped_host.environment, stdin=subprocess.DEVNULL,
    )

    assert result.returncode == 1
    assert "plain_app" in result.stderr
    assert not (tmp_path / "out/Plain.app").exists()


def test_version_and_help(stopped_host: TodayHost):
    def run(*arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([TODAY, *arguments], capture_output=True, text=True, env=stopped_host.environment)

    assert run("--version").stdout.strip()
    for command in ("run", "install", "uninstall", "list", "show", "open", "reload", "why", "allow", "disallow",
                    "bundle", "link", "notify", "respond", "settings", "share"):
        result = run(command, "--help")
        assert result.returncode == 0 and "EXAMPLE" in result.stdout, command


def test_a_message_that_no_app_here_takes_is_not_sent(counter: Counter) -> None:
    refused = counter.host.today("send", "--title", "Dinner", "--body", "Soup", status=None)
    assert refused.returncode != 0
    assert "No app that takes messages is installed" in refused.stderr
    refused = counter.host.today("send", "--title", "Dinner", "--body", "Soup", "--app", "Counter", status=None)
    assert refused.returncode != 0
    assert "takes no messages" in refused.stderr


def test_a_cloud_that_nobody_answers_for_is_named(counter: Counter) -> None:
    said = subprocess.run(
        [TODAY, "link", "http://127.0.0.1:9", "--token-stdin", "--state", counter.host.state],
        input="token\n", capture_output=True, text=True, timeout=60,
    )
    assert said.returncode != 0
    assert "Nobody answers at http://127.0.0.1:9" in said.stderr
    encrypted = subprocess.run(
        [TODAY, "link", "http://push.example.org", "--token-stdin", "--state", counter.host.state],
        input="token\n", capture_output=True, text=True, timeout=60,
    )
    assert "http://push.example.org is not encrypted" in encrypted.stderr
