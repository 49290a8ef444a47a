import Glibc

/// Reads the resource usage of a process and its descendants from `/proc`; in a sandbox no descendant escapes.
struct ProcessTree {
    /// Maximum number of processes that are read, far more than the budget allows.
    static let limit = 1024

    struct Member: Hashable, Sendable {
        /// A permanent identity: a process id may be reused, but not with the same start time.
        struct Key: Hashable, Sendable {
            var pid: Int32
            /// The start time, in clock ticks since the machine was started.
            var start: Int
        }

        var key: Key
        /// Its folder in `/proc`: that of its main thread, or of another thread once the main thread has ended, for
        /// which the kernel then shows neither memory nor descriptors.
        var folder: String
        var ownTime: Duration
        /// The CPU time of ended descendants whose parent waited for them; a multiple of 10 ms on most kernels.
        var awaitedTime: Duration
        /// The resident and swapped memory and ``kernelMemory``, in bytes; shared memory counts in full.
        var memory: Int
        /// Kernel memory for its page tables and mappings, in bytes, none of which is shared.
        var kernelMemory = 0
        /// Peak resident memory so far, in bytes.
        var peakMemory: Int
        /// Estimate of the part of ``peakMemory`` that belongs to no file and is not shared, in bytes: memory that
        /// belongs to files now is assumed to have been there at the peak.
        var peakOwnMemory = 0
    }

    /// Approximate kernel memory for one mapping, in bytes.
    private static let bytesOfAMapping = 256
    private static let ticks = max(sysconf(Int32(_SC_CLK_TCK)), 1)

    let root: Int32

    /// Returns the processes of the tree; `nil` if the root process is gone or waits to be reaped.
    func members() -> [Member]? {
        var members: [Member] = []
        var pending = [root]
        while let pid = pending.popLast(), members.count < Self.limit {
            guard let (member, state) = Self.read(pid), pid != root || state != UInt8(ascii: "Z") else {
                if pid == root { return nil }
                continue
            }
            members.append(member)
            pending += Self.children(of: pid)
        }
        return members
    }

    private static func read(_ pid: Int32) -> (Member, state: UInt8)? {
        guard let bytes = try? SmallFile.read("/proc/\(pid)/stat", limit: 4096),
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        // After the name in parentheses, the state is field 3, the times are 14 to 17, and the start is 22.
        let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 19, let state = fields[0].first else { return nil }
        func number(_ index: Int) -> Int { Int(String(decoding: fields[index], as: UTF8.self)) ?? 0 }
        var member = Member(
            key: Member.Key(pid: pid, start: number(19)),
            folder: folder(of: pid, state),
            ownTime: max(.seconds(1) * (number(11) + number(12)) / ticks, scheduledTime(of: pid)),
            awaitedTime: .seconds(1) * (number(13) + number(14)) / ticks,
            memory: 0,
            peakMemory: 0
        )
        readMemory(into: &member)
        return (member, state)
    }

    private static func folder(of pid: Int32, _ state: UInt8) -> String {
        guard state == UInt8(ascii: "Z"),
            let thread = try? FileTree.names(in: "/proc/\(pid)/task").first(where: { $0 != "\(pid)" })
        else { return "/proc/\(pid)" }
        return "/proc/\(pid)/task/\(thread)"
    }

    /// Returns the CPU time of a process's main thread, or of the thread at a path in `/proc`, with nanosecond
    /// precision; zero if the kernel does not report it.
    private static func scheduledTime(of pid: some CustomStringConvertible) -> Duration {
        let bytes = (try? SmallFile.read("/proc/\(pid)/schedstat", limit: 4096)) ?? []
        let time = bytes.prefix { $0 != UInt8(ascii: " ") }
        return .nanoseconds(Int64(String(decoding: time, as: UTF8.self)) ?? 0)
    }

    /// Returns the CPU time of all threads of processes, without descendants, or zero if the kernel does not report it;
    /// it costs much less than ``members()``, and grows when a process is started.
    static func threadTime(of pids: [Int32]) -> Duration {
        pids.reduce(.zero) { total, pid in
            let threads = (try? FileTree.names(in: "/proc/\(pid)/task")) ?? []
            return threads.reduce(total) { $0 + scheduledTime(of: "\(pid)/task/\($1)") }
        }
    }

