#!/usr/bin/python3
"""Attacks the machine in the way that its bundle's identifier names, and shows what happened: `worked` or the error.

The widget `test.ATTACK.widget` tries ATTACK, a function below. `test.ATTACK-later.widget` answers first, and tries it when
nothing is asked; `test.ATTACK-late.widget` is still for so long that nobody looks at it often, and
`test.ATTACK-soon.widget` for less.
"""

import ctypes
import errno
import fcntl
import itertools
import json
import mmap
import os
import select
import shutil
import signal
import socket
import sys
import threading
import time
import types

import today_process as today

#: What an attack on memory tries to get.
SIZE = 64 << 20
#: How long an attack that is late waits, in seconds.
STILL = {"late": 12, "soon": 4.2}
SESSION_KEYRING = -3
KEYCTL_SEARCH, KEYCTL_READ, KEYCTL_REVOKE = 10, 11, 3
ADD_KEY, REQUEST_KEY, KEYCTL = (248, 249, 250) if os.uname().machine == "x86_64" else (217, 218, 219)
EXIT, TIMER_CREATE = (60, 222) if os.uname().machine == "x86_64" else (93, 107)

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


def temporary():
    """Fills the temporary folders with files that are deleted at once."""
    for folder in ("/tmp", "/dev/shm"):
        for number in range(6):
            file = open(os.path.join(folder, str(number)), "wb", buffering=0)
            os.unlink(file.name)
            opened.append(file)
            try:
                file.write(bytes(10 << 20))
            except OSError:
                break  # The folder is full.
    wait()


def empty():
    """Makes files without contents, which are only the kernel's memory."""
    for number in range(100_000):
        os.close(os.open(f"/tmp/{number}", os.O_CREAT))
    wait()


