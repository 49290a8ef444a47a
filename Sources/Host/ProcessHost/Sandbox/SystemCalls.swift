import CSeccomp
import Glibc

/// A permission for additional system calls, which only some programs have.
package enum SystemCallGrant: Hashable, Sendable {
    /// To use byte-range file locks (`F_SETLK`), as databases in the folder of a group do.
    case fileLocks
    /// To read the load of the machine (sysinfo(2)).
    case systemStatus
}

/// The system calls that a process in a sandbox may make.
///
/// A name that an architecture does not have, such as `open` on arm64, has no effect there.
enum SystemCalls {
    /// A call that depends on one argument.
    struct Condition {
        var name: String
        /// The error with which the call fails if the comparison holds; `nil` if the call is then allowed.
        var error: Int32?
        /// The comparison of the argument; `nil` if the call depends only on the grants.
        var comparison: scmp_arg_cmp?

        init(_ name: String, error: Int32?) { (self.name, self.error) = (name, error) }

        init(_ name: String, error: Int32? = nil, argument: UInt32, _ operation: scmp_compare, _ value: UInt64) {
            (self.name, self.error) = (name, error)
            comparison = scmp_arg_cmp(arg: argument, op: operation, datum_a: value, datum_b: 0)
        }

        init(_ name: String, error: Int32? = nil, argument: UInt32, masked mask: UInt64, equals value: UInt64) {
            (self.name, self.error) = (name, error)
            comparison = scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
        }
    }

    static let allowed = words(
        """
        # Files
        access close copy_file_range dup dup2 dup3 faccessat faccessat2 fadvise64 fallocate
        fchown fchownat fdatasync fgetxattr flistxattr fstat fstatfs fsync ftruncate getxattr
        lchown chown lgetxattr link linkat listxattr llistxattr lseek lstat newfstatat
        pread64 preadv preadv2 pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv rename renameat
        renameat2 sendfile splice stat statfs statx symlink symlinkat sync_file_range tee truncate umask unlink unlinkat
        utime utimensat utimes futimesat write writev
        # Folders
        chdir fchdir getcwd getdents getdents64 mkdir mkdirat rmdir
        # Waiting
        epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 pipe pipe2 poll ppoll
        pselect6 select signalfd signalfd4 timerfd_create timerfd_gettime timerfd_settime
        # Memory
        brk get_mempolicy madvise membarrier mincore mlock mlock2 mprotect mremap msync munlock munmap
        # Processes
        arch_prctl capget execve execveat exit exit_group fork futex get_robust_list getpgid getpgrp getpid getppid
        getpriority getrlimit getrusage getsid gettid kill landlock_add_rule landlock_create_ruleset
        landlock_restrict_self pidfd_open pidfd_send_signal prlimit64 restart_syscall rseq
        set_robust_list set_tid_address setpgid setpriority setrlimit tgkill tkill vfork wait4 waitid
        # Identity
        getegid geteuid getgid getgroups getresgid getresuid getuid uname getcpu getrandom
        # Scheduling
        sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler
        sched_rr_get_interval sched_setaffinity sched_yield
        # Time
        alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep setitimer time timer_create
        timer_delete timer_getoverrun timer_gettime timer_settime times
        # Signals
        pause rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait
        rt_tgsigqueueinfo sigaltstack
        # Sockets
        accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendmmsg sendmsg
        sendto setsockopt shutdown
        """
    )

    /// The calls that fail with `EPERM`: those that reach other processes, kernel internals or memory that belongs to
    /// no process, and those that change how soon and how long the kernel lets a process run.
    ///
    /// A lock of a whole file needs no write permission (flock(2)), so locks of the machine's files could carry
    /// messages from one app to another.
    ///
    /// A kernel that groups processes by session gives each session a weight (sched(7)), so a new one would get as much
    /// of a busy CPU as the host's.
    static let refused = words(
        """
        add_key keyctl request_key
        bpf perf_event_open userfaultfd io_uring_enter io_uring_register io_uring_setup seccomp syslog
        ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp
        chroot fsconfig fsmount fsopen fspick mount mount_setattr move_mount open_tree pivot_root umount2
        unshare setns open_by_handle_at name_to_handle_at
        delete_module finit_module init_module kexec_file_load kexec_load reboot swapoff swapon acct quotactl
        adjtimex clock_adjtime clock_settime settimeofday sethostname setdomainname ioperm iopl modify_ldt
        memfd_create memfd_secret remap_file_pages vmsplice
        msgctl msgget msgrcv msgsnd semctl semget semop semtimedop shmat shmctl shmdt shmget
        mq_getsetattr mq_notify mq_open mq_timedreceive mq_timedsend mq_unlink
        inotify_add_watch inotify_init inotify_init1 inotify_rm_watch fanotify_init fanotify_mark flock
        fsetxattr lsetxattr setxattr fremovexattr lremovexattr removexattr
        sched_setattr sched_setparam sched_setscheduler setsid
        capset setfsgid setfsuid setgid setgroups setregid setresgid setresuid setreuid setuid
        """
    )

