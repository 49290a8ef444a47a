"""What an operator asks: whether Today runs, what it logged, what the machine lacks, and that it end."""

import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import processes
from browser_device import BrowserDevice
from counter import Counter
from today_host import ROOT, TODAY, TodayHost
from waiting import eventually

#: What may not reach a terminal: control characters but the line end, and marks of the direction of text.
STEERING = {chr(code) for code in [*range(0x20), *range(0x7F, 0xA0), 0x200E, 0x200F, *range(0x202A, 0x202F)]} - {"\n"}


def test_status_tells_where_today_runs(counter: Counter):
    status = counter.host.today_json("status")
    assert status["pid"] == counter.host.pid
    assert status["url"] == counter.host.ready["url"]
    assert status["state"] == str(counter.host.state)
    assert (status["apps"], status["widgets"]) == (1, 1)
    assert status["storage"] >= (counter.host.state / "promises.sqlite").stat().st_size
    assert status["cloud"]["local"] is True
    text = counter.host.today("status").stdout
    assert counter.host.ready["url"] in text and "/link/" not in text


def test_everything_says_how_limits_are_enforced(counter: Counter):
    host = counter.host
    sentence = host.today_json("status")["limits"]
    limits = host.today_json("list", "--limits")["enforcement"]
    assert limits["sentence"] == sentence and sentence in host.today("list", "--limits").stdout
    assert bool(limits["controlGroups"]) == sentence.startswith("The kernel limits apps and widgets")
    assert findings(host)["Limits"]["text"] == sentence
    assert findings(host)["Limits"]["severity"] == ("ok" if limits["controlGroups"] else "warning")
    assert sentence in host.today("settings", "Counter", "--rights").stdout and sentence in host.log.read_text()


def test_stop_ends_everything_before_it_returns(counter: Counter):
    with counter.host.watch() as page:
        page.wait_for_text(Counter.WIDGET, "count 0")
        below = processes.descendants(counter.host.pid)
        assert below
        counter.host.today("stop")
        processes.wait_for_ends(below, "the end of its processes", timeout=0.5)
    assert counter.host.process.wait(5) == 0
    for command in ("status", "stop"):
        assert "today run" in counter.host.today(command, status=4).stderr


def test_log_steers_no_terminal(host: TodayHost, fixture_app):
    host.install(fixture_app("noisy", widget="noisy_widget"))
    with host.watch() as page:
        page.wait_for_text("test.noisy.widget", "noisy")
        lines = eventually(
            lambda: found if len(found := host.today("logs", "--match", "gnp.exe").stdout.splitlines()) >= 2 else None,
            "both lines of the widget",
        )
    assert all("test.noisy.widget" in line for line in lines)
    for text in (host.today("logs", "--lines", "100000").stdout, host.log.read_text()):
        assert not STEERING & set(text)


def test_log_is_private_and_stays_when_today_has_ended(counter: Counter):
    log = counter.host.state / "today.log"
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    counter.host.stop()
    assert len(counter.host.today("logs", "--lines", "2").stdout.splitlines()) == 2


def test_followed_log_goes_on_in_the_next_file(host: TodayHost):
    follower = subprocess.Popen(
        [TODAY, "logs", "--state", host.state, "--follow", "--lines", "1", "--match", "follow-me"],
        stdout=subprocess.PIPE, text=True, env=host.environment,
    )
    try:
        log = host.state / "today.log"
        # Half a line is not printed before its end is there.
        with log.open("a") as file:
            file.write("follow-me first")
            file.flush()
            file.write(" half\n")
        assert follower.stdout.readline() == "follow-me first half\n"
        log.rename(host.state / "today.log.1")
        log.write_text("follow-me in the next file\n")
        assert follower.stdout.readline() == "follow-me in the next file\n"
    finally:
        follower.kill()
        follower.wait()


def findings(host: TodayHost, status: int = 0) -> dict[str, dict]:
    return {finding["subject"]: finding for finding in json.loads(host.today("doctor", "--json", status=status).stdout)}


def test_doctor_finds_nothing_wrong_with_a_healthy_host(counter: Counter):
    found = findings(counter.host)
    assert {name for name, finding in found.items() if finding["severity"] == "problem"} == set()
    assert found["Host"]["severity"] == found["Sandbox"]["severity"] == found["State folder"]["severity"] == "ok"


