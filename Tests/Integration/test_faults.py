"""Lost, damaged and full: the host keeps what is there, says what is wrong, and runs with what is left."""

from __future__ import annotations

import json
import subprocess

import pytest

from counter import Counter
from today_host import TODAY, TodayHost


def test_empty_database_deletes_no_app(host: TodayHost, fixture_app):
    host.install(fixture_app("counter", groups=["group.test.counter"]))
    host.stop()
    for path in host.state.glob("promises.sqlite*"):
        path.unlink()
    (host.state / "promises.sqlite").touch()
    host.launch()
    assert host.process.wait(60) == 1
    assert "is empty, but there are apps or their data" in host.log.read_text()
    assert list((host.state / "apps/test.counter").glob("*/Counter.app")), "nothing is deleted"


def test_host_runs_without_a_damaged_cloud(stopped_host: TodayHost):
    stopped_host.start("--cloud-port", "0")
    stopped_host.stop()
    database = stopped_host.state / "cloud/cloud.sqlite"
    for beside in database.parent.glob("cloud.sqlite-*"):
        beside.unlink()
    damaged = b"this is no database" * 1000
    database.write_bytes(damaged)
    ready = stopped_host.start("--cloud-port", "0")
    assert "cloud" not in ready
    assert "Today runs without the cloud inside it: " in stopped_host.log.read_text()
    assert stopped_host.today_json("list") == []
    assert database.read_bytes() == damaged, "what is damaged stays for whoever can mend it"


def test_host_starts_with_a_folder_in_place_of_its_caches(stopped_host: TodayHost):
    (stopped_host.state / "caches.sqlite").mkdir()
    stopped_host.start()
    assert stopped_host.today_json("list") == []


def test_ready_file_on_a_full_disk_is_named_in_a_sentence(stopped_host: TodayHost, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], stderr=subprocess.PIPE)
    if mounted.returncode != 0:
        pytest.skip("a small disk cannot be mounted here")
    try:
        fill(disk / "large")
        ended = stopped_host.today("run", "--ready-file", disk / "ready.json", "--no-cloud", status=1)
        line = ended.stderr.splitlines()[-1]
        assert line.startswith(f"The ready file {disk}/ready.json cannot be written. "), ended.stderr
        assert line.endswith(": No space left on device.")
        assert [path.name for path in disk.iterdir()] == ["large"]
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def test_few_descriptors_are_named_in_a_sentence(stopped_host: TodayHost, fixture_app, subtests):
    for limit in (12, 16, 32, 64, 128, 255):
        with subtests.test(limit=limit):
            for arguments in (["run", "--sandbox", "required"], ["doctor"], ["cloud"], ["list"]):
                ended = subprocess.run(
                    ["prlimit", f"--nofile={limit}", TODAY, *arguments, "--state", stopped_host.state],
                    capture_output=True, text=True, timeout=120, env=stopped_host.environment,
                )
                assert ended.returncode == 1, ended
                assert ended.stderr == (
                    f"Today may open only {limit} files at a time here (ulimit -n), and needs 256. Raise this limit and "
                    "start Today again.\n"
                )
    # With as many, and however few an old program would have, apps run.
    for limit in ("256", "64:1024"):
        with subtests.test(limit=limit):
            stopped_host.prefix = ["prlimit", f"--nofile={limit}"]
            stopped_host.start()
            if limit == "256":
                Counter(stopped_host).install(fixture_app)
            with stopped_host.watch() as page:
                page.wait_for_text(Counter.WIDGET, "count 0")
            stopped_host.stop()


def test_full_disk_is_read_and_cleaned_up(stopped_host: TodayHost, fixture_app):
    state = stopped_host.state
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m,mode=0700", "tmpfs", state], stderr=subprocess.PIPE)
    if mounted.returncode != 0:
        pytest.skip("a small disk cannot be mounted here")
    try:
        stopped_host.start()
        stopped_host.install(fixture_app("counter", app="counter_app", widget="counter_widget", groups=["group.test.counter"]))
        for number in range(20):
            stopped_host.today("notify", f"Title {number}", "--body", "x" * 3000)
        stopped_host.today("defaults", "write", "group.test.counter", "long", "x" * 50_000)
        stopped_host.stop()
        fill(state / "groups/group.test.counter/large")

        stopped_host.start()

        assert [app["id"] for app in stopped_host.today_json("list")] == ["test.counter"]
        fill(state / "groups/group.test.counter/more")
        # The host that runs is not said to be down.
        refused = stopped_host.today("install", fixture_app("plain"), "--yes", status=1)
        assert "No space left on device" in refused.stderr
        while stopped_host.today("defaults", "write", "group.test.counter", "more", "x" * 50_000, status=None).returncode == 0:
            pass
        report = json.loads(stopped_host.today("doctor", "--json", status=1).stdout)
        [finding] = [finding for finding in report if finding["subject"] == "Disk"]
        assert finding["severity"] == "problem" and "Free some space" in finding["remedy"]
        # What a person removes makes room.
        stopped_host.today("notifications", "remove", "Scripts", "--all")
        assert "Title" not in stopped_host.today("notifications").stdout
        stopped_host.today("defaults", "delete", "group.test.counter", "long")
        assert "long" not in stopped_host.today_json("defaults", "read", "group.test.counter")
        stopped_host.today("uninstall", "counter", "--yes")
        assert stopped_host.today_json("list") == []
        assert not (state / "groups/group.test.counter").exists()
        stopped_host.install(fixture_app("second"))
    finally:
        if stopped_host.process and stopped_host.process.poll() is None:
            stopped_host.stop()
        subprocess.run(["umount", "--lazy", state], check=True)


def fill(path):
    """Takes all the space that is left."""
    with open(path, "wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue
