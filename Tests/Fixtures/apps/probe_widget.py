#!/usr/bin/python3
"""Tries what a sandboxed process must not be able to do, and shows what happened, a line each: `NAME: RESULT`."""

import errno
import os
import socket

import today_process as today


def attempt(action):
    try:
        result = action()
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))
    return f"worked {result}" if result else "worked"


def connect(family, address):
    with socket.socket(family) as connection:
        connection.settimeout(2)
        connection.connect(address)


def write(path):
    with open(path, "w") as file:
        file.write("x")


def hosts_processes():
    """How many processes it can see."""
    return str(sum(name.isdigit() for name in os.listdir("/proc")))


def update(parameters):
    targets = {}
    for name in ("port", "home", "socket"):
        targets[name] = today.get("group.test.probe", name)
    bundle, temporary = today.info["bundlePath"], today.info["temporaryPath"]
    attempts = {
        "network": lambda: connect(socket.AF_INET, ("127.0.0.1", targets["port"])),
        "socket": lambda: connect(socket.AF_UNIX, targets["socket"]),
        "home": lambda: str(len(os.listdir(targets["home"]))),
        "secret": lambda: open(os.path.join(targets["home"], "secret.txt")).read(),
        "bundle": lambda: write(os.path.join(bundle, "new.txt")),
        "program": lambda: write(os.path.abspath(__file__)),
        "system": lambda: write("/usr/new.txt"),
        "group": lambda: write(os.path.join(today.group_path(), "new.txt")),
        "temporary": lambda: write(os.path.join(temporary, "new.txt")),
    }
    lines = [f"{name}: {attempt(action)}" for name, action in attempts.items()]
    lines.append(f"processes: {hosts_processes()}")
    lines.append(f"environment: {' '.join(sorted(os.environ))}")
    return {"content": {"compact": today.text(*lines)}}


today.run({"widget/update": update})
