"""Each attack of Apps/Hostile, from the real sandbox, on the host of root and of an ordinary user.

What the attack gets is in Tests/Fixtures/attacks.py. While it goes on, another widget updates and every request for the screen
is answered; the 99th percentile of their times is printed beside the undisturbed one. Other tests run meanwhile, so these say
little: `script/bench hostile` compares them on an idle machine.
"""

from __future__ import annotations

import ctypes
import os
import plistlib
import re
import shutil
from pathlib import Path
from typing import Callable

import pytest

from attacks import ENDED, FLOODS, GROUP, LENGTHY, REFUSED, make_attack, make_crowd
from bystander import Bystander, slowest
from fixture_apps import make_app
from today_host import TodayHost, Watch
from waiting import TIMEOUT_SECONDS, wait_in_folder

libc = ctypes.CDLL(None, use_errno=True)
ADD_KEY, KEYCTL = (248, 250) if os.uname().machine == "x86_64" else (217, 219)
JOIN_SESSION_KEYRING, DESCRIBE_SEARCH, SESSION_KEYRING = 1, 10, -3
#: `script/sanitize` and `script/control-groups` set it: a sanitizer or an emulated processor takes several times as long.
IS_SLOW = "TODAY_TEST_TIMEOUT" in os.environ
#: Some user without rights.
ORDINARY = 61_234


@pytest.fixture
def keyring() -> None:
    """A session keyring with a secret of the person, which the host inherits."""
    if libc.syscall(KEYCTL, JOIN_SESSION_KEYRING, None) >= 0:
        assert libc.syscall(ADD_KEY, b"user", b"today-test", b"secret", 6, SESSION_KEYRING) > 0


class Stage:
    """A host, a bystander, and bundles that attack."""

    def __init__(self, host: TodayHost):
        self.host = host
        self._folder = host.home / "bundles"
        self.bystander = Bystander(host, self.make)
        self._harmless = self.make("harmless", widget="fresh_widget", groups=["group.test.harmless"])
        self.undisturbed = self.measure()

    def measure(self) -> float:
        """How slow the page is when nobody attacks; what an installation and an update cost is not an attack's."""
        with self.bystander.looking() as times:
            self.host.install(self._harmless)
        return slowest(times)

    def make(self, name: str, **options) -> Path:
        """Makes the bundle `test.NAME`."""
        return make_app(self._folder, name, **options)

    def attack(self, name: str) -> Path:
        """Makes the bundle of an attack."""
        return make_attack(self._folder, name)

    def report(self, times: list[float], capsys: pytest.CaptureFixture) -> None:
        """Prints how fast the page was, undisturbed and during the attack."""
        with capsys.disabled():
            print(f" [page p99 {self.undisturbed:.1f} ms, during the attack {slowest(times):.1f} ms]", end="")


@pytest.fixture(params=["root", "ordinary user"])
def stage(keyring: None, request: pytest.FixtureRequest, stopped_host: TodayHost) -> Stage:
    """The host of each kind of user, as far as this one may be it."""
    if request.param == "ordinary user" and os.getuid() == 0:
        stopped_host.belong_to(ORDINARY)
    elif request.param == "root" and os.getuid() != 0:
        pytest.skip("only root is root")
    stopped_host.start()
    if os.environ.get("TODAY_TEST_CONTROL_GROUPS"):  # script/control-groups sets it.
        limits = stopped_host.today_json("status")["limits"]
        assert limits == "The kernel limits apps and widgets with control groups: memory, pids, cpu."
    return Stage(stopped_host)


