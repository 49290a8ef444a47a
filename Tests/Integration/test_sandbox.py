"""A process gets its bundle, its groups' folders and nothing else."""

import re
import socket
from pathlib import Path

import pytest

from cards import texts
from today_host import TodayHost, Watch


@pytest.fixture
def results(host: TodayHost, fixture_app) -> dict[str, str]:
    """What the probe could do, by the name of the attempt."""
    (host.home / "secret.txt").write_text("secret")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        host.install(fixture_app("probe", widget="probe_widget", groups=["group.test.probe"], network=True))
        for key, value in (
            ("port", listener.getsockname()[1]), ("home", str(host.home)), ("socket", host.ready["socket"]),
        ):
            host.request("PUT", f"/api/defaults/group.test.probe/{key}", value)
        host.today("reload", "Probe")
        with host.watch() as page:
            page.wait(lambda page: page.texts("test.probe.widget"), "the probe's card")
            return dict(text.split(": ", 1) for text in page.texts("test.probe.widget"))


def test_process_reaches_nothing_but_its_own(results: dict[str, str], host: TodayHost):
    for name in ("network", "socket", "home", "secret", "bundle", "program", "system"):
        assert not results[name].startswith("worked"), f"{name}: {results[name]}"
    assert results["group"] == results["temporary"] == "worked"
    assert (host.group_folder("group.test.probe") / "new.txt").read_text() == "x"


def test_process_sees_no_other_process_and_a_small_environment(results: dict[str, str]):
    assert int(results["processes"]) < 8
    allowed = {"HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "PWD", "SHLVL", "TMPDIR", "TZ", "TODAY"}
    names = set(results["environment"].split())
    assert not [name for name in names if name not in allowed and not name.startswith("TODAY_")], names
    assert not names & {"XDG_RUNTIME_DIR", "SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS"}


def test_machine_is_shown_only_to_who_may_know_how_busy_it_is(host: TodayHost, fixture_app):
    host.install(fixture_app("plain", widget="facts_widget"))
    host.install(fixture_app("informed", widget="facts_widget", system_status=True))

    def facts(page: Watch, app: str) -> dict[str, str]:
        texts = page.wait(lambda page: page.texts(f"test.{app}.widget"), f"the card of {app}")
        return dict(text.split(": ", 1) for text in texts)

    with host.watch() as page:
        plain, informed = facts(page, "plain"), facts(page, "informed")
    assert plain == {
        "loadavg": "0.00 0.00 0.00 1/1 1",
        "meminfo": "MemTotal:          65536 kB",
        "stat": "cpu  0 0 0 0 0 0 0 0 0 0",
        "uptime": "0.00 0.00",
        "vmstat": "EACCES",
        "pressure/memory": "EACCES" if Path("/proc/pressure").exists() else "ENOENT",
        "sysinfo": "EPERM",
    }
    with open("/proc/meminfo") as file:
        assert informed["meminfo"] == file.readline().strip()
    assert informed["meminfo"].split()[1] == informed["sysinfo"].split()[0]
    assert float(informed["uptime"].split()[0]) > 0
    assert re.match("nr_free_pages \\d+", informed["vmstat"])


def test_screen_says_loudly_that_there_is_no_sandbox(log_file: Path):
    with TodayHost(log_file, sandbox="off") as host:
        host.start()
        assert host.request("GET", "/api/screen")["warnings"]
        assert host.request("GET", "/api/screen")["warnings"][0] in host.today("show").stdout


def test_required_sandbox_that_cannot_be_had_refuses_to_start(stopped_host: TodayHost):
    # Another view of the file system, in which bubblewrap is no program.
    stopped_host.prefix = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", "/dev/null", "/usr/bin/bwrap"]

    with pytest.raises(AssertionError, match="(?i)sandbox.*bubblewrap|bubblewrap.*sandbox"):
        stopped_host.start()


def test_no_widget_may_show_inputs(host: TodayHost, fixture_app):
    bundle = fixture_app("plain", widget="counter_app", groups=["group.test.counter"])
    program = bundle / "PlugIns/Plain.appex/counter_app"
    program.write_text(
        "#!/usr/bin/python3\nimport today_process as today\n"
        "card = today.text('hello')\ncard['body'].append({'type': 'Input.Text', 'id': 'x'})\n"
        "today.run({'widget/update': lambda parameters: {'content': {'compact': card}}})\n"
    )
    host.install(bundle)
    with host.watch() as page:
        page.wait(
            lambda page: "failed" in page.widgets.get("test.plain.widget", {}).get("freshness", {}), "a refusal"
        )
        assert "input" in page.widgets["test.plain.widget"]["freshness"]["failed"]["reason"].lower()
        assert not texts(page.widgets["test.plain.widget"].get("compact"))
