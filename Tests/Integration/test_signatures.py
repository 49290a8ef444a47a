"""Signed bundles: `today sign`, what an installation says of it, and what it refuses."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from fixture_apps import make_app
from today_host import TODAY, TodayHost


def run(*arguments: object, status: int = 0) -> subprocess.CompletedProcess:
    """Runs a command that needs no host."""
    result = subprocess.run([TODAY, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    assert result.returncode == status, f"{result.stdout}{result.stderr}"
    return result


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """A key for signing."""
    run("sign", "--new-key", tmp_path / "key.pem")
    return tmp_path / "key.pem"


def signed(bundle: Path, key: Path) -> str:
    """Signs a bundle; returns the fingerprint of the key."""
    return json.loads(run("sign", bundle, "--key", key, "--json").stdout)["signer"]


def test_key_is_made_once_and_is_its_owners_alone(key: Path, tmp_path: Path):
    assert key.stat().st_mode & 0o777 == 0o600
    before = key.read_text()
    assert "never replaced" in run("sign", "--new-key", key, status=1).stderr
    assert key.read_text() == before
    key.chmod(0o644)
    bundle = make_app(tmp_path, "plain")
    assert "chmod 600" in run("sign", bundle, "--key", key, status=1).stderr
    for arguments in ([bundle], ["--key", key], [bundle, "--new-key", key], []):
        run("sign", *arguments, status=2)
    assert not (bundle / "Today.signature").exists()


def test_signer_is_told_before_and_after_the_installation(host: TodayHost, key: Path, fixture_app):
    bundle = fixture_app("plain")
    assert "It is not signed: nothing shows who made it." in host.today("install", bundle, status=3).stderr
    signer = signed(bundle, key)
    assert f"Signed by {signer}, which has signed no installed app." in host.today("install", bundle, status=3).stderr
    host.today("install", bundle, "--yes")
    assert host.today_json("list")[0]["signer"] == signer
    assert f"Signed by {signer}." in host.today("settings", "Plain", "--rights").stdout
    assert f"signed by {signer}" in host.today("audit", "--app", "plain").stdout
    assert f"Signed by {signer}, as the installed version is." in host.today("install", bundle, status=3).stderr


def test_changed_bundle_is_refused_with_the_name_of_the_file(host: TodayHost, key: Path, fixture_app):
    bundle = fixture_app("plain")
    signed(bundle, key)
    program = bundle / "plain_app"
    program.write_text(program.read_text() + "\n# changed\n")
    (bundle / "added.txt").write_text("")
    refused = host.today("install", bundle, "--replace", status=1).stderr
    assert "plain_app: It was changed after the bundle was signed." in refused
    assert "added.txt: It was added after the bundle was signed." in refused
    assert host.today_json("list") == []


def test_only_its_signer_updates_an_app(host: TodayHost, key: Path, tmp_path: Path, fixture_app):
    first = fixture_app("plain")
    signer = signed(first, key)
    host.today("install", first, "--yes")
    other = tmp_path / "other.pem"
    run("sign", "--new-key", other)

    impostor = make_app(tmp_path / "elsewhere", "plain", version="2.0")
    refused = host.today("install", impostor, "--replace", status=1).stderr
    assert f"Plain is installed and signed by {signer}, and this bundle is not signed." in refused
    stranger = signed(impostor, other)
    refused = host.today("install", impostor, "--replace", status=1).stderr
    assert f"Plain is installed and signed by {signer}, and this bundle by {stranger}." in refused
    # The archive of an update of the same signer, from elsewhere, needs no consent to a replacement.
    signed(impostor, key)
    archive = tmp_path / "plain.tar.gz"
    subprocess.run(["tar", "czf", archive, "-C", impostor.parent, impostor.name], check=True)
    host.today("install", archive, "--yes")
    assert [(app["version"], app["signer"]) for app in host.today_json("list")] == [("2.0", signer)]
