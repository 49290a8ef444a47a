"""The keychain of a real host: who gets a secret, and where none of it is ever found."""

from __future__ import annotations

import base64
import plistlib
from pathlib import Path

import pytest

from cards import texts
from fixture_apps import APPS, make_app
from streams import Watch
from today_host import TodayHost

WIDGET = "test.keys.widget"
SHARED, PRIVATE = "test.shared", "test.private"
SECRET = "correct horse battery hunter2"


def make_keys(folder: Path, widget_groups: list[str]) -> Path:
    """The fixture Keys: its app has two access groups, its widget those that are named."""
    bundle = make_app(folder, "keys", app="keys_app", widget="keys_widget", groups=["group.test.keys"])
    inner = bundle / "PlugIns" / "Keys.appex"
    for part, groups in ((bundle, [f"$(AppIdentifierPrefix){SHARED}", PRIVATE]), (inner, widget_groups)):
        (part / "keys.py").write_bytes((APPS / "keys.py").read_bytes())
        rights = plistlib.loads((part / "Entitlements.plist").read_bytes())
        (part / "Entitlements.plist").write_bytes(plistlib.dumps(rights | {"keychain-access-groups": groups}))
    return bundle


@pytest.fixture
def keys(host: TodayHost, tmp_path: Path) -> TodayHost:
    """A host with the fixture Keys, whose widget has one access group."""
    host.install(make_keys(tmp_path / "keys", [SHARED]))
    return host


def app_says(host: TodayHost, method: str, group: str = SHARED) -> str:
    return " ".join(texts(host.open(f"keys://{method}/{group}")["card"]))


def widget_says(host: TodayHost, page: Watch, method: str, group: str, result: str) -> None:
    host.today("defaults", "write", "group.test.keys", "ask", f"{method}/{group}")
    page.wait(
        lambda page: any(line.startswith(f"{method}/{group}: {result}") for line in page.texts(WIDGET)),
        f"{result!r} for {method} of {group} on the widget",
    )


def test_widget_shares_secrets_only_in_a_group_of_its_own_entitlements(keys: TodayHost):
    with keys.watch() as page:
        widget_says(keys, page, "get", SHARED, "none")
        assert app_says(keys, "set") == "{}" and app_says(keys, "set", PRIVATE) == "{}"
        widget_says(keys, page, "list", SHARED, "api.example.org me")
        widget_says(keys, page, "get", SHARED, "True")
        widget_says(keys, page, "get", PRIVATE, '-32001 test.keys.widget may not use the keychain group "test.private"')
        widget_says(keys, page, "list", PRIVATE, "-32001")
        widget_says(keys, page, "set", "test.other", "-32001")
        widget_says(keys, page, "delete", SHARED, "{}")
    assert app_says(keys, "get") == "none" and app_says(keys, "get", PRIVATE) == "True"
    assert app_says(keys, "get", "test.other").startswith("-32001")


def test_person_reads_of_the_right_and_revokes_it(host: TodayHost, tmp_path: Path):
    bundle = make_keys(tmp_path / "keys", [SHARED])
    asked = host.today("install", bundle, status=3).stderr
    assert f"Keep secrets in the keychain group {SHARED} and share them with other apps in that group." in asked
    host.install(bundle)
    assert app_says(host, "set") == "{}"
    host.today("settings", "Keys", "--revoke", f"keychain:{SHARED}")
    assert "You have revoked the right keychain:test.shared of this app;" in app_says(host, "get")
    host.today("settings", "Keys", "--restore", f"keychain:{SHARED}")
    assert app_says(host, "get") == "True"


def test_group_of_another_app_needs_a_word_of_consent(keys: TodayHost, tmp_path: Path):
    thief = make_app(tmp_path / "thief", "thief")
    rights = plistlib.loads((thief / "Entitlements.plist").read_bytes())
    (thief / "Entitlements.plist").write_bytes(plistlib.dumps(rights | {"keychain-access-groups": [SHARED]}))
    asked = keys.today("install", thief, status=3).stderr
    assert f"The keychain group {SHARED} belongs to test.keys, which then shares it." in asked


def test_secret_is_nowhere_in_the_clear(host: TodayHost, tmp_path: Path, log_file: Path):
    host.install(make_keys(tmp_path / "keys", [SHARED]))
    assert app_says(host, "set") == "{}" and app_says(host, "get") == "True"
    with host.watch() as page:
        widget_says(host, page, "set", SHARED, "{}")
        widget_says(host, page, "get", SHARED, "True")
    assert host.today("why", WIDGET, "--json").returncode == 0
    host.stop()
    host.start()  # A copy of the database is made when the host starts.
    assert app_says(host, "get") == "True"
    forms = [SECRET.encode(), base64.b64encode(SECRET.encode())]
    files = [path for path in [*host.state.rglob("*"), log_file] if path.is_file()]
    assert any(path.name == "promises.sqlite" for path in files) and log_file in files
    found = [str(path) for path in files if any(form in path.read_bytes() for form in forms)]
    assert found == []
    key = host.state / "keychain.key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert [str(path) for path in files if path != key and key.read_bytes() in path.read_bytes()] == []


def test_app_is_told_that_the_key_is_no_key(keys: TodayHost):
    assert app_says(keys, "set") == "{}"
    keys.stop()
    (keys.state / "keychain.key").write_text("no key")
    keys.start()
    for method in ("get", "set"):
        said = app_says(keys, method)
        assert "The key of the keychain cannot be read, or is no key. Restore a backup" in said, said
        assert str(keys.state) not in said


def test_secret_goes_with_its_app(keys: TodayHost, tmp_path: Path):
    assert app_says(keys, "set") == "{}"
    keys.today("uninstall", "keys", "--keep-data", "--yes")
    keys.install(make_keys(tmp_path / "again", [SHARED]))
    assert app_says(keys, "get") == "True"
    keys.today("uninstall", "keys", "--yes")
    keys.install(make_keys(tmp_path / "anew", [SHARED]))
    assert app_says(keys, "get") == "none"


def test_secret_is_restored_from_a_backup(keys: TodayHost, tmp_path: Path, log_file: Path):
    assert app_says(keys, "set") == "{}"
    passphrase = tmp_path / "passphrase"
    passphrase.write_text("correct horse staple\n")
    keys.today("backup", tmp_path / "today.backup", "--with-apps", "--passphrase-file", passphrase)
    keys.stop()  # The other one is given its port.
    assert (keys.state / "keychain.key").read_bytes() not in (tmp_path / "today.backup").read_bytes()
    with TodayHost(log_file) as other:
        other.today("restore", tmp_path / "today.backup", "--passphrase-file", passphrase, "--yes")
        other.start()
        assert app_says(other, "get") == "True"
        assert (other.state / "keychain.key").stat().st_mode & 0o777 == 0o600