    private static func readMemory(into member: inout Member) {
        let lines = SmallFile.lines(of: "\(member.folder)/status")
        if lines.isEmpty { return }
        member.kernelMemory = mappings(of: member.folder) * bytesOfAMapping
        var ofFiles = 0
        defer { member.peakOwnMemory = max(0, member.peakMemory - ofFiles) }
        for line in lines where line.starts(with: Array("Vm".utf8)) || line.starts(with: Array("Rss".utf8)) {
            switch name(of: line) {
            case "VmHWM": member.peakMemory = kibibytes(line)
            case "VmRSS", "VmSwap": member.memory += kibibytes(line)
            case "VmPTE": member.kernelMemory += kibibytes(line)
            case "RssFile", "RssShmem": ofFiles += kibibytes(line)
            default: break
            }
        }
        member.memory += member.kernelMemory
    }

    /// Returns the number of mappings of a process (proc_pid_maps(5)); the kernel's default limit if they are too many
    /// to be counted.
    private static func mappings(of folder: String) -> Int {
        do throws(SmallFile.Failure) {
            return try SmallFile.read("\(folder)/maps", limit: 1 << 20).count { $0 == UInt8(ascii: "\n") }
        } catch {
            return error == .tooLarge ? 65_530 : 0
        }
    }

    /// Returns the proportional set size of a process in bytes, without in-memory file systems and kernel memory; `nil`
    /// if the process is gone; reading it costs much more than the resident memory.
    static func proportionalMemory(of process: Member) -> Int? {
        let lines = SmallFile.lines(of: "\(process.folder)/smaps_rollup")
        let total = lines.reduce(0) { total, line in
            switch name(of: line) {
            case "Pss", "SwapPss": total + kibibytes(line)
            case "Pss_Shmem": total - kibibytes(line)
            default: total
            }
        }
        return lines.isEmpty ? nil : total
    }

    private static func name(of line: ArraySlice<UInt8>) -> String {
        String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }

    private static func kibibytes(_ line: ArraySlice<UInt8>) -> Int {
        let digits = line.drop { $0 != UInt8(ascii: ":") }.filter(BundleNames.isDigit)
        return (Int(String(decoding: digits, as: UTF8.self)) ?? 0) * 1024
    }

    /// Returns the children of a process, which the kernel lists under the thread that created each.
    private static func children(of pid: Int32) -> [Int32] {
        guard let threads = try? FileTree.names(in: "/proc/\(pid)/task") else { return [] }
        return threads.flatMap { thread in
            let bytes = (try? SmallFile.read("/proc/\(pid)/task/\(thread)/children", limit: 1 << 20)) ?? []
            return bytes.split(separator: UInt8(ascii: " ")).compactMap {
                Int32(String(decoding: $0, as: UTF8.self))
            }
        }
    }
}

/// Detects CPU time of ended processes whose parent did not wait for them.
///
/// The kernel adds the CPU time of an ended process to that of its parent when the parent waits for it. If the parent
/// has told the kernel not to keep its children (`SIGCHLD` ignored, or `SA_NOCLDWAIT`), their time is charged to no
/// process. So the time that vanished processes had used when they were last sampled must appear as awaited time of
/// others. The result is a lower bound, since only sampled time is known.
struct UnawaitedTime: Hashable, Sendable {
    /// Maximum rounding error of the awaited time of one process: the sum of two numbers, each rounded down to a tick.
    private static let rounding = Duration.milliseconds(20)

    private var living: [ProcessTree.Member.Key: Duration] = [:]
    private var awaited = Duration.zero
    private var missing = Duration.zero

    /// Records all processes of the tree that live now, and returns the time that is certainly missing so far; zero if
    /// rounding can explain it.
    mutating func record(_ members: [ProcessTree.Member]) -> Duration {
        let now = Dictionary(members.map { ($0.key, $0.ownTime) }) { first, _ in first }
        let vanished = living.reduce(Duration.zero) { now[$1.key] == nil ? $0 + $1.value : $0 }
        let total = members.reduce(Duration.zero) { $0 + $1.awaitedTime }
        // Awaited processes add more time than was sampled; the surplus must not offset later losses.
        missing = max(.zero, missing + vanished - (total - awaited))
        (living, awaited) = (now, total)
        return max(.zero, missing - Self.rounding * members.count)
    }
}
