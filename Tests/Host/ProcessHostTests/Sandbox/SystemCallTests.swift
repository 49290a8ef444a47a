import Foundation
import ProcessHost
import Testing
import TodayProtocol

/// The system calls of a sandboxed process, made from inside.
@Suite(.timeLimit(.minutes(10))) struct SystemCallTests {
    /// Makes a call by number or a function of C, and gives the name of its error.
    private func outcome(_ call: String) -> String {
        """
        import ctypes, errno, fcntl, os, socket
        libc = ctypes.CDLL(None, use_errno=True)
        is_intel = os.uname().machine == "x86_64"
        def call(intel, arm, *arguments):
            return libc.syscall(intel if is_intel else arm, *arguments)
        def attempt():
            try:
                value = \(call)
            except OSError as error:
                return errno.errorcode[error.errno]
            if isinstance(value, int) and value < 0: return errno.errorcode[ctypes.get_errno()]
            return "done"
        result = attempt()
        """
    }

    @Test(arguments: [
        ("keys", "call(250, 219, 0, -3, 0)"), ("keys", "call(248, 217, b'user', b'a', b'b', 1, -3)"),
        ("keys", "call(249, 218, b'user', b'a', None, -3)"), ("programs in the kernel", "call(321, 280, 0, None, 0)"),
        ("io_uring", "call(425, 425, 1, None)"), ("userfaultfd", "call(323, 282, 0)"),
        ("counters", "call(298, 241, None, 0, -1, -1, 0)"), ("tracing", "libc.ptrace(0, 0, None, None)"),
        ("another's memory", "call(310, 270, 1, None, 0, None, 0, 0)"),
        ("another's descriptors", "call(438, 438, 3, 0, 0)"),
        ("mounts", "libc.mount(b'a', b'/tmp', b'tmpfs', 0, None)"),
        ("mounts", "call(428, 428, -1, b'/', 0)"), ("mounts", "call(430, 430, b'tmpfs', 0)"),
        ("namespaces", "libc.unshare(0x10000000)"), ("namespaces", "libc.setns(0, 0)"),
        ("another root", "os.chroot('/tmp')"), ("file handles", "call(304, 265, 0, None, 0)"),
        ("modules", "call(313, 273, 0, b'', 0)"), ("another kernel", "call(246, 104, 0, 0, None, 0)"),
        ("memory without a process", "os.memfd_create('a')"),
        ("memory without a process", "libc.shmget(0, 4096, 0o1600)"),
        ("watches, of which the person has few", "libc.inotify_init1(0)"),
        ("the kernel's log", "libc.klogctl(3, None, 0)"),
        ("a session with a share of the processor of its own", "os.setsid()"),
        ("shorter time slices", "call(314, 274, 0, None, 0)"),
        ("another scheduler", "os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))"),
        ("another scheduler", "os.sched_setparam(0, os.sched_param(0))"),
        ("extended attributes", "os.setxattr('/tmp', 'user.a', b'b')"),
        ("locks that are counted for nobody", "fcntl.lockf(open('/usr/bin/env'), fcntl.LOCK_SH)"),
        ("locks that are counted for nobody", "fcntl.fcntl(open('/usr/bin/env'), 5, bytes(32))"),
        ("locks of no process", "fcntl.fcntl(open('/usr/bin/env'), 37, bytes(32))"),
        ("large pipes", "fcntl.fcntl(os.pipe()[0], 1031, 1 << 20)"),
        ("locks of the machine's files", "fcntl.flock(open('/usr/bin/env'), fcntl.LOCK_SH)"),
        ("watches of the machine's folders", "fcntl.fcntl(os.open('/usr/bin', 0), 1026, 1)"),
        ("how busy the machine is", "libc.sysinfo(ctypes.create_string_buffer(256))"),
        ("leases", "fcntl.fcntl(open('/tmp/a', 'w'), 1024, 1)"),
        ("privileges of files", "os.chmod('/tmp', 0o4755)"), ("privileges of files", "os.chmod('/tmp', 0o2755)"),
        ("privileges of files", "os.fchmod(os.open('/tmp', 0), 0o6755)"),
        ("privileges of files", "os.mknod('/tmp/a', 0o104755)"),
    ])
    func aRefusedCallFails(_ what: String, _ call: String) async throws {
        try await expect(call, "EPERM")
    }

    @Test(arguments: [
        ("namespaces", "call(56, 220, 0x10000000 | 17, None, None, None, None)", "ENOSYS"),
        ("descriptors that one thread hides", "call(436, 436, 1000, 1001, 2)", "ENOSYS"),
        ("descriptors that one thread hides", "call(56, 220, 0x10900, None, None, None, None)", "ENOSYS"),
        ("descriptors of two processes", "call(56, 220, 0x400 | 17, None, None, None, None)", "ENOSYS"),
        ("privileges of files", "os.open('/tmp/a', os.O_CREAT | os.O_WRONLY, 0o4755)", "ENOSYS"),
        ("privileges of files", "os.open('/tmp', os.O_TMPFILE | os.O_WRONLY, 0o4755)", "ENOSYS"),
        ("privileges of files", "call(437, 437, -100, b'/tmp/a', None, 0)", "ENOSYS"),
        ("namespaces", "call(435, 435, None, 0)", "ENOSYS"), ("calls of later kernels", "call(999, 999)", "ENOSYS"),
        ("typing into a terminal", "__import__('fcntl').ioctl(0, 0x5412, b'x')", "ENOSYS"),
        ("pasting into a terminal", "__import__('fcntl').ioctl(0, 0x541C, b'x')", "ENOSYS"),
        ("another's kind of memory", "libc.personality(0x0400000)", "ENOSYS"),
        ("memory that outlives its process", "__import__('mmap').mmap(-1, 4096)", "EPERM"),
        ("netlink", "socket.socket(16, socket.SOCK_RAW)", "EAFNOSUPPORT"),
        ("packets", "socket.socket(17, socket.SOCK_RAW)", "EAFNOSUPPORT"),
        ("the kernel's ciphers", "socket.socket(38, socket.SOCK_SEQPACKET)", "EAFNOSUPPORT"),
        ("the machine under this one", "socket.socket(40, socket.SOCK_STREAM)", "EAFNOSUPPORT"),
        (
            "a family that only looks like an allowed one", "call(41, 198, ctypes.c_ulong(1 << 32 | 1), 1, 0)",
            "EAFNOSUPPORT"
        ),
    ])
    func aCallDependsOnItsArguments(_ what: String, _ call: String, _ error: String) async throws {
        try await expect(call, error)
    }

    @Test(arguments: [
        ("sockets within the sandbox", "socket.socketpair()"),
        ("children", "os.waitpid(os.posix_spawn('/bin/true', ['true'], {}), 0)"),
        ("threads", "__import__('threading').Thread(target=print).start()"),
        ("memory", "__import__('mmap').mmap(-1, 4096, flags=0x22)"),
        ("the flags of descriptors", "fcntl.fcntl(0, fcntl.F_GETFD) | fcntl.fcntl(0, fcntl.F_GETFL)"),
        ("copies of descriptors", "fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 100)"),
        ("closing descriptors", "call(436, 436, 1000, 1001, 0)"),
        ("files", "os.open('/tmp/a', os.O_CREAT | os.O_WRONLY, 0o1755)"),
        ("modes of files", "os.chmod('/tmp', 0o1700)"),
        (
            "opening a file with any mode if none is made",
            "call(257, 56, -100, b'/tmp', 0, ctypes.c_ulong(0xFFFF_FFFF))"
        ),
        ("asking for the terminal", "os.isatty(0)"), ("naming itself", "libc.prctl(15, b'widget')"),
    ])
    func whatProgramsNeedWorks(_ what: String, _ call: String) async throws {
        try await expect(call, "done")
    }

    @Test(.enabled(if: SandboxFeatures.kernelHasLandlock)) func aProgramMakesNoRulesOfItsOwn() async throws {
        try await expect("call(444, 444, None, 0, 1)", "EPERM")
        try await expect("libc.prctl(22, 2, None)", "EPERM")
    }

    /// The numbers of i386 mean other calls: `int 0x80` with number 20 is `getpid` there and `writev` here.
    @Test(.enabled(if: isIntel)) func aCallOfAnotherArchitectureEndsTheProcess() async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("foreign", in: fixture.folder)
            let code = """
                import ctypes, mmap
                code = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
                code.write(bytes([0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3]))
                address = ctypes.addressof(ctypes.c_char.from_buffer(code))
                result = ctypes.CFUNCTYPE(ctypes.c_int)(address)()
                """
            #expect(await fixture.failure(code, in: program)?.code == .crashed)
        }
    }

    private func expect(_ call: String, _ result: String) async throws {
        try await PoolFixture.with { fixture in
            let program = try PythonProgram.write("caller", in: fixture.folder)
            #expect(try await fixture.run(outcome(call), in: program) == "\"\(result)\"")
        }
    }

    #if arch(x86_64)
        private static let isIntel = true
    #else
        private static let isIntel = false
    #endif
}