@pytest.mark.parametrize("attack", REFUSED)
def test_attack_gets_an_error(stage: Stage, capsys: pytest.CaptureFixture, attack: str):
    with stage.bystander.looking() as times, stage.host.watch() as page:
        stage.host.install(stage.attack(attack))
        [text] = page.wait(
            lambda page: page.texts(f"test.{attack}.widget") or ended_early(page, attack), "the outcome of the attack"
        )
    assert re.match(REFUSED[attack], text) or IS_SLOW and ENDED_EARLY.search(text), text
    assert text != "worked" or REFUSED[attack].startswith("worked")
    # Nothing was planted for others.
    assert libc.syscall(KEYCTL, DESCRIBE_SEARCH, SESSION_KEYRING, b"user", b"today-planted", 0) < 0
    # Nothing steers the operator's terminal.
    assert not set("\x1b\x07\r\x9b\u202e") & set(stage.host.log.read_text())
    stage.report(times, capsys)


#: What a lengthy attack may be ended by where everything takes longer: the limits of a request.
ENDED_EARLY = re.compile(f"{ENDED['spin']}|{ENDED['stall']}")


def ended_early(page: Watch, attack: str) -> list[str]:
    """Why a lengthy attack was ended on a slow machine before it got its error, if it was."""
    if not IS_SLOW or attack not in LENGTHY:
        return []
    states = [str(shown["freshness"]) for shown in page.shown(f"test.{attack}.widget")]
    return [state for state in states if ENDED_EARLY.search(state)][:1]


@pytest.mark.parametrize("attack", ENDED)
def test_excess_is_ended_and_told(stage: Stage, capsys: pytest.CaptureFixture, attack: str):
    """The screen and `today why` say what was too much, whether something was asked or not."""
    widget = f"test.{attack}.widget"
    with stage.bystander.looking() as times, stage.host.watch() as page:
        stage.host.install(stage.attack(attack))
        # A widget whose update is superseded meanwhile is told instead that it can write nothing any more.
        reasons = page.wait(
            lambda page: [
                found[0] for shown in page.shown(widget) if (found := re.search(ENDED[attack], str(shown["freshness"])))
            ] or (attack == "deep" and page.texts(widget) == ["EACCES"]),
            "the reason on the screen",
            timeout=2 * TIMEOUT_SECONDS,  # One is only ended after 20 seconds.
        )
    entries = [
        entry for entry in stage.host.today_json("why", widget) if re.search(ENDED[attack], entry.get("message", ""))
    ]
    assert entries or reasons is True or "stopped working" in reasons[0], stage.host.today("why", widget).stdout
    # What was asked was an update; what was not has no cause.
    assert not entries or bool(entries[-1]["reasons"]) != attack.endswith("-later")
    stage.report(times, capsys)
    # Whatever it left is removed with it.
    stage.host.today("uninstall", f"test.{attack}", "--yes")
    assert not stage.host.group_folder(GROUP).exists()


@pytest.mark.parametrize("stage", ["ordinary user"], indirect=True)
def test_group_whose_folder_is_locked_is_removed_with_its_app(stage: Stage):
    """Not as root, whom no mode of a folder hinders."""
    with stage.host.watch() as page:
        stage.host.install(stage.attack("sealed"))
        page.wait(lambda page: page.texts("test.sealed.widget"), "the outcome of the attack")
    folder = stage.host.group_folder(GROUP)
    assert folder.stat().st_mode & 0o777 == 0o500
    stage.host.today("uninstall", "test.sealed", "--yes")
    assert not folder.exists()
    trash = stage.host.state / "trash"
    wait_in_folder(trash.parent, lambda: not trash.exists(), "the end of what was in the folder")


@pytest.mark.parametrize("stage", ["ordinary user"], indirect=True)
def test_processes_that_start_processes_are_ended(stage: Stage, capsys: pytest.CaptureFixture):
    """The kernel refuses them to an ordinary user, and the host ends them in any case.

    Not as root, whose processes the kernel limits in a control group alone: without one, thousands would hurt the machine.
    """
    with stage.bystander.looking() as times, stage.host.watch() as page:
        stage.host.install(stage.attack("bomb"))
        wanted = r"ran \d+ processes; its limit is 64\.|of processor time for one request|of memory; its limit"
        page.wait(
            lambda page: any(re.search(wanted, str(shown["freshness"])) for shown in page.shown("test.bomb.widget"))
            or page.texts("test.bomb.widget") == ["Resource temporarily unavailable"],
            "the end of the attack",
        )
    stage.report(times, capsys)