    /// Returns the calls that depend on an argument or a grant; a call for which no condition holds counts as unknown.
    static func conditions(granting grants: Set<SystemCallGrant>) -> [Condition] {
        conditions + cloning + descriptors + modes
            + fileLocks.map { descriptorCommand($0, error: grants.contains(.fileLocks) ? nil : EPERM) }
            + [Condition("sysinfo", error: grants.contains(.systemStatus) ? nil : EPERM)]
    }

    private static let conditions: [Condition] =
        // Shared anonymous memory remains after the end of the process that touched it, and is charged to none.
        [
            Condition("mmap", argument: 3, masked: UInt64(MAP_ANONYMOUS), equals: 0),
            Condition("mmap", argument: 3, masked: 0x0F, equals: UInt64(MAP_PRIVATE)),
            Condition("mmap", error: EPERM, argument: 3, masked: 0x0F | UInt64(MAP_ANONYMOUS), equals: 0x21),
            Condition("mmap", error: EPERM, argument: 3, masked: 0x0F | UInt64(MAP_ANONYMOUS), equals: 0x23),
        ]
        + [
            Condition("socket", argument: 0, SCMP_CMP_EQ, UInt64(AF_UNIX)),
            Condition("socket", error: EAFNOSUPPORT, argument: 0, SCMP_CMP_NE, UInt64(AF_UNIX)),
            Condition("socketpair", argument: 0, SCMP_CMP_EQ, UInt64(AF_UNIX)),
            Condition("personality", argument: 0, SCMP_CMP_EQ, 0),
            Condition("personality", argument: 0, SCMP_CMP_EQ, 0xFFFF_FFFF),
        ]
        // A program can read the size and mode of a terminal, but cannot type into it.
        + [0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451].map { Condition("ioctl", argument: 1, SCMP_CMP_EQ, $0) }
        // The name and the end of a process, and the privileges that it can gain. With its own filter
        // (`PR_SET_SECCOMP`), the launcher refuses programs further filters and rules of Landlock.
        + [1, 2, 3, 4, 15, 16, 21, 22, 23, 29, 30, 36, 37, 38, 39, 0x5356_4D41].map {
            Condition("prctl", argument: 0, SCMP_CMP_EQ, $0)
        }

    /// Conditions for new processes, which may share or copy memory but create no namespace.
    ///
    /// Descriptors are shared by all threads of a process (`CLONE_THREAD`, `CLONE_FILES`) and by no other process,
    /// since the host sees only those of one thread, and only the process that made a lock. `clone3`, whose flags a
    /// filter cannot read, counts as unknown, so that the C library uses `clone`.
    private static let cloning: [Condition] =
        [0, 0x0001_0400].map { Condition("clone", argument: 0, masked: 0x7E03_0400, equals: $0) }
        + [Condition("close_range", argument: 2, masked: 2, equals: 0)]

    /// Conditions for commands on descriptors: their flags, owner and signal, their duplicates, and the size and seals
    /// of the open file.
    ///
    /// Refused are open file description locks (`F_OFD_SETLK`), since the kernel names no process that holds them;
    /// larger pipes (`F_SETPIPE_SZ`), which count against a limit of all processes of the user; and leases and watches
    /// of folders (`F_SETLEASE`, `F_NOTIFY`), which reveal what happens to the machine's files.
    private static let descriptors: [Condition] =
        [0, 1, 2, 3, 4, 8, 9, 10, 11, 15, 16, 1027, 1028, 1030, 1032, 1033, 1034].map { descriptorCommand($0) }
        + [36, 37, 38, 1031, 1024, 1026].map { descriptorCommand($0, error: EPERM) }

    /// Conditions that keep files from getting privileges (`S_ISUID`, `S_ISGID`), which outside of the sandbox would be
    /// those of the host's user.
    ///
    /// The kernel reads the mode of an opening call only if the call may create a file (`O_CREAT`, `O_TMPFILE`).
    /// `openat2`, whose mode a filter cannot read, counts as unknown.
    private static let modes: [Condition] = {
        let calls: [(String, UInt32)] = [
            ("chmod", 1), ("fchmod", 1), ("fchmodat", 2), ("creat", 1), ("mknod", 1), ("mknodat", 2),
        ]
        let opening: [(String, flags: UInt32, mode: UInt32)] = [("open", 1, 2), ("openat", 2, 3)]
        return calls.flatMap { name, mode in
            [0, 0o2000, 0o4000, 0o6000].map {
                Condition(name, error: $0 == 0 ? nil : EPERM, argument: mode, masked: 0o6000, equals: $0)
            }
        }
            + opening.flatMap { name, flags, mode in
                [
                    Condition(name, argument: flags, masked: UInt64(O_CREAT) | 0x40_0000, equals: 0),
                    Condition(name, argument: mode, masked: 0o6000, equals: 0),
                ]
            }
    }()

    /// `F_GETLK`, `F_SETLK` and `F_SETLKW`.
    private static let fileLocks: [UInt64] = [5, 6, 7]

    /// Returns the condition for a command of fcntl(2), of which the kernel reads 32 bits.
    private static func descriptorCommand(_ command: UInt64, error: Int32? = nil) -> Condition {
        Condition("fcntl", error: error, argument: 1, masked: 0xFFFF_FFFF, equals: command)
    }

    /// Returns the words of a table, without its headings.
    private static func words(_ table: String) -> [String] {
        let lines = table.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
        return lines.flatMap { $0.split(separator: " ").map(String.init) }
    }
}
