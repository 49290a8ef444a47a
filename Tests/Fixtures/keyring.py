"""The keyring of a desktop: a real gnome-keyring-daemon as the Secret Service of a session bus."""

from __future__ import annotations

import json
import subprocess

from desktop import PYTHON, Desktop, Program
from waiting import TIMEOUT_SECONDS

NAME = "org.freedesktop.secrets"
#: Prints the items of the default collection, which is open: its label, attributes and secret in hexadecimal digits.
READER = """
import dbus, json
bus = dbus.SessionBus()
def at(path, interface): return dbus.Interface(bus.get_object("org.freedesktop.secrets", path), interface)
def get(path, kind, name):
    return at(path, "org.freedesktop.DBus.Properties").Get("org.freedesktop.Secret." + kind, name)
service = at("/org/freedesktop/secrets", "org.freedesktop.Secret.Service")
session = service.OpenSession("plain", "")[1]
items = get(service.ReadAlias("default"), "Collection", "Items")
print(json.dumps([{
    "label": get(item, "Item", "Label"), "attributes": get(item, "Item", "Attributes"),
    "secret": bytes(at(item, "org.freedesktop.Secret.Item").GetSecret(session)[2]).hex(),
} for item in items]))
"""


class Keyring:
    """The keyring of a session, whose password is `PASSWORD`."""

    PASSWORD = "correct horse"

    def __init__(self, desktop: Desktop):
        self._desktop = desktop
        self._daemon: Program | None = None

    def start(self, unlocked: bool = True) -> None:
        """Starts the daemon, as at a login with the password or without one, and waits until it is the service."""
        before = len(self._owners)
        command = ["gnome-keyring-daemon", "--foreground", "--components=secrets"]
        self._daemon = self._desktop.start(
            *command, *(["--unlock"] if unlocked else []), stdin=subprocess.PIPE if unlocked else subprocess.DEVNULL,
        )
        if unlocked:
            self._daemon.process.stdin.write(self.PASSWORD.encode())
            self._daemon.process.stdin.close()
        self._desktop.wait(lambda _: len(self._owners) > before and self._owners[-1], "the keyring")

    def stop(self) -> None:
        """Ends the daemon, and waits until the bus knows."""
        self._daemon.end()
        self._desktop.wait(lambda _: not self._owners[-1], "the end of the keyring")

    def restart(self, unlocked: bool) -> None:
        """Ends the daemon and starts it again: afterwards the keyring is open or locked."""
        self.stop()
        self.start(unlocked)

    def signal(self, number: int) -> None:
        """Sends the daemon a signal, such as one that makes it hang."""
        self._daemon.process.send_signal(number)

    @property
    def _owners(self) -> list[str]:
        return [args[2] for args in self._desktop.signals("NameOwnerChanged") if args[0] == NAME]

    @property
    def items(self) -> list[dict]:
        """The items of the keyring, which is open."""
        return json.loads(self._run(PYTHON, "-c", READER))

    def clear(self) -> None:
        """Deletes every item."""
        for path in json.loads(self._run(PYTHON, "-c", READER.split("print")[0] + "print(json.dumps(items))")):
            self._run(
                "dbus-send", "--session", "--print-reply", f"--dest={NAME}", path, "org.freedesktop.Secret.Item.Delete",
            )

    def _run(self, *command: str) -> str:
        result = subprocess.run(
            command, env=self._desktop.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=TIMEOUT_SECONDS,
        )
        assert result.returncode == 0, result.stderr
        return result.stdout
