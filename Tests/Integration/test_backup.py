"""Backups of a real host: made while it runs, put back while it runs or where there was none."""

from __future__ import annotations

import itertools
import os
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from clock import HostClock
from counter import Counter
from today_host import TodayHost
from waiting import TIMEOUT_SECONDS, eventually

PASSPHRASE = "correct horse battery"


@pytest.fixture
def passphrase(tmp_path: Path) -> Path:
    file = tmp_path / "passphrase"
    file.write_text(PASSPHRASE + "\n")
    return file


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "today.backup"


def make(host: TodayHost, backup: Path, passphrase: Path) -> None:
    host.today("backup", backup, "--passphrase-file", passphrase, "--with-apps")


def put_back(host: TodayHost, backup: Path, passphrase: Path, status: int = 0, *more: str):
    return host.today("restore", backup, "--passphrase-file", passphrase, "--yes", *more, status=status)


def leftovers(host: TodayHost) -> list[str]:
    return [path.name for path in host.state.iterdir() if path.name.startswith((".backup", ".restore"))]


def test_backup_of_a_running_host_is_restored_while_it_runs(counter: Counter, backup: Path, passphrase: Path):
    host = counter.host
    kept = host.group_folder(Counter.GROUP) / "file"
    kept.write_text("as it was")
    host.today("defaults", "write", Counter.GROUP, "note", "before")
    make(host, backup, passphrase)
    host.today("defaults", "write", Counter.GROUP, "note", "after")
    kept.write_text("changed")
    host.today("uninstall", "counter", "--keep-data", "--yes")
    pid = host.pid
    refused = host.today("restore", backup, "--passphrase-file", passphrase, status=3)
    assert "add --yes" in refused.stderr and leftovers(host) == []

    said = put_back(host, backup, passphrase).stderr

    assert "Restored the backup of " in said
    assert host.process.poll() is None and host.pid == pid, "the host goes on as the same process"
    assert [app["id"] for app in host.today_json("list")] == ["test.counter"]
    assert host.today("defaults", "read", Counter.GROUP, "note").stdout.strip() == "before"
    assert kept.read_text() == "as it was"
    former = list(host.state.glob("before-restore-*"))
    assert len(former) == 1 and str(former[0]) in said
    assert (former[0] / "groups" / Counter.GROUP / "file").read_text() == "changed"
    assert leftovers(host) == []
    assert counter.host.today("show", "--json").returncode == 0


