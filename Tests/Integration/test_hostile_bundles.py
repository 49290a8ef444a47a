"""Each attack of Apps/Hostile, from the real sandbox, on the host of root or of an ordinary user; with `--full` on both.

What the attack gets is in Tests/Fixtures/attacks.py. While it goes on, another widget updates and every request for the screen
is answered; how fast, `script/bench hostile` says on an idle machine.
"""

from __future__ import annotations

import ctypes
import os
import plistlib
import re
from pathlib import Path
from typing import Container, Iterable

import pytest

from attacks import ENDED, FLOODS, GROUP, HIDING, LENGTHY, MALFORMED, REFUSED, make_attack, make_crowd
from bystander import Bystander
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
#: Whose hosts are attacked: only root can be both.
USERS = ["root", "ordinary user"] if os.getuid() == 0 else ["ordinary user"]
#: What a widget shows that can write nothing any more.
NO_WRITES = "EACCES"
#: Attacks that get their error at once.
QUICK = [each for each in REFUSED if each not in LENGTHY]


def on_one_host(*cases: list[str], both: Container[str] = ()) -> list:
    """Each case, attacks that are made at once, on the host of one user, in turn, and with `--full` on that of the other one.

    The attacks in `both` are made on both each time.
    """
    return [
        pytest.param(
            user, attacks, id=f"{user}-{attacks[0]}{' and others' if attacks[1:] else ''}",
            marks=[] if user == USERS[number % len(USERS)] or attacks[0] in both else pytest.mark.full,
        )
        for number, attacks in enumerate(cases) for user in USERS
    ]


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
        self.bystander = Bystander(host, self.make, pause=0.05)

    def make(self, name: str, **options) -> Path:
        """Makes the bundle `test.NAME`."""
        return make_app(self._folder, name, **options)

    def begin(self, attacks: list[str]) -> None:
        """Installs the bundles of attacks; several at once have groups of their own."""
        for attack in attacks:
            self.host.install(make_attack(self._folder, attack, GROUP if attacks == [attack] else f"{GROUP}.{attack}"))


@pytest.fixture
def stage(keyring: None, request: pytest.FixtureRequest, stopped_host: TodayHost) -> Stage:
    """The host of a user, which is the parameter."""
    if request.param == "ordinary user" and os.getuid() == 0:
        stopped_host.belong_to(ORDINARY)
    stopped_host.start()
    if os.environ.get("TODAY_TEST_CONTROL_GROUPS"):  # script/control-groups sets it.
        limits = stopped_host.today_json("status")["limits"]
        assert limits == "The kernel limits apps and widgets with control groups: memory, pids, cpu."
    return Stage(stopped_host)


@pytest.mark.parametrize(
    ("stage", "attacks"), on_one_host(QUICK, *([each] for each in LENGTHY), both=QUICK), indirect=["stage"]
)
def test_attack_gets_an_error(stage: Stage, attacks: list[str]):
    with stage.bystander.looking(), stage.host.watch() as page:
        stage.begin(attacks)
        for attack in attacks:
            [text] = page.wait(
                lambda page: page.texts(f"test.{attack}.widget") or ended_early(page, attack), f"the outcome of {attack}",
                2 * TIMEOUT_SECONDS,  # On a busy machine a lengthy one is ended after 20 seconds, and goes on when it runs again.
            )
            assert re.match(REFUSED[attack], text) or IS_SLOW and ENDED_EARLY.search(text), f"{attack}: {text}"
            assert text != "worked" or REFUSED[attack].startswith("worked"), attack
    # Nothing was planted for others.
    assert libc.syscall(KEYCTL, DESCRIBE_SEARCH, SESSION_KEYRING, b"user", b"today-planted", 0) < 0
    # Nothing steers the operator's terminal.
    assert not set("\x1b\x07\r\x9b\u202e") & set(stage.host.log.read_text())


#: What a lengthy attack may be ended by where everything takes longer: the limits of a request.
ENDED_EARLY = re.compile(f"{ENDED['spin']}|{ENDED['stall']}")


def ended_early(page: Watch, attack: str) -> list[str]:
    """Why a lengthy attack was ended on a slow machine before it got its error, if it was."""
    if not IS_SLOW or attack not in LENGTHY:
        return []
    states = [str(shown["freshness"]) for shown in page.shown(f"test.{attack}.widget")]
    return [state for state in states if ENDED_EARLY.search(state)][:1]


def told(page: Watch, attack: str) -> str | None:
    """What the screen has said of the end of an attack."""
    widget = f"test.{attack}.widget"
    for shown in page.shown(widget):
        if found := re.search(ENDED[attack], str(shown["freshness"])):
            return found[0]
    # A widget whose update is superseded meanwhile is told instead that it can write nothing any more.
    return NO_WRITES if attack == "deep" and page.texts(widget) == [NO_WRITES] else None


