#!/usr/bin/python3
"""Watches a session bus for a test, and says on it what the test wants said.

It runs with the system's Python, which has D-Bus. Each message on the bus that has to do with notifications is a line of
JSON on standard output; the first line says that the watch has begun. Each line on standard input is a signal to send:

    {"name": "ActionInvoked", "signature": "us", "args": [5, "default"]}

is sent by this program itself, and with "mock": true by python3-dbusmock's notification server.
"""

import json
import sys
import threading

import dbus
import dbus.bus
import dbus.lowlevel
import dbus.mainloop.glib
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
KINDS = {1: "call", 2: "return", 3: "error", 4: "signal"}


def plain(value):
    """A value of D-Bus as JSON has it."""
    if isinstance(value, dbus.Boolean):
        return bool(value)
    if isinstance(value, (int, dbus.Byte)):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, dict):
        return {str(name): plain(each) for name, each in value.items()}
    return [plain(each) for each in value]


def watch(address):
    """Prints what goes over the bus."""
    bus = dbus.bus.BusConnection(address)

    def note(_, message):
        args = message.get_args_list()
        line = {
            "kind": KINDS.get(message.get_type()),
            "sender": message.get_sender(),
            "destination": message.get_destination(),
            "interface": message.get_interface(),
            "member": message.get_member(),
            "serial": message.get_serial(),
            "reply": message.get_reply_serial(),
            "args": plain(args) if sum(len(each) for each in args if isinstance(each, str)) < 100_000 else None,
        }
        print(json.dumps(line), flush=True)
        return dbus.lowlevel.HANDLER_RESULT_HANDLED

    bus.add_message_filter(note)
    bus.call_blocking(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring", "BecomeMonitor",
        "asu", ([], 0),
    )
    print(json.dumps({"kind": "watching"}), flush=True)
    return bus


def say(bus, order):
    """Sends a signal."""
    signature, args = order["signature"], order["args"]
    if order.get("mock"):
        bus.call_blocking(
            NAME, PATH, "org.freedesktop.DBus.Mock", "EmitSignal",
            "sssav", (NAME, order["name"], signature, dbus.Array(variants(signature, args), signature="v")),
        )
        return
    message = dbus.lowlevel.SignalMessage(PATH, NAME, order["name"])
    message.append(signature=signature, *args)
    if order.get("to"):
        message.set_destination(order["to"])
    bus.send_message(message)


def variants(signature, args):
    types = {"u": dbus.UInt32, "i": dbus.Int32, "s": dbus.String, "b": dbus.Boolean}
    return [types[letter](each) for letter, each in zip(signature, args)]


def main(address):
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    loop = GLib.MainLoop()
    watching = watch(address)
    # A connection that watches may say nothing.
    speaking = dbus.bus.BusConnection(address)

    def listen():
        for line in sys.stdin:
            GLib.idle_add(say, speaking, json.loads(line))
        GLib.idle_add(loop.quit)

    threading.Thread(target=listen, daemon=True).start()
    loop.run()
    return watching


main(sys.argv[1])