def test_database_of_an_app_is_whole_in_a_backup(counter: Counter, backup: Path, passphrase: Path):
    """While a process writes, what is packed of its database and of its log need not fit together."""
    host = counter.host
    place = host.group_folder(Counter.GROUP) / "counts.sqlite"
    stop = threading.Event()
    begun = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(place, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA wal_autocheckpoint = 20")
            database.execute("CREATE TABLE entry (text)")
            database.execute("CREATE TABLE total (count)")
            database.execute("INSERT INTO total VALUES (0)")
            for number in itertools.count():
                database.execute("BEGIN IMMEDIATE")
                database.execute("INSERT INTO entry VALUES (?)", ("x" * (number % 50 * 100),))
                database.execute("UPDATE total SET count = count + 1")
                database.execute("COMMIT")
                if number == 200:
                    begun.set()
                if stop.is_set():
                    return

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert begun.wait(TIMEOUT_SECONDS)
        make(host, backup, passphrase)
    finally:
        stop.set()
        writer.join()
    put_back(host, backup, passphrase)

    with closing(sqlite3.connect(place)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        [(entries, total)] = database.execute("SELECT (SELECT count(*) FROM entry), count FROM total").fetchall()
        assert entries == total > 200
    assert not place.with_name("counts.sqlite-wal").exists()


def test_time_goes_on_after_a_restoration(timed_host: TodayHost, clock: HostClock, backup: Path, passphrase: Path):
    timed_host.today("notify", "Tea", "--in", "1h")
    make(timed_host, backup, passphrase)
    put_back(timed_host, backup, passphrase)
    assert timed_host.today_json("notifications", "list")["notifications"] == []
    clock.advance(hours=1)
    eventually(
        lambda: timed_host.today_json("notifications", "list")["notifications"], "the notification that was due"
    )


def test_backup_is_restored_where_there_was_nothing(counter: Counter, backup: Path, passphrase: Path, log_file: Path):
    host = counter.host
    host.today("defaults", "write", Counter.GROUP, "note", "kept")
    make(host, backup, passphrase)
    assert backup.stat().st_mode & 0o777 == 0o600
    host.stop()  # The other one is given its port.

    with TodayHost(log_file) as other:
        put_back(other, backup, passphrase)
        other.start()
        assert [app["id"] for app in other.today_json("list")] == ["test.counter"]
        assert other.today("defaults", "read", Counter.GROUP, "note").stdout.strip() == "kept"
        assert list(other.state.glob("before-restore-*")) == []


def test_the_cloud_inside_keeps_its_keys(stopped_host: TodayHost, backup: Path, passphrase: Path):
    before = stopped_host.start("--cloud-port", "0")["cloud"]
    make(stopped_host, backup, passphrase)
    stopped_host.stop()
    for path in (stopped_host.state / "cloud").iterdir():
        path.unlink()
    put_back(stopped_host, backup, passphrase)
    after = stopped_host.start("--cloud-port", "0")["cloud"]
    assert {**after, "url": None} == {**before, "url": None}


def test_backup_that_cannot_be_read_changes_nothing(
    counter: Counter, backup: Path, passphrase: Path, tmp_path: Path, subtests: pytest.Subtests
):
    host = counter.host
    make(host, backup, passphrase)
    data = backup.read_bytes()
    other = tmp_path / "other"
    other.write_text("something else\n")
    middle = len(data) // 2
    for damage, damaged, given in (
        ("changed", data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :], passphrase),
        ("cut", data[:-100], passphrase),
        ("empty", b"", passphrase),
        ("passphrase", data, other),
    ):
        with subtests.test(damage=damage):
            backup.write_bytes(damaged)

            said = put_back(host, backup, given, 1).stderr

            assert "Nothing was changed." in said or "not a backup of Today" in said
            assert [app["id"] for app in host.today_json("list")] == ["test.counter"]
            assert leftovers(host) == [] and list(host.state.glob("before-restore-*")) == []


def test_backup_does_not_overwrite_a_file(counter: Counter, backup: Path, passphrase: Path):
    backup.write_text("something else")
    refused = counter.host.today("backup", backup, "--passphrase-file", passphrase, status=1)
    assert f"{backup} exists already" in refused.stderr
    assert backup.read_text() == "something else"
    assert [path.name for path in backup.parent.iterdir() if path.suffix == ".part"] == []


def test_short_passphrase_is_refused(counter: Counter, backup: Path, passphrase: Path):
    passphrase.write_text("short\n")
    refused = counter.host.today("backup", backup, "--passphrase-file", passphrase, status=1)
    assert "at least 8 characters" in refused.stderr
    assert not backup.exists()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can read what is unreadable, and so must not depend on it")
def test_what_a_process_made_unreadable_is_backed_up_by_root(counter: Counter, backup: Path, passphrase: Path):
    hidden = counter.host.group_folder(Counter.GROUP) / "hidden"
    hidden.mkdir()
    (hidden / "file").write_text("x")
    hidden.chmod(0)
    make(counter.host, backup, passphrase)
    put_back(counter.host, backup, passphrase)
    assert (counter.host.group_folder(Counter.GROUP) / "hidden/file").read_text() == "x"


def knows_counter(database: Path) -> bool:
    with sqlite3.connect(f"file:{database}?mode=ro&immutable=1", uri=True) as copy:
        return bool(copy.execute("SELECT 1 FROM app WHERE id = 'test.counter'").fetchall())


def test_damaged_database_is_replaced_by_the_daily_copy(counter: Counter, subtests: pytest.Subtests):
    host = counter.host
    # The copy is made anew when an app is installed.
    copies = host.state / "copies"
    eventually(lambda: any(knows_counter(copy) for copy in copies.glob("promises-*")), "the daily copy")
    for damage, content in (("missing", None), ("empty", b""), ("no database", b"this is no database" * 1000)):
        with subtests.test(damage=damage):
            host.stop()
            for path in host.state.glob("promises.sqlite*"):
                path.unlink()
            for former in host.state.glob("before-restore-*"):  # Their names are times in seconds.
                shutil.rmtree(former)
            if content is not None:
                (host.state / "promises.sqlite").write_bytes(content)
            host.log.write_text("")
            host.launch()
            assert host.process.wait(60) == 1
            assert "today restore --daily-copy" in host.log.read_text()

            host.today("restore", "--daily-copy", "--yes")

            host.start()
            assert [app["id"] for app in host.today_json("list")] == ["test.counter"]
            aside = list(host.state.glob("before-restore-*/promises.sqlite"))
            assert len(aside) == (damage != "missing")