def tables():
    """Has children map memory that none of them has, for which the kernel has tables."""
    memory = mmap.mmap(-1, 3 << 29, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
    for _ in range(40):
        if os.fork() == 0:
            for place in range(0, len(memory), 2 << 20):
                memory[place]
            wait()
    wait()


def mappings():
    """Has children map memory in many parts, for which the kernel has structures."""
    libc.mmap.restype = ctypes.c_void_p
    memory = libc.mmap(None, ctypes.c_size_t(1 << 28), 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, ctypes.c_long(0))
    for place in range(0, 1 << 28, 1 << 13):
        if libc.mprotect(ctypes.c_void_p(memory + place), ctypes.c_size_t(1 << 12), mmap.PROT_READ) < 0:
            break  # The kernel allows no more.
    for _ in range(8):
        if os.fork() == 0:
            wait()
    wait()


def headless():
    """Takes memory when its first thread has ended, with which the kernel tells what a process has."""
    def take():
        opened.append(bytearray(b"x") * (100 << 20))
        wait()

    threading.Thread(target=take).start()
    system_call(EXIT, 0)


def locks():
    """Locks so many parts of a file that the kernel needs much memory for them."""
    file = open(f"{group()}/parts", "wb")
    opened.append(file)
    for number in range(10_000):
        fcntl.lockf(file, fcntl.LOCK_EX, 1, 2 * number)
    wait()


def timers():
    """Makes as many timers as the kernel lets it, of which all processes of the person have a number."""
    identifier = ctypes.c_int()
    for number in itertools.count():
        try:
            system_call(TIMER_CREATE, 1, None, ctypes.byref(identifier))
        except OSError:
            return f"{number} more"


def pipes():
    """Makes a pipe larger, for which all processes of the person have a number of bytes."""
    fcntl.fcntl(os.pipe()[1], fcntl.F_SETPIPE_SZ, 1 << 20)


def terminals():
    """Makes a terminal, of which the machine has a number."""
    opened.append(os.open("/dev/ptmx", os.O_RDWR))


def folders():
    """Watches a folder of the machine, to learn which programs are started."""
    fcntl.fcntl(os.open("/usr/bin", os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)


def signs():
    """Locks a file of the machine, so that another app learns of it."""
    fcntl.flock(os.open("/usr/bin/env", os.O_RDONLY), fcntl.LOCK_EX)


def commands():
    """Reads where the host keeps its state, and so what the person is called."""
    command = open("/proc/1/cmdline").read().split("\0")
    return command if "--bind" in command or "--ro-bind" in command else None


def kernel():
    """Reads what the machine tells only root."""
    names = []
    for name in os.listdir("/proc"):
        path = f"/proc/{name}"
        if name.isdigit() or os.lstat(path).st_mode & 0o004:
            continue
        try:
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
            names.append(name)
        except OSError:
            pass
    return " ".join(names)


def privileged():
    """Leaves a program that runs as the host's user, whoever starts it."""
    program = f"{group()}/program"
    os.close(os.open(program, os.O_WRONLY | os.O_CREAT, 0o700))
    os.chmod(program, 0o4755)


def growth():
    """Takes memory step by step."""
    for _ in range(1000):
        opened.append(bytearray(b"x") * (4 << 20))
        time.sleep(0.05)


def burst():
    """Takes much memory for a moment, and answers as if nothing had happened."""
    bytearray(b"x") * (105 << 20)


def twofold():
    """Exceeds one limit, and when it runs again another one."""
    again = f"{group()}/again"
    if os.path.exists(again):
        empty()
    open(again, "w").close()
    temporary()


def ignored():
    """Has children work that nobody waits for, since the kernel is told to keep none."""
    while True:
        if os.fork() == 0:
            end = time.process_time() + 0.03
            while time.process_time() < end:
                pass
            os._exit(0)
        time.sleep(0.02)


def disk():
    """Fills the folder of its group."""
    for number in range(200):
        with open(f"{group()}/{number}", "wb") as file:
            file.write(bytes(8 << 20))
        time.sleep(0.02)
    wait()


def hidden():
    """The same with files that are deleted at once."""
    for number in range(200):
        file = open(f"{group()}/{number}", "wb", buffering=0)
        os.unlink(file.name)
        opened.append(file)
        file.write(bytes(8 << 20))
        time.sleep(0.02)
    wait()


def cloaked():
    """The same in a process that the kernel shows nobody: its program cannot be read, only run."""
    program = "/tmp/cloaked"
    shutil.copy(sys.executable, program)
    os.chmod(program, 0o100)
    fill = """if True:
        import os, sys, time
        opened = []
        for number in range(200):
            opened.append(open(f"{sys.argv[1]}/{number}", "wb", buffering=0))
            os.unlink(opened[-1].name)
            opened[-1].write(bytes(8 << 20))
            time.sleep(0.1)
    """
    while True:
        os.spawnv(os.P_WAIT, program, [program, "-c", fill, group()])


def locked():
    """The same in a folder that its owner may not read."""
    folder = os.open(group(), os.O_RDONLY)
    os.mkdir("locked", dir_fd=folder)
    inside = os.open("locked", os.O_RDONLY, dir_fd=folder)
    os.chmod("locked", 0o300, dir_fd=folder)
    for number in range(200):
        file = os.open(str(number), os.O_WRONLY | os.O_CREAT, 0o600, dir_fd=inside)
        os.write(file, bytes(8 << 20))
        os.close(file)
        os.chmod("locked", 0o300, dir_fd=folder)
        time.sleep(0.02)


def sealed():
    """Locks the folder of its group, and one in it, against their owner."""
    os.mkdir(f"{group()}/inside")
    os.close(os.open(f"{group()}/inside/file", os.O_WRONLY | os.O_CREAT, 0o600))
    os.chmod(f"{group()}/inside", 0)
    os.chmod(group(), 0o500)


def many():
    """Makes more files than a group may have, which take no space, and no more processor time than a request may take."""
    # A run before this one may have been ended for another reason, and its files are still there.
    run = time.time_ns()
    for number in range(10_500):
        os.close(os.open(f"{group()}/{run}-{number}", os.O_WRONLY | os.O_CREAT, 0o600))
    wait()


def deep():
    """Hides what it writes below more folders than anyone looks through."""
    # A run before this one may have been ended for another reason.
    run = f"{group()}/{time.time_ns()}"
    os.mkdir(run)
    os.chdir(run)
    for _ in range(100):
        os.mkdir("x")
        os.chdir("x")
    wait()


def watches():
    """Watches so many descriptors that the kernel lets no other process of the person watch one more."""
    numbers = [os.dup(0) for _ in range(100)]
    opened.extend(watching(numbers) for _ in range(100))
    wait()


def sent():
    """The same where nobody sees it: what watches them waits in a socket."""
    numbers = [os.dup(0) for _ in range(10)]
    pair = socket.socketpair()
    opened.append(pair)
    for _ in range(100):
        with watching(numbers) as watcher:
            socket.send_fds(pair[0], [b"x"], [watcher.fileno()])
    wait()


def watching(numbers):
    """An instance of epoll that watches descriptors."""
    watcher = select.epoll()
    for number in numbers:
        watcher.register(number, select.EPOLLIN)
    return watcher


def costly():
    """Sends for eight seconds what costs the host much more to read than it costs to send."""
    elements = ",".join(["{}"] * 33_000)
    line = '{"jsonrpc":"2.0","method":"log","params":{"level":"info","message":[%s]}}\n' % elements
    flood(send, line.encode())


def noisy():
    """Writes for eight seconds to standard error, as fast as the host reads."""
    flood(complain)


def greedy():
    """Asks for eight seconds, eight times at once, for what costs the host much to answer."""
    name = today.info["groups"][0]["id"]
    today.put(name, "much", [""] * 80_000)
    turns = threading.Semaphore(8)

    def receive(_line):
        turns.release()
        return {"id": 0}

    # Reading the answers must not cost the widget its own processor time.
    today.json = types.SimpleNamespace(dumps=json.dumps, loads=receive)
    request = {"jsonrpc": "2.0", "method": "defaults/get", "params": {"group": name, "key": "much"}}
    flood(ask, request, turns)


def records():
    """Has the host keep records for eight seconds, as many as it takes."""
    flood(save)


def flood(act, *arguments):
    """Has another thread act for eight seconds, and leaves files in the group's folder when they begin and are over."""
    time.sleep(1)  # The answer that began this goes out first.
    threading.Thread(target=act, args=arguments, daemon=True).start()
    open(f"{group()}/begun", "w").close()
    time.sleep(8)
    open(f"{group()}/done", "w").close()


def ask(request, turns):
    """Sends a request again and again, as soon as there is a turn."""
    for number in itertools.count(1_000):
        turns.acquire()
        sys.stdout.buffer.write(json.dumps({"id": number, **request}).encode() + b"\n")
        sys.stdout.buffer.flush()


def complain():
    """Writes lines to standard error without end."""
    while True:
        os.write(2, b"There is much to say.\n" * 1000)


def save():
    """Saves records without end."""
    for batch in itertools.count():
        new = [{"name": f"{batch}-{number}", "type": "Note", "fields": {"text": "x"}} for number in range(200)]
        try:
            today.call("records/save", container="iCloud.test.attack", records=new, policy="allKeys")
        except today.HostError:
            pass  # More than may wait for the cloud.


def send(line):
    """Sends a line as fast as the host reads."""
    while True:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


def group():
    """The folder of its group."""
    return today.info["groups"][0]["path"]


def wait():
    """Holds what the attack has got until the process is ended."""
    while True:
        time.sleep(60)


#: What stays until the process ends.
opened = []


def update(parameters):
    attack, _, later = today.info["id"].split(".")[1].partition("-")
    if attack == "ignored":
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # Only the first thread can.
    if later:
        timer = threading.Timer(STILL.get(later, 0), globals()[attack])
        timer.daemon = True
        timer.start()
        return {"content": {"compact": today.text("begun")}}
    try:
        result = f"worked {globals()[attack]() or ''}"
    except OSError as error:
        result = errno.errorcode.get(error.errno, str(error))
    return {"content": {"compact": today.text(result)}}


today.run({"widget/update": update})