def test_doctor_names_a_damaged_database_and_changes_nothing(stopped_host: TodayHost):
    stopped_host.start()
    stopped_host.stop()
    store = stopped_host.state / "promises.sqlite"
    whole = store.read_bytes()
    # The pages after the first one, which says that this is a database.
    damaged = whole[:4096] + os.urandom(len(whole) - 4096)
    store.write_bytes(damaged)
    report = json.loads(stopped_host.today("doctor", "--json", status=1).stdout)
    [finding] = [finding for finding in report if finding["severity"] == "problem"]
    assert "promises.sqlite" in finding["text"] and "today restore" in finding["remedy"]
    assert store.read_bytes() == damaged
    store.write_bytes(b"")
    assert any("empty" in finding["text"] for finding in json.loads(stopped_host.today("doctor", "--json", status=1).stdout))


def test_doctor_names_a_damaged_database_beside_the_store(stopped_host: TodayHost):
    stopped_host.start("--cloud-port", "0")
    stopped_host.stop()
    for name, severity, remedy in (
        ("caches.sqlite", "warning", "Nothing to do"), ("cloud/cloud.sqlite", "problem", "today restore FILE")
    ):
        database = stopped_host.state / name
        for beside in database.parent.glob(f"{database.name}-*"):
            beside.unlink()
        database.write_bytes(b"this is no database" * 1000)
        report = json.loads(stopped_host.today("doctor", "--json", status=None).stdout)
        [finding] = [finding for finding in report if name in finding["text"]]
        assert finding["severity"] == severity and remedy in finding["remedy"] and "is damaged" in finding["text"]


def test_doctor_names_the_copy_that_replaces_a_missing_database(counter: Counter):
    host = counter.host
    eventually(lambda: list((host.state / "copies").glob("promises-*.sqlite")), "the copy of the day")
    host.stop()
    for file in host.state.glob("promises.sqlite*"):
        file.unlink()
    report = json.loads(host.today("doctor", "--json", status=1).stdout)
    [finding] = [finding for finding in report if finding["severity"] == "problem"]
    assert "promises.sqlite is missing" in finding["text"] and "--daily-copy" in finding["remedy"]
    host.today("restore", "--daily-copy", "--yes")
    assert "problem" not in {each["severity"] for each in findings(host).values()}


def test_doctor_examines_the_audit_log_the_key_and_the_copies(counter: Counter):
    host = counter.host
    eventually(lambda: list((host.state / "copies").glob("promises-*.sqlite")), "the copy of the day")
    host.stop()
    found = findings(host)
    assert found["Audit log"]["severity"] == found["Copies"]["severity"] == "ok"
    assert "Keychain" not in found, "there is no secret, and no key yet"
    with sqlite3.connect(host.state / "promises.sqlite") as database:
        database.execute("UPDATE audit SET detail = 'x' WHERE number = 1")
        database.execute("INSERT INTO keychainItem VALUES ('a', 'b', 'c', x'00')")
    for copy in (host.state / "copies").iterdir():
        copy.write_bytes(b"no database")
    found = findings(host, status=1)
    assert [found[name]["severity"] for name in ("Audit log", "Keychain", "Copies")] == ["problem", "problem", "warning"]
    assert "entry 1" in found["Audit log"]["text"] and "is missing" in found["Keychain"]["text"]
    (host.state / "keychain.key").write_bytes(bytes(32))
    (host.state / "keychain.key").chmod(0o644)
    assert findings(host, status=1)["Keychain"]["severity"] == "warning"
    (host.state / "keychain.key").chmod(0o600)
    assert findings(host, status=1)["Keychain"]["severity"] == "ok"


def test_doctor_examines_the_key_of_pushes(host: TodayHost):
    key = host.state / "push.key"
    device = BrowserDevice(host)
    assert "Push key" not in findings(host), "no browser has asked for it yet"
    device.ask("GET", "/api/push-subscription")
    host.stop()
    whole = key.read_bytes()
    assert findings(host)["Push key"]["severity"] == "ok"
    # No number below the order of P-256 is all ones; a folder and a file of another size are no keys either.
    for damage in (lambda: key.write_bytes(b"\xff" * 32), lambda: key.write_bytes(whole + b"\n"), lambda: key.mkdir()):
        key.unlink()
        damage()
        key.chmod(0o700)
        finding = findings(host, status=1)["Push key"]
        assert finding["severity"] == "problem" and "switch notifications on again" in finding["remedy"]
    key.rmdir()
    assert "Push key" not in findings(host)
    with sqlite3.connect(host.state / "promises.sqlite") as database:
        database.execute(
            "INSERT INTO pushSubscription (tokenHash, endpoint, publicKey, secret, origin, language)"
            " SELECT tokenHash, 'https://push.example.org/1', x'04', x'01', 'https://x', 'en' FROM session"
        )
    assert "is missing" in findings(host, status=1)["Push key"]["text"]
    key.write_bytes(whole)
    key.chmod(0o640)
    finding = findings(host)["Push key"]
    assert finding["severity"] == "warning" and finding["remedy"] == f"Run: chmod 600 {key}"
    key.chmod(0o600)
    assert findings(host)["Push key"]["severity"] == "ok"


