"""Apps of the package: they run in place, are installed once, and follow upgrades."""

from __future__ import annotations

import os
import plistlib
import shutil
from pathlib import Path
from typing import Iterator

import pytest

from counter import Counter
from fixture_apps import make_app
from streams import Refused
from today_host import TodayHost
from waiting import eventually

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can install a package")

GROUP = Counter.GROUP


@pytest.fixture
def packaged(tmp_path: Path) -> Path:
    """A folder as a package makes it: with bundles that only root can change."""
    folder = tmp_path / "share"
    folder.mkdir(mode=0o755)
    make_app(folder, "counter", app="counter_app", widget="counter_widget", groups=[GROUP])
    make_app(folder, "plain")
    close(folder)
    return folder


def close(folder: Path) -> None:
    """Lets nobody but root change anything in a folder."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode & ~0o022)


@pytest.fixture
def upgraded(stopped_host: TodayHost, packaged: Path) -> Iterator[TodayHost]:
    stopped_host.arguments += ["--packaged-apps", str(packaged)]
    stopped_host.start()
    yield stopped_host


def installed(host: TodayHost) -> dict[str, str]:
    return {app["id"]: app["version"] for app in host.today_json("list")}


def replace(file: Path, content: bytes) -> None:
    """Replaces a file as a package manager does."""
    new = file.with_name(file.name + ".dpkg-new")
    new.write_bytes(content)
    new.chmod(file.stat().st_mode)
    new.rename(file)


def test_apps_of_the_package_run_where_they_are(upgraded: TodayHost, packaged: Path):
    assert installed(upgraded) == {"test.counter": "1.0", "test.plain": "1.0"}
    assert not (upgraded.state / "apps").exists()
    counter = Counter(upgraded)
    assert "done" in counter.tap()
    command = upgraded.program("counter_widget").command
    assert "/app/counter_widget" in command
    assert upgraded.today("install", packaged / "Plain.app", "--yes").returncode == 0
    assert not (upgraded.state / "apps").exists(), "installed by hand, it runs in place too"


def test_removed_app_stays_removed(upgraded: TodayHost):
    upgraded.today("uninstall", "plain", "--yes")
    upgraded.stop()
    upgraded.start()
    assert installed(upgraded) == {"test.counter": "1.0"}


def test_upgrade_restarts_what_runs(upgraded: TodayHost, packaged: Path):
    counter = Counter(upgraded)
    counter.tap()
    old = upgraded.program("counter_widget")
    widget = packaged / "Counter.app/PlugIns/Counter.appex/counter_widget"
    replace(widget, widget.read_bytes() + b"\n# A newer version.\n")
    eventually(lambda: not old.is_alive, "the end of the former program")
    assert "done" in counter.tap()

    info = packaged / "Counter.app/Info.plist"
    replace(info, plistlib.dumps(plistlib.loads(info.read_bytes()) | {"CFBundleShortVersionString": "2.0"}))
    eventually(lambda: installed(upgraded)["test.counter"] == "2.0", "the newer version")

    # What an upgrade brings while Today does not run counts when it starts, and so does an app that is new.
    upgraded.stop()
    replace(info, plistlib.dumps(plistlib.loads(info.read_bytes()) | {"CFBundleShortVersionString": "3.0"}))
    make_app(packaged, "further")
    close(packaged)
    upgraded.start()
    assert installed(upgraded) == {"test.counter": "3.0", "test.plain": "1.0", "test.further": "1.0"}
    assert counter.count == 2


def test_half_an_upgrade_is_waited_for(upgraded: TodayHost, packaged: Path):
    info = packaged / "Plain.app/Info.plist"
    whole = info.read_bytes()
    replace(info, b"half")
    eventually(lambda: "An app of the package cannot be installed" in upgraded.log.read_text(), "the mistake in the log")
    assert installed(upgraded)["test.plain"] == "1.0"
    replace(info, plistlib.dumps(plistlib.loads(whole) | {"CFBundleShortVersionString": "2.0"}))
    eventually(lambda: installed(upgraded)["test.plain"] == "2.0", "the newer version")


@pytest.mark.parametrize("place", ["Plain.app/plain_app", "Plain.app", "."])
def test_what_others_can_change_does_not_run_in_place(stopped_host: TodayHost, packaged: Path, place: str):
    (packaged / place).chmod(0o777)
    stopped_host.start("--packaged-apps", str(packaged))
    assert "test.plain" not in installed(stopped_host)
    assert "An app of the package cannot be installed" in stopped_host.log.read_text()
    # By hand it is copied, as from any other folder.
    stopped_host.today("install", packaged / "Plain.app", "--yes")
    assert (stopped_host.state / "apps/test.plain").is_dir()


def test_app_from_elsewhere_is_not_replaced(stopped_host: TodayHost, packaged: Path, tmp_path: Path):
    stopped_host.start()
    stopped_host.install(make_app(tmp_path, "plain", version="0.9"))
    stopped_host.stop()
    stopped_host.start("--packaged-apps", str(packaged))
    assert installed(stopped_host) == {"test.counter": "1.0", "test.plain": "0.9"}


def test_backup_has_what_the_person_made(upgraded: TodayHost, packaged: Path, tmp_path: Path, log_file: Path):
    passphrase = tmp_path / "passphrase"
    passphrase.write_text("correct horse battery\n")
    large = make_app(tmp_path, "large")
    (large / "data").write_bytes(os.urandom(4 << 20))
    upgraded.install(large)
    Counter(upgraded).tap()
    small, whole = tmp_path / "small", tmp_path / "whole"
    upgraded.today("backup", small, "--passphrase-file", passphrase)
    upgraded.today("backup", whole, "--passphrase-file", passphrase, "--with-apps")
    assert small.stat().st_size < 1 << 20 < 4 << 20 < whole.stat().st_size
    restore = ("--passphrase-file", passphrase, "--yes")

    # In the same state the copies of apps stay.
    said = upgraded.today("restore", small, *restore).stderr
    assert "is not in the backup" not in said
    assert (upgraded.state / "apps/test.large").is_dir()
    upgraded.stop()

    for backup, is_here in ((small, False), (whole, True)):
        with TodayHost(log_file) as other:
            said = other.today("restore", backup, *restore).stderr
            assert ("Large 1.0 is not in the backup; its data is." in said) == (not is_here)
            assert "Counter" not in said
            shutil.rmtree(large, ignore_errors=True)
            other.start("--packaged-apps", str(packaged))
            assert installed(other).keys() == {"test.counter", "test.plain", "test.large"}
            assert Counter(other).count == 1 and "done" in Counter(other).tap()
            if is_here:
                assert other.scene("large://")["title"]
            else:
                with pytest.raises(Refused, match="its bundle is gone; install it again"):
                    other.scene("large://")
