"""Speaks Today's process protocol from Python, for the fixture apps; copied into each of their bundles.

A fixture defines functions by method name and calls `run`:

    today_process.run({"widget/update": update, "widget/perform": perform})

A function gets the request's parameters and returns the result, or raises `Failure` with a sentence for the person.
Requests are answered one after another, in the order they come; `call` asks the host meanwhile.
"""

import json
import os
import sys
import threading


class Failure(Exception):
    """Ends a request with an error."""

    def __init__(self, message, code=-32000):
        super().__init__(message)
        self.code = code


class HostError(Exception):
    """The host refused a request."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


#: What `initialize` told: groups, paths and so on.
info = {}

_output = threading.Lock()
_answers = {}
_answered = threading.Condition()
_next = 0


def _send(message):
    with _output:
        sys.stdout.buffer.write(json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n")
        sys.stdout.buffer.flush()


def call(method, **parameters):
    """Asks the host and returns its answer."""
    global _next
    with _answered:
        _next += 1
        identifier = _next
    _send({"id": identifier, "method": method, "params": parameters})
    with _answered:
        _answered.wait_for(lambda: identifier in _answers)
        answer = _answers.pop(identifier)
    if "error" in answer:
        raise HostError(answer["error"])
    return answer["result"]


def log(level, message):
    """Writes to the host's log."""
    _send({"method": "log", "params": {"level": level, "message": message}})


def get(group, key, transaction=None):
    """Reads a key of shared defaults; None if it has no value."""
    return call("defaults/get", group=group, key=key, **_in(transaction)).get("value")


def put(group, key, value, transaction=None):
    """Sets a key of shared defaults."""
    call("defaults/set", group=group, key=key, value=value, **_in(transaction))


def _in(transaction):
    return {} if transaction is None else {"transaction": transaction}


def group_path(index=0):
    """The folder of one of the process's groups."""
    return info["groups"][index]["path"]


def text(*lines, action=None):
    """A card with lines of text, and with an action on all of it."""
    card = {
        "type": "AdaptiveCard",
        "version": "1.5",
        "body": [{"type": "TextBlock", "text": line} for line in lines],
    }
    if action is not None:
        card["selectAction"] = {"type": "Action.Execute", **action}
    return card


def block_on(name):
    """Waits at the pipe `name` in the group's folder, if there is one, and leaves `name.reached` there to say that it does.

    It waits until the test that holds the pipe's other end lets go of it.
    """
    path = os.path.join(group_path(), name)
    try:
        # Opening never waits, even if the test has let go just now; reading does.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except FileNotFoundError:
        return
    os.set_blocking(descriptor, True)
    with open(descriptor, "rb") as pipe:
        open(path + ".reached", "w").close()
        pipe.read()


def note(name, line):
    """Adds a line to a file in the group's folder, outside of any transaction."""
    with open(os.path.join(group_path(), name), "a") as file:
        file.write(line + "\n")


def take(name):
    """Whether the file `name` was in the group's folder; it is gone then, so that this is true once."""
    try:
        os.remove(os.path.join(group_path(), name))
    except FileNotFoundError:
        return False
    return True


def die():
    """Ends the process as a crash would: at once."""
    os._exit(9)


def run(methods, notifications=None):
    """Answers the host until its input ends."""
    inbox = []
    waiting = threading.Condition()

    def read():
        for line in sys.stdin.buffer:
            message = json.loads(line)
            if "method" in message:
                with waiting:
                    inbox.append(message)
                    waiting.notify()
            else:
                with _answered:
                    _answers[message["id"]] = message
                    _answered.notify_all()
        with waiting:
            inbox.append(None)
            waiting.notify()

    threading.Thread(target=read, daemon=True).start()
    while True:
        with waiting:
            waiting.wait_for(lambda: inbox)
            message = inbox.pop(0)
        if message is None:
            return
        if "id" in message:
            _answer(message, methods)
        elif notifications and message["method"] in notifications:
            notifications[message["method"]](message.get("params", {}))


def _answer(message, methods):
    method, parameters = message["method"], message.get("params", {})
    try:
        if method == "initialize":
            info.update(parameters)
            result = {"protocolVersion": parameters["protocolVersion"], "library": "fixture"}
            if method in methods:
                methods[method](parameters)
        elif method == "shutdown" and method not in methods:
            result = {}
        elif method in methods:
            result = methods[method](parameters) or {}
        else:
            raise Failure(f"This fixture has no {method}.", code=-32601)
        _send({"id": message["id"], "result": result})
    except Failure as failure:
        _send({"id": message["id"], "error": {"code": failure.code, "message": str(failure)}})
    except HostError as error:
        _send({"id": message["id"], "error": {"code": -32000, "message": str(error)}})
