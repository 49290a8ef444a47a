"""Today as a service of the session: the unit that is written, and what the service manager is told."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from today_host import TODAY, TodayHost


@pytest.fixture
def unit(stopped_host: TodayHost) -> Path:
    """Where the unit is written."""
    return stopped_host.home / ".config/systemd/user/today.service"


@pytest.fixture
def manager(stopped_host: TodayHost, tmp_path: Path) -> Path:
    """A `systemctl` that notes what it is told, in place of a session's own, and says that everything is active."""
    notes = tmp_path / "told.txt"
    program = tmp_path / "systemctl"
    program.write_text(f'#!/bin/sh\necho "$*" >> {notes}\ncase "$2" in is-active) echo active;; esac\n')
    program.chmod(0o755)
    stopped_host.environment["PATH"] = f"{tmp_path}:{stopped_host.environment['PATH']}"
    return notes


def service(host: TodayHost, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess:
    """Runs `today service`, which has no state folder."""
    return subprocess.run(
        [TODAY, "service", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        env=host.environment, cwd=folder,
    )


def test_service_is_installed_seen_and_removed(stopped_host: TodayHost, unit: Path, manager: Path) -> None:
    missing = service(stopped_host, "status")
    assert missing.returncode == 4 and "today service install" in missing.stderr
    installed = service(stopped_host, "install", "--port", "8080")
    assert installed.returncode == 0, installed.stderr
    assert f'ExecStart="{os.path.realpath(TODAY)}" "run" "--port" "8080"' in unit.read_text()
    seen = service(stopped_host, "status")
    assert seen.returncode == 0 and "active" in seen.stdout
    again = service(stopped_host, "install")
    assert again.returncode == 0 and "8080" not in unit.read_text()
    removed = service(stopped_host, "remove")
    assert removed.returncode == 0 and not unit.exists(), removed.stderr
    install = ["--user daemon-reload", "--user enable today.service", "--user restart today.service"]
    assert manager.read_text().splitlines() == [
        *install, "--user is-active today.service", *install, "--user disable --now today.service",
        "--user daemon-reload",
    ]


def test_wrong_option_is_said_as_today_run_says_it(stopped_host: TodayHost, unit: Path, manager: Path) -> None:
    refused = service(stopped_host, "install", "--prot", "8080")
    assert refused.returncode != 0 and not unit.exists()
    assert "Unknown option '--prot'" in refused.stderr and "CommandError" not in refused.stderr
    refused = service(stopped_host, "install", "--port", "abc")
    assert "'abc'" in refused.stderr and "CommandError" not in refused.stderr


def test_service_that_cannot_be_started_names_the_reason_and_the_remedy(
    stopped_host: TodayHost, unit: Path, tmp_path: Path
) -> None:
    program = tmp_path / "systemctl"
    program.write_text("#!/bin/sh\necho 'No medium found' >&2\nexit 1\n")
    program.chmod(0o755)
    stopped_host.environment["PATH"] = f"{tmp_path}:{stopped_host.environment['PATH']}"
    failed = service(stopped_host, "install")
    assert failed.returncode == 1 and unit.exists()
    said = " ".join(failed.stderr.split())
    assert "No medium found. Start it later with: systemctl --user enable --now today.service" in said


def test_both_units_harden_alike_and_leave_namespaces_to_the_sandboxes(
    stopped_host: TodayHost, unit: Path, manager: Path
) -> None:
    assert service(stopped_host, "install").returncode == 0
    packaged = Path(__file__).parents[2] / "Packaging/today.service"
    own = {"ExecStart", "WorkingDirectory"}
    written, shipped = (
        {
            line for line in each.read_text().splitlines()
            if "=" in line and not line.startswith("#") and line.split("=")[0] not in own
        }
        for each in (unit, packaged)
    )
    assert written == shipped
    assert {line for line in written if line.startswith(("Restrict", "Private", "Protect", "SystemCall"))} == {
        "RestrictRealtime=yes", "RestrictSUIDSGID=yes", "SystemCallArchitectures=native",
    }


def test_systemd_accepts_the_unit(stopped_host: TodayHost, unit: Path, manager: Path, tmp_path: Path) -> None:
    folder = tmp_path / 'a folder of 100% "$HOME"'
    folder.mkdir()
    options = ["--tls-certificate", "a b.pem", "--tls-key", 'a"$b%n\\.pem']
    public = ["--listen", "127.0.0.1:8443", "--public-url", "https://today.example.org"]
    installed = service(stopped_host, "install", *public, *options, folder=folder)
    assert installed.returncode == 0, installed.stderr
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("this machine has no systemd-analyze")
    verified = subprocess.run(
        [analyze, "--user", "verify", unit], capture_output=True, text=True,
        env={**stopped_host.environment, "XDG_RUNTIME_DIR": str(tmp_path)},
    )
    # Pages of the manual that are not installed are of no interest.
    complaints = [line for line in verified.stderr.splitlines() if "today.service" in line and "man " not in line]
    assert complaints == []


def test_unit_of_somebody_else_is_left_alone(stopped_host: TodayHost, unit: Path, manager: Path) -> None:
    unit.parent.mkdir(parents=True)
    unit.write_text("[Service]\nExecStart=/usr/bin/true\n")
    for command in ["install", "remove"]:
        refused = service(stopped_host, command)
        assert refused.returncode == 1 and "written by somebody else" in refused.stderr
    assert unit.read_text() == "[Service]\nExecStart=/usr/bin/true\n"
    assert not manager.exists()


def test_mistake_in_the_options_is_found_at_once(stopped_host: TodayHost, unit: Path, manager: Path) -> None:
    refused = service(stopped_host, "install", "--port", "99999")
    assert refused.returncode == 2 and "--port is a number" in refused.stderr
    assert not unit.exists()


def test_without_a_service_manager_the_unit_waits(stopped_host: TodayHost, unit: Path) -> None:
    refused = service(stopped_host, "install")
    assert refused.returncode == 1 and "systemctl --user enable --now today.service" in refused.stderr
    assert unit.exists()
    assert service(stopped_host, "remove").returncode == 0
    assert not unit.exists()
