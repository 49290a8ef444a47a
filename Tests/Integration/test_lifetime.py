"""How the host starts, tells that it serves, and ends."""

import json
import os
import signal
import subprocess
import time
import urllib.request

import pytest

import processes
from counter import Counter
from gate import Gate
from today_host import TODAY, TodayHost
from waiting import eventually

#: Everything has ended so many seconds after SIGTERM.
END = 2.0


def test_ready_file_says_where_the_host_serves(host: TodayHost):
    assert set(host.ready) == {"cloud", "url", "link", "pid", "socket"}
    assert host.ready["pid"] == host.pid
    assert not host.ready["url"].endswith("/")
    assert host.ready["link"].startswith(host.ready["url"] + "/")
    assert (host.state / "ready.json").stat().st_mode & 0o777 == 0o600
    # It is printed after the file is there.
    eventually(lambda: host.ready["link"] in host.log.read_text(), "the link in the output")


def test_link_may_be_followed_once_by_a_plain_get(host: TodayHost):
    def follow(link: str) -> tuple[int, str]:
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        # The name always means this machine; not every resolver knows that.
        port = link.split(":")[2].split("/")[0]
        request = urllib.request.Request(link.replace(link.split("/")[2], f"127.0.0.1:{port}"))
        request.add_header("Host", link.split("/")[2])
        try:
            with opener.open(request) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    first, second = follow(host.ready["link"]), follow(host.ready["link"])
    assert first[0] in (200, 401, 403) and second[0] in (401, 403, 404, 410)
    assert host.today_json("link")["link"] != host.ready["link"]


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_everything_while_a_page_listens(counter: Counter, stop: signal.Signals):
    host = counter.host
    with host.watch() as page:
        counter.tap()
        page.wait_for_text(Counter.WIDGET, "count 1")
        below = processes.descendants(host.pid)
        assert below

        began = time.monotonic()
        host.process.send_signal(stop)
        status = host.process.wait(10)
        took = time.monotonic() - began

        assert status == 0
        assert took < END, f"it took {took:.2f} s"
        processes.wait_for_ends(below, "the end of its processes", timeout=2)
        page.wait(lambda page: page.has_ended, "the end of the stream")
    assert not (host.state / "run/host.sock").exists()


def test_threads_of_the_host_have_short_time_slices_and_its_processes_have_not(counter: Counter):
    host = counter.host
    with host.watch():
        counter.tap()
        threads = [int(thread) for thread in os.listdir(f"/proc/{host.pid}/task")]
        below = processes.descendants(host.pid)
        assert below
        if processes.time_slice(os.getpid()) == 0:
            return  # A kernel before Linux 6.12 has no such time slices.
        assert {processes.time_slice(thread) for thread in threads} == {100_000}
        assert {processes.time_slice(process.pid) for process in below} == {processes.time_slice(os.getpid())}


def test_process_that_ignores_sigterm_is_ended_too(host: TodayHost, fixture_app):
    group = "group.test.crash"
    host.install(fixture_app("crash", widget="crash_widget", groups=[group]))
    with host.watch() as page:
        page.wait_for_text("test.crash.widget", "how none")
        gate = Gate(host.group_folder(group), "stubborn")
        below = processes.descendants(host.pid)

        began = time.monotonic()
        host.process.send_signal(signal.SIGTERM)
        status = host.process.wait(10)
        took = time.monotonic() - began

        assert status == 0
        assert took < END, f"it took {took:.2f} s"
        processes.wait_for_ends(below, "the end of its processes", timeout=2)
        gate.open()


def test_signal_during_an_update_ends_the_host(counter: Counter):
    gate = counter.gate("update.block")
    with counter.host.watch():
        counter.write("word", "x")
        gate.wait()
        began = time.monotonic()
        assert counter.host.stop() == 0
        assert time.monotonic() - began < END
    gate.open()


def test_second_host_on_the_same_state_is_refused(host: TodayHost):
    result = subprocess.run(
        [TODAY, "run", "--state", host.state, "--sandbox", "required"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, env=host.environment,
    )

    assert result.returncode == 1
    assert str(host.state) in result.stderr
    assert host.request("GET", "/api/version")["pid"] == host.pid


def test_host_starts_again_after_it_was_killed(host: TodayHost):
    url = host.ready["url"]
    host.kill()

    again = host.start()

    assert again["url"] == url  # The port stays.
    assert host.request("GET", "/api/version")["pid"] == host.pid


def test_two_hosts_with_two_states_never_meet(host: TodayHost, log_file, fixture_app):
    with TodayHost(log_file) as other:
        other.start()
        other.install(fixture_app("plain"))

        assert other.ready["url"] != host.ready["url"]
        assert [app["id"] for app in other.today_json("list")] == ["test.plain"]
        assert host.today_json("list") == []


def test_run_installs_bundles_before_it_serves(stopped_host: TodayHost, fixture_app):
    bundle = fixture_app("plain")

    stopped_host.start("--install", str(bundle))
    assert [app["id"] for app in stopped_host.today_json("list")] == ["test.plain"]

    assert stopped_host.stop() == 0
    stopped_host.start("--install", str(bundle))  # A second time changes nothing.
    assert [app["id"] for app in stopped_host.today_json("list")] == ["test.plain"]


def test_run_refuses_a_bundle_with_mistakes(stopped_host: TodayHost, fixture_app):
    bundle = fixture_app("plain")
    (bundle / "Info.plist").unlink()

    with pytest.raises(AssertionError, match="Info.plist"):
        stopped_host.start("--install", str(bundle))


def test_unknown_key_in_the_configuration_is_refused(stopped_host: TodayHost):
    (stopped_host.state / "config.json").write_text(json.dumps({"prot": 1}))

    with pytest.raises(AssertionError, match='no key "prot"'):
        stopped_host.start()
