"""Lost, damaged and full: the host keeps what is there, says what is wrong, and runs with what is left."""

from __future__ import annotations

from today_host import TodayHost


def test_empty_database_deletes_no_app(host: TodayHost, fixture_app):
    host.install(fixture_app("counter", groups=["group.test.counter"]))
    host.stop()
    for path in host.state.glob("promises.sqlite*"):
        path.unlink()
    (host.state / "promises.sqlite").touch()
    host.launch()
    assert host.process.wait(60) == 1
    assert "is empty, but apps are installed" in host.log.read_text()
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
