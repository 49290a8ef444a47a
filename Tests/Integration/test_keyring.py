"""The key of the keychain in the keyring of a desktop: where it is, and what happens while the keyring is locked or gone."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from desktop import PYTHON, Desktop
from keyring import Keyring
from test_keychain import SHARED, app_says, make_keys
from today_host import TodayHost
from waiting import wait_in_folder

LOCKED = "The key of the keychain is in the keyring of the desktop, which cannot be used: The keyring of the desktop is locked."


def key_file(host: TodayHost) -> bytes:
    return (host.state / "keychain.key").read_bytes()


def wait_for_move(host: TodayHost) -> None:
    """Waits until the key is in the keyring."""
    wait_in_folder(host.state, lambda: key_file(host).startswith(b"secret-service:"), "the key in the keyring")


def wait_for_log(log_file: Path, text: str, count: int = 1) -> None:
    wait_in_folder(log_file.parent, lambda: log_file.read_text().count(text) >= count, f"{text!r} in the log")


def finding(host: TodayHost, status: int = 0) -> dict:
    """What the doctor says of the keychain."""
    [found] = [each for each in json.loads(host.today("doctor", "--json", status=status).stdout)
               if each["subject"] == "Keychain"]
    return found


@pytest.fixture
def keys(keyring: Keyring, stopped_host: TodayHost, tmp_path: Path) -> TodayHost:
    """A host in the session, with the fixture Keys and a secret; its key is in the keyring."""
    stopped_host.start()
    stopped_host.install(make_keys(tmp_path / "keys", [SHARED]))
    assert app_says(stopped_host, "set") == "{}"
    wait_for_move(stopped_host)
    return stopped_host


def test_key_is_in_the_keyring_and_in_no_file(keys: TodayHost, keyring: Keyring, log_file: Path):
    [item] = keyring.items
    number = key_file(keys).decode().strip().removeprefix("secret-service:")
    assert item["label"] == "Today keychain"
    assert {"xdg:schema": "org.today.Keychain", "application": "today", "state": number}.items() <= item["attributes"].items()
    key = bytes.fromhex(item["secret"])
    assert len(key) == 32
    assert app_says(keys, "get") == "True"
    keys.stop()
    keys.start()
    assert app_says(keys, "get") == "True"
    forms = [key, key.hex().encode()]
    files = [path for path in [*keys.state.rglob("*"), log_file] if path.is_file()]
    assert [str(path) for path in files if any(form in path.read_bytes() for form in forms)] == []
    assert (keys.state / "keychain.key").stat().st_mode & 0o777 == 0o600
    found = finding(keys)
    assert (found["severity"], found["text"]) == ("ok", "Its key is in the keyring of the desktop.")


def test_key_of_a_file_is_moved_and_an_option_moves_it_back(
    keyring: Keyring, stopped_host: TodayHost, tmp_path: Path, log_file: Path
):
    host = stopped_host
    host.start("--keychain-key", "file")
    host.install(make_keys(tmp_path / "keys", [SHARED]))
    assert app_says(host, "set") == "{}"
    key = key_file(host)
    host.stop()
    host.start()
    wait_for_move(host)
    assert [bytes.fromhex(item["secret"]) for item in keyring.items] == [key]
    assert app_says(host, "get") == "True"
    host.stop()
    (host.state / "config.json").write_text('{"keychain-key": "file"}')
    host.start()
    assert key_file(host) == key and keyring.items == []
    assert app_says(host, "get") == "True"


def test_locked_keyring_is_waited_for_and_the_key_is_not_replaced(keys: TodayHost, keyring: Keyring, log_file: Path):
    keys.stop()
    keyring.restart(unlocked=False)
    before = key_file(keys)
    keys.start()
    for method in ("get", "set"):
        said = app_says(keys, method)
        assert LOCKED in said and "unlock its keyring" in said
    assert "api.example.org me" in app_says(keys, "list")
    found = finding(keys, status=1)
    assert found["severity"] == "problem" and found["text"] == LOCKED and "unlock its keyring" in found["remedy"]
    assert key_file(keys) == before
    keyring.restart(unlocked=True)
    wait_for_log(log_file, "The keychain can be used again")
    assert app_says(keys, "get") == "True"
    assert key_file(keys) == before and len(keyring.items) == 1


def test_new_key_is_in_a_file_while_the_keyring_is_locked(
    keyring: Keyring, stopped_host: TodayHost, tmp_path: Path, log_file: Path
):
    keyring.restart(unlocked=False)
    stopped_host.start()
    stopped_host.install(make_keys(tmp_path / "keys", [SHARED]))
    assert app_says(stopped_host, "set") == "{}"
    wait_for_log(log_file, "The key of the keychain stays in its file")
    assert len(key_file(stopped_host)) == 32
    assert (stopped_host.state / "keychain.key").stat().st_mode & 0o777 == 0o600
    assert app_says(stopped_host, "get") == "True"


def test_keyring_that_hangs_does_not_keep_the_host_from_starting(keys: TodayHost, keyring: Keyring, log_file: Path):
    keys.stop()
    keyring.signal(signal.SIGSTOP)
    try:
        keys.start()
        said = app_says(keys, "get")
    finally:
        keyring.signal(signal.SIGCONT)
    assert "org.freedesktop.secrets does not answer" in said
    wait_for_log(log_file, "The keychain can be used again")
    assert app_says(keys, "get") == "True"


def test_key_that_the_keyring_has_lost_is_not_replaced(keys: TodayHost, keyring: Keyring):
    keys.stop()
    keyring.clear()
    before = key_file(keys)
    keys.start()
    assert app_says(keys, "get").startswith("-32603") and app_says(keys, "set").startswith("-32603")
    found = finding(keys, status=1)
    assert "lost" in found["text"] and "today restore" in found["remedy"]
    assert key_file(keys) == before and keyring.items == []
    # Whoever has no backup begins anew.
    keys.stop()
    (keys.state / "keychain.key").unlink()
    keys.start()
    assert app_says(keys, "get") == "none" and app_says(keys, "set") == "{}" and app_says(keys, "get") == "True"


def test_service_that_answers_nonsense_gets_no_key(
    desktop: Desktop, stopped_host: TodayHost, tmp_path: Path, log_file: Path
):
    path, interface = "/org/freedesktop/secrets", "org.freedesktop.Secret.Service"
    desktop.start(PYTHON, "-m", "dbusmock", "--session", "org.freedesktop.secrets", path, interface)
    desktop.wait(
        lambda desktop: any(args[0] == "org.freedesktop.secrets" for args in desktop.signals("NameOwnerChanged")),
        "the mock service",
    )
    stopped_host.start()
    stopped_host.install(make_keys(tmp_path / "keys", [SHARED]))
    assert app_says(stopped_host, "set") == "{}"
    wait_for_log(log_file, "The key of the keychain stays in its file")
    assert len(key_file(stopped_host)) == 32 and app_says(stopped_host, "get") == "True"


def test_backup_has_the_key_wherever_it_is(keys: TodayHost, keyring: Keyring, tmp_path: Path, log_file: Path):
    passphrase = tmp_path / "passphrase"
    passphrase.write_text("correct horse staple\n")
    backup = tmp_path / "today.backup"
    keys.today("backup", backup, "--with-apps", "--passphrase-file", passphrase)
    [item] = keyring.items
    keyring.restart(unlocked=False)
    refused = keys.today("backup", tmp_path / "second.backup", "--passphrase-file", passphrase, status=1)
    assert LOCKED in refused.stderr and not (tmp_path / "second.backup").exists()
    keys.stop()  # The other one is given its port.
    with TodayHost(log_file) as other:  # It is in no session.
        other.today("restore", backup, "--passphrase-file", passphrase, "--yes")
        other.start()
        assert app_says(other, "get") == "True"
        assert key_file(other) == bytes.fromhex(item["secret"])
        assert (other.state / "keychain.key").stat().st_mode & 0o777 == 0o600
    keyring.restart(unlocked=True)
    keys.start()
    keys.today("restore", backup, "--passphrase-file", passphrase, "--yes")
    wait_for_move(keys)
    assert app_says(keys, "get") == "True"
