#!/usr/bin/python3
"""Attacks the machine in the way that its bundle's identifier names, and shows what happened: `worked` or the error.

The widget `test.ATTACK.widget` tries ATTACK, a function below.
"""

import ctypes
import errno
import mmap
import os

import today_process as today

#: What an attack on memory tries to get.
SIZE = 64 << 20
SESSION_KEYRING = -3
KEYCTL_SEARCH, KEYCTL_READ, KEYCTL_REVOKE = 10, 11, 3
ADD_KEY, REQUEST_KEY, KEYCTL = (248, 249, 250) if os.uname().machine == "x86_64" else (217, 218, 219)

libc = ctypes.CDLL(None, use_errno=True)


def checked(result):
    """The result of a function of C; raises its error."""
    if result < 0:
        raise OSError(ctypes.get_errno(), "")
    return result


def system_call(number, *arguments):
    return checked(libc.syscall(number, *arguments))


def readkey():
    """Reads a key of the person."""
    key = system_call(KEYCTL, KEYCTL_SEARCH, SESSION_KEYRING, b"user", b"today-test", 0)
    buffer = ctypes.create_string_buffer(64)
    return buffer.raw[: system_call(KEYCTL, KEYCTL_READ, key, buffer, len(buffer))].decode()


def plantkey():
    """Leaves a message for another app's process."""
    system_call(ADD_KEY, b"user", b"today-planted", b"hello", 5, SESSION_KEYRING)


def requestkey():
    """Makes the kernel look for a key, which may start a program of the machine."""
    system_call(REQUEST_KEY, b"user", b"today-test", None, SESSION_KEYRING)


def memfd():
    """Fills a file in memory that is counted for no process."""
    os.posix_fallocate(os.memfd_create("attack"), 0, SIZE)


def sysv():
    """Fills shared memory of System V and lets go of it."""
    identifier = checked(libc.shmget(0, ctypes.c_size_t(SIZE), 0o1600))
    libc.shmat.restype = ctypes.c_void_p
    place = libc.shmat(identifier, None, 0)
    ctypes.memset(place, 1, SIZE)
    libc.shmdt(ctypes.c_void_p(place))


def shared():
    """Has a child fill memory that it shares, and end."""
    memory = mmap.mmap(-1, SIZE)
    if os.fork() == 0:
        memory.write(b"x" * SIZE)
        os._exit(0)
    os.wait()


def zero():
    """The same with the device of zeros."""
    with open("/dev/zero", "r+b") as device:
        mmap.mmap(device.fileno(), SIZE)


def update(parameters):
    attack = today.info["id"].split(".")[1]
    try:
        result = f"worked {globals()[attack]() or ''}"
    except OSError as error:
        result = errno.errorcode.get(error.errno, str(error))
    return {"content": {"compact": today.text(result)}}


today.run({"widget/update": update})