@pytest.mark.parametrize("attack", FLOODS)
def test_flood_slows_nobody_down(stage: Stage, capsys: pytest.CaptureFixture, attack: str):
    """What a process has the host do for eight seconds is done within its share."""
    folder = stage.host.group_folder(GROUP)
    with stage.bystander.looking() as times:
        stage.host.install(stage.attack(attack))
        wait_in_folder(folder, (folder / "done").exists, "the end of the flood")
    stage.report(times, capsys)


def test_flood_of_six_apps_slows_nobody_down(stage: Stage, capsys: pytest.CaptureFixture):
    """Each does for eight seconds what it may, on a machine with fewer processors."""
    bundles = make_crowd(stage.host.home / "bundles", "costly-later")
    with stage.bystander.looking() as times:
        for bundle in bundles:
            stage.host.install(bundle)
        for number in range(1, len(bundles) + 1):
            folder = stage.host.group_folder(f"{GROUP}.{number}")
            wait_in_folder(folder, (folder / "done").exists, "the end of the flood")
    stage.report(times, capsys)


# Bundles that are not what they say


def changed(bundle: Path, **values: object) -> Path:
    """Changes the description of a bundle's app."""
    file = bundle / "Info.plist"
    file.write_bytes(plistlib.dumps(plistlib.loads(file.read_bytes()) | values))
    return bundle


def takeover(stage: Stage) -> Path:
    """Another program with the identifier of an installed app, which would get its data."""
    bundle = stage.make("takeover", widget="hostile_widget", groups=["group.test.fresh"])
    inner = bundle / "PlugIns/Takeover.appex"
    changed(inner, CFBundleIdentifier="test.fresh.widget")
    return changed(bundle, CFBundleIdentifier="test.fresh")


def reserved(stage: Stage) -> Path:
    """An app with an identifier of the host, whose messages it would read."""
    return changed(stage.make("reserved"), CFBundleIdentifier="org.today.Scripts")


def lookalike(stage: Stage) -> Path:
    """An app whose name is drawn like that of another one."""
    return changed(stage.make("lookalike"), CFBundleDisplayName="Fr\u0435sh")


def invisible(stage: Stage) -> Path:
    """An app whose name cannot be seen."""
    return changed(stage.make("invisible"), CFBundleDisplayName="\u200b\u2060")


def groups(stage: Stage) -> Path:
    """An app with 1,500 groups, each of which may be as large as a group may be."""
    return stage.make("groups", groups=[f"group.test.many.{number}" for number in range(1500)])


def outside(stage: Stage) -> Path:
    """A bundle with a link to a file of the person."""
    bundle = stage.make("outside")
    (bundle / "secret").symlink_to("/etc/passwd")
    return bundle


@pytest.mark.parametrize(
    ("bundle", "reason"),
    [
        (takeover, "Fresh|test.fresh"),
        (reserved, "is an identifier of Today itself"),
        (lookalike, "Fresh"),
        (invisible, "CFBundleDisplayName"),
        (groups, "16"),
        (outside, "secret"),
    ],
    ids=["takeover", "reserved", "lookalike", "invisible", "groups", "outside"],
)
def test_bundle_is_not_installed(
    stage: Stage, capsys: pytest.CaptureFixture, bundle: Callable[[Stage], Path], reason: str
):
    path = bundle(stage)
    with stage.bystander.looking() as times:
        result = stage.host.today("install", path, "--yes", status=None)
    assert result.returncode != 0 and re.search(reason, result.stdout + result.stderr), result.stdout + result.stderr
    assert [app["id"] for app in stage.host.today_json("list")].count("test.fresh") == 1
    stage.report(times, capsys)
    shutil.rmtree(path)
