"""The attacks of Apps/Hostile: the bundles, and what comes of each."""

from __future__ import annotations

from pathlib import Path

from fixture_apps import make_app

GROUP = "group.test.attack"
#: Programs that nobody waits for are counted, or are too many at once on a busy machine.
UNAWAITED = (
    r"did not wait for programs that it started, which used at least \d+ ms of processor time\.|"
    r"ran \d+ processes; its limit is 64\."
)

#: Attacks by hostile_widget.py and hostile_caller.py that get an error, with what the card then says. Of notify 60
#: for each minute are accepted, and the minute may change meanwhile.
REFUSED = {
    "readkey": "EPERM",
    "plantkey": "EPERM",
    "requestkey": "EPERM",
    "memfd": "EPERM",
    "sysv": "EPERM",
    "shared": "EPERM",
    "zero": "EACCES",
    "timers": r"worked (\d?\d|1\d\d|2[0-4]\d|25[0-6]) more$",
    "pipes": "EPERM",
    "terminals": "EACCES",
    "folders": "EPERM",
    "signs": "EPERM",
    "commands": "worked *$",
    "kernel": "worked *$",
    "privileged": "EPERM",
    "network": "Address family not supported by protocol",
    "netlink": "Address family not supported by protocol",
    "vsock": "Address family not supported by protocol",
    "trace": "Operation not permitted",
    "mount": "Operation not permitted",
    "namespace": "Operation not permitted",
    "sessions": "Operation not permitted",
    "slices": "Operation not permitted",
    "passwords": "No such file or directory",
    "program": "Read-only file system",
    "descriptors": "Too many open files",
    "neighbours": "worked$",
    "defaults": "refused: .*group.test.fresh",
    "fetch": "refused: ",
    "address": "refused: ",
    "keychain": "refused: ",
    "notify": r"worked (6\d|[789]\d|1[01]\d|120)$",
    "actions": "refused: 10000 actions of test.actions wait already",
    "values": r"refused: With \d+, group\.test\.attack would have \d+ bytes",
    "terminal": "worked",
}

HIDDEN = r"was ended: it hid descriptors for \d"
FULL = r"was ended: the files of group\.test\.attack take \d+ MiB; their limit is 64 MiB\."

#: Attacks that the host ends or does not show, with what the person reads.
ENDED = {
    "temporary": r"used \d+ MiB of memory; its limit is 64 MiB\.",
    "tables": r"used \d+ MiB of memory; its limit is 64 MiB\.",
    "mappings": r"used \d+ MiB of memory; its limit is 64 MiB\.",
    "headless": r"used \d+ MiB of memory; its limit is 64 MiB\.",
    "locks": r"had \d+ locks of files; its limit is 1000\.",
    "empty": r"made \d+ temporary files; its limit is 10000\.",
    "watches": r"had \d+ sockets and watches of descriptors; its limit is 1024\.",
    "sent-later": HIDDEN,
    "cloaked-later": f"{HIDDEN}|{FULL}",  # Root sees them all the same.
    "growth-later": r"used \d+ MiB of memory; its limit is 64 MiB\.",
    "ignored": UNAWAITED,
    "ignored-later": UNAWAITED,
    "disk": FULL,
    "hidden": FULL,
    "locked-later": FULL,
    "many": r"was ended: there are \d+ files in group\.test\.attack; the limit is 10000\.",
    "deep": r"was ended: folders in group\.test\.attack are nested deeper than 32 levels\.",
    "spin": r"used \d.* of processor time for one request; its limit is 2 s\.",
    "line": "broke the process protocol and was killed: a line is longer than",
    "requests": "broke the process protocol and was killed: |stopped working",
    "garbage": "ended by itself|stopped working",
    "mute": "did not answer initialize within 5 s and was killed",
    "stall": "did not answer widget/update within 20 s and was killed",
    "crash": "ended by itself with status 9|stopped working",
    "depth": "nested deeper than 100",
    "surrogate": "surrogate",
    "inputs": "(?i)input",
}

#: Attacks by hostile_caller.py; the others are those of hostile_widget.py.
CALLS = {
    "network", "netlink", "vsock", "trace", "mount", "namespace", "sessions", "slices", "passwords", "program",
    "descriptors", "neighbours", "defaults", "fetch", "address", "keychain", "notify", "actions", "values",
    "terminal", "spin", "line", "requests", "garbage", "mute", "stall", "crash", "depth", "surrogate", "inputs", "bomb",
}
#: Attacks of `ENDED` by what a process says, or does not say: they cost the machine little.
MALFORMED = ["line", "requests", "garbage", "mute", "stall", "crash", "depth", "surrogate", "inputs"]
#: Attacks whose outcome may depend on what the host's user may look into.
HIDING = {"sent-later", "cloaked-later", "hidden", "locked-later"}
#: Attacks of many calls.
LENGTHY = ["notify", "actions", "values"]
#: Attacks that only cost the host time.
FLOODS = ["costly-later", "greedy-later", "noisy-later", "records-later"]
#: Attacks that six apps make at once, each with all of its share.
CROWDS = ["costly-later", "greedy-later", "spin"]


def make_attack(folder: Path, name: str, group: str = GROUP) -> Path:
    """Makes the bundle of an attack, `test.NAME`; what follows a second hyphen only makes the name another one."""
    program = "hostile_caller" if name.partition("-")[0] in CALLS else "hostile_widget"
    return make_app(folder, name, widget=program, groups=[group], containers=["iCloud.test.attack"])


def make_crowd(folder: Path, name: str) -> list[Path]:
    """Makes six bundles of an attack, each with a group of its own."""
    return [make_attack(folder, f"{name}-{number}", f"{GROUP}.{number}") for number in range(1, 7)]
