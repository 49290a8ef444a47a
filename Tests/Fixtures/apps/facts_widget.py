#!/usr/bin/python3
"""Shows what the system tells of the machine, a line each: `NAME: RESULT`."""

import ctypes
import errno
import struct

import today_process as today

libc = ctypes.CDLL(None, use_errno=True)


def first_line(path):
    with open(path) as file:
        return file.readline().strip()


def memory():
    """The size of the machine's memory in kibibytes, by sysinfo(2)."""
    information = ctypes.create_string_buffer(256)
    if libc.sysinfo(information) < 0:
        raise OSError(ctypes.get_errno(), "")
    [size], [unit] = struct.unpack_from("L", information, 32), struct.unpack_from("I", information, 104)
    return f"{size * unit // 1024} kB"


def attempt(action, *arguments):
    try:
        return action(*arguments)
    except OSError as error:
        return errno.errorcode[error.errno]


def update(parameters):
    names = ("loadavg", "meminfo", "stat", "uptime", "vmstat", "pressure/memory")
    lines = [f"{name}: {attempt(first_line, f'/proc/{name}')}" for name in names]
    lines.append(f"sysinfo: {attempt(memory)}")
    return {"content": {"compact": today.text(*lines)}}


today.run({"widget/update": update})
