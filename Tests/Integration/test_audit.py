"""The audit log of a real host."""

from __future__ import annotations

import http.client
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit

from counter import Counter
from today_host import TodayHost
from waiting import TIMEOUT_SECONDS, eventually


def kinds(host: TodayHost, *arguments: str) -> list[str]:
    return [entry["kind"] for entry in reversed(host.today_json("audit", *arguments)["entries"])]


def test_what_a_person_does_is_in_the_log(host: TodayHost, fixture_app):
    host.install(fixture_app("counter", app="counter_app", widget="counter_widget", groups=[Counter.GROUP]))
    host.today("allow", "counter", "example.com")
    host.today("settings", "Counter", "--revoke", f"group:{Counter.GROUP}")
    host.today_with("1234\n", "passcode", "set", "--passcode-stdin")
    host.today("uninstall", "counter", "--yes")

    # The widget may ask for what was revoked before it is removed.
    of_counter = [kind for kind in kinds(host, "--app", "test.counter") if kind != "call-denied"]
    assert of_counter == ["app-installed", "host-allowed", "right-revoked", "app-removed"]
    assert kinds(host)[-2:] == ["passcode-set", "app-removed"]
    text = host.today("audit").stdout
    assert "Server allowed" in text and "example.com" in text
    assert "Each entry follows" in host.today("audit", "--verify").stdout


def test_log_of_an_app_that_never_was_is_an_error(host: TodayHost):
    result = host.today("audit", "--app", "wether", status=1)
    assert 'There is no app "wether".' in result.stderr and "Of a removed app, give the bundle identifier." in result.stderr
    assert result.stdout == ""


def test_browser_that_signs_in_is_in_the_log(host: TodayHost):
    assert "signed-in" not in kinds(host)
    link = urlsplit(host.ready["link"])
    connection = http.client.HTTPConnection("127.0.0.1", link.port, timeout=TIMEOUT_SECONDS)
    connection.request("GET", link.path, headers={"Host": link.netloc})
    assert "set-cookie" in str(connection.getresponse().headers).lower()
    assert kinds(host)[-1] == "signed-in"


def test_link_that_was_made_is_in_the_log(host: TodayHost):
    assert "link-made" not in kinds(host)
    host.today("link", "--page", "/settings")
    host.today("link", "--page", "/settings")
    made = [entry for entry in host.today_json("audit")["entries"] if entry["kind"] == "link-made"]
    assert [entry["detail"] for entry in made] == ["/settings", "/settings"]


def test_backup_and_restore_are_in_the_log(host: TodayHost, tmp_path: Path):
    (tmp_path / "passphrase").write_text("correct horse battery\n")
    passphrase = ["--passphrase-file", tmp_path / "passphrase"]
    host.today("backup", tmp_path / "one", *passphrase)
    assert kinds(host)[-1] == "backup-made"
    assert host.today_json("audit")["entries"][0]["detail"] == str(tmp_path / "one")
    host.today("restore", tmp_path / "one", *passphrase, "--yes")
    # What was made after the copy is not in it.
    assert "backup-made" not in kinds(host) and "backup-restored" in kinds(host)
    assert "Each entry follows" in host.today("audit", "--verify").stdout


def test_flood_of_refused_calls_is_one_entry(counter: Counter):
    for _ in range(3):
        counter.tap({"group": "group.test.other"})
    denied = [entry for entry in counter.host.today_json("audit")["entries"] if entry["kind"] == "call-denied"]
    assert len({entry["detail"].partition(":")[0] for entry in denied}) == len(denied) > 0
    assert {entry["app"] for entry in denied} == {"test.counter"}
    assert all("group.test.other" in entry["detail"] for entry in denied)


def test_killed_process_is_in_the_log(host: TodayHost, fixture_app):
    host.install(fixture_app("empty", widget="hostile_widget"))
    with host.watch():
        eventually(lambda: "process-killed" in kinds(host, "--app", "test.empty"), "the kill in the log")
    [entry] = [entry for entry in host.today_json("audit")["entries"] if entry["kind"] == "process-killed"]
    assert "files" in entry["detail"]


def test_kill_for_another_reason_is_in_the_log_too(host: TodayHost, fixture_app):
    host.install(fixture_app("twofold", widget="hostile_widget", groups=["group.test.attack"]))

    def reasons() -> set[str]:
        entries = host.today_json("audit", "--app", "test.twofold")["entries"]
        killed = [entry["detail"] for entry in entries if entry["kind"] == "process-killed"]
        return {word for word in ("memory", "temporary files") if any(word in detail for detail in killed)}

    with host.watch():
        eventually(lambda: reasons() == {"memory", "temporary files"}, "both kills in the log", interval=0.5)


def test_log_that_was_changed_is_noticed(host: TodayHost, fixture_app):
    host.install(fixture_app("counter", groups=[Counter.GROUP]))
    host.today("allow", "counter", "example.com")
    host.stop()
    with sqlite3.connect(host.state / "promises.sqlite") as database:
        database.execute("UPDATE audit SET detail = 'example.org' WHERE kind = 'host-allowed'")
    host.start()
    result = host.today("audit", "--verify", status=1)
    assert "the log was changed" in result.stderr