def test_doctor_names_what_is_wrong_and_a_remedy(stopped_host: TodayHost):
    for break_it, subject in (
        (lambda: stopped_host.state.chmod(0o755), "State folder"),
        (lambda: (stopped_host.state / "config.json").write_text("{"), "Configuration"),
    ):
        break_it()
        report = json.loads(stopped_host.today("doctor", "--json", status=None).stdout)
        [finding] = [finding for finding in report if finding["subject"] == subject]
        assert finding["severity"] != "ok" and finding["remedy"]


# What script/package makes of the commands


def shown_commands(command: dict, above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The command and everything below it that people see."""
    if command["commandName"] == "help" or not command.get("shouldDisplay", True):
        return []
    names = (*above, command["commandName"])
    below = [shown_commands(each, names) for each in command.get("subcommands", [])]
    return [names, *(each for commands in below for each in commands)]


def test_every_command_has_a_manual_page_whose_references_exist(tmp_path: Path):
    dump = subprocess.run([TODAY, "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout
    commands = shown_commands(json.loads(dump)["command"])
    assert {("today",), ("today", "run"), ("today", "cloud", "keys")} <= set(commands)
    # As the package does it: with nothing but Python itself.
    subprocess.run(
        [sys.executable, "-I", "-S", ROOT / "script/make-manual.py", "1.0", tmp_path], input=dump, text=True, check=True
    )
    pages = {file.stem: file.read_text() for file in tmp_path.iterdir()}
    assert set(pages) == {"-".join(names) for names in commands}
    for names in commands:
        name = "-".join(names)
        plain = pages[name].replace("\\-", "-")
        assert plain.startswith(f'.TH "{name.upper()}" "1"')
        assert re.search(rf"^\.SH NAME\n{name} - \S", plain, re.MULTILINE), name
        # It leads to the pages of the commands below it, and to that of the one above.
        below = {"-".join(each) for each in commands if each[:-1] == names}
        named = set(re.findall(r"\\fB([\w-]+)\\fR\(1\)", plain))
        assert named == below | ({"-".join(names[:-1])} - {""}), name
    # Paragraphs are filled to the width of the reader's terminal, and examples keep their lines.
    run = pages["today-run"].replace("\\-", "-")
    paragraphs, examples = run.split(".SH EXAMPLES\n.nf\n")
    assert ".nf" not in paragraphs and re.search(r"^\.PP\nRuns until .+ configuration file\.$", paragraphs, re.MULTILINE)
    assert examples.startswith("today run\ntoday run --state ")
    assert re.search(r"^\.SH EXIT STATUS\n\.nf\n0  done$", pages["today"], re.MULTILINE)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_are_scripts_of_their_shell(shell: str, tmp_path: Path):
    result = subprocess.run([TODAY, "--generate-completion-script", shell], capture_output=True, text=True, check=True)
    script = result.stdout
    starts = {"bash": "#!/bin/bash\n", "zsh": "#compdef today\n", "fish": "function "}
    assert script.startswith(starts[shell])
    if shell == "fish":
        # Each line is a command of its own.
        lines = [line for line in script.splitlines() if "complete -c" in line]
        assert len(lines) > 100 and all(line.startswith("complete -c 'today' -") for line in lines)
    if program := shutil.which(shell):
        file = tmp_path / "script"
        file.write_text(script)
        subprocess.run([program, "-n", file], check=True)
    else:
        assert shell != "bash"


def test_bash_offers_files_and_values_where_they_are_meant(tmp_path: Path):
    (tmp_path / "my.app").mkdir()
    (tmp_path / "my.backup").touch()
    script = subprocess.run([TODAY, "--generate-completion-script", "bash"], capture_output=True, text=True, check=True)
    for words, offered in (
        ("restore my", ["my.backup"]), ("install my", ["my.app", "my.backup"]), ("send --html my", ["my.app", "my.backup"]),
        ("run --state my", ["my.app"]), ("notify --level t", ["time-sensitive"]),
    ):
        line = f"today {words}"
        *_, previous, current = line.split()
        ask = (
            f"\nCOMP_WORDS=({line}); COMP_CWORD={len(words.split())}; COMP_LINE='{line}'; COMP_POINT={len(line)}\n"
            f"_today today '{current}' '{previous}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
        )
        result = subprocess.run(["bash"], input=script.stdout + ask, capture_output=True, text=True, cwd=tmp_path, check=True)
        assert set(result.stdout.split()) >= set(offered), result.stderr