@pytest.mark.parametrize(
    ("stage", "attacks"),
    on_one_host(MALFORMED, *([each] for each in ENDED if each not in MALFORMED), both=HIDING),
    indirect=["stage"],
)
def test_excess_is_ended_and_told(stage: Stage, attacks: list[str]):
    """The screen and `today why` say what was too much, whether something was asked or not."""
    with stage.bystander.looking(), stage.host.watch() as page:
        stage.begin(attacks)
        reasons = {
            # One is only ended after 20 seconds.
            attack: page.wait(lambda page: told(page, attack), f"the end of {attack} on the screen", 2 * TIMEOUT_SECONDS)
            for attack in attacks
        }
    for attack, reason in reasons.items():
        widget = f"test.{attack}.widget"
        entries = [
            entry for entry in stage.host.today_json("why", widget) if re.search(ENDED[attack], entry.get("message", ""))
        ]
        assert entries or reason == NO_WRITES or "stopped working" in reason, stage.host.today("why", widget).stdout
        # What was asked was an update; what was not has no cause.
        assert not entries or bool(entries[-1]["reasons"]) != attack.endswith("-later")
        stage.host.today("uninstall", f"test.{attack}", "--yes")
    # Whatever they left is removed with them.
    assert list(stage.host.state.glob(f"groups/{GROUP}*")) == []


@pytest.mark.parametrize("stage", ["ordinary user"], indirect=True)
def test_group_whose_folder_is_locked_is_removed_with_its_app(stage: Stage):
    """Not as root, whom no mode of a folder hinders."""
    with stage.host.watch() as page:
        stage.begin(["sealed"])
        page.wait(lambda page: page.texts("test.sealed.widget"), "the outcome of the attack")
    folder = stage.host.group_folder(GROUP)
    assert folder.stat().st_mode & 0o777 == 0o500
    stage.host.today("uninstall", "test.sealed", "--yes")
    assert not folder.exists()
    trash = stage.host.state / "trash"
    wait_in_folder(trash.parent, lambda: not trash.exists(), "the end of what was in the folder")


@pytest.mark.parametrize("stage", ["ordinary user"], indirect=True)
def test_processes_that_start_processes_are_ended(stage: Stage):
    """The kernel refuses them to an ordinary user, and the host ends them in any case.

    Not as root, whose processes the kernel limits in a control group alone: without one, thousands would hurt the machine.
    """
    with stage.bystander.looking(), stage.host.watch() as page:
        stage.begin(["bomb"])
        wanted = r"ran \d+ processes; its limit is 64\.|of processor time for one request|of memory; its limit"
        page.wait(
            lambda page: any(re.search(wanted, str(shown["freshness"])) for shown in page.shown("test.bomb.widget"))
            or page.texts("test.bomb.widget") == ["Resource temporarily unavailable"],
            "the end of the attack",
        )


@pytest.mark.parametrize(("stage", "attacks"), on_one_host(FLOODS), indirect=["stage"])
def test_flood_slows_nobody_down(stage: Stage, attacks: list[str]):
    """What processes have the host do for eight seconds, each something else, is done within their share."""
    with stage.bystander.looking():
        stage.begin(attacks)
        wait_for_floods(stage, attacks)


@pytest.mark.parametrize("stage", [*(pytest.param(user, marks=pytest.mark.full) for user in USERS[:-1]), USERS[-1]], indirect=True)
def test_flood_of_six_apps_slows_nobody_down(stage: Stage):
    """Each does for eight seconds what it may, on a machine with fewer processors."""
    bundles = make_crowd(stage.host.home / "bundles", "costly-later")
    with stage.bystander.looking():
        for bundle in bundles:
            stage.host.install(bundle)
        wait_for_floods(stage, range(1, len(bundles) + 1))


def wait_for_floods(stage: Stage, names: Iterable[object]) -> None:
    """Waits until the floods in the groups of these names are over."""
    for name in names:
        folder = stage.host.group_folder(f"{GROUP}.{name}")
        wait_in_folder(folder, (folder / "done").exists, "the end of the flood")


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


def platform(stage: Stage) -> Path:
    """An app whose name is drawn like that of a page of Today."""
    return changed(stage.make("platform"), CFBundleDisplayName="5ettIngs.")


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


@pytest.mark.parametrize("stage", [USERS[0], *(pytest.param(user, marks=pytest.mark.full) for user in USERS[1:])], indirect=True)
def test_bundle_is_not_installed(stage: Stage):
    for make, reason in (
        (takeover, "Fresh|test.fresh"),
        (reserved, "is an identifier of Today itself"),
        (lookalike, "Fresh"),
        (platform, "looks like the name of Settings of Today itself"),
        (invisible, "CFBundleDisplayName"),
        (groups, "16"),
        (outside, "secret"),
    ):
        with stage.bystander.looking():
            result = stage.host.today("install", make(stage), "--yes", status=None)
        assert result.returncode != 0 and re.search(reason, result.stdout + result.stderr), result.stdout + result.stderr
        assert [app["id"] for app in stage.host.today_json("list")] == ["test.fresh"]
