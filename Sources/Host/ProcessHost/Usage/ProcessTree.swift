import Glibc

/// Reads from `/proc` what a process and its descendants use.
///
/// In a sandbox no descendant escapes: a process that loses its parent becomes a child of the sandbox's first process.
struct ProcessTree {
    /// How many processes are read; the budget forbids far fewer.
    static let limit = 1024

    /// One process of the tree.
    struct Member: Hashable, Sendable {
        /// Names it for good: a process id is used again, but not with the same start.
        struct Key: Hashable, Sendable {
            var pid: Int32
            /// In clock ticks since the machine was started.
            var start: Int
        }

        var key: Key
        /// The folder in `/proc` that tells what it has: of its first thread, or of another one once that has ended, in whose
        /// name the kernel then shows neither memory nor descriptors.
        var folder: String
        /// The CPU time that it used itself.
        var ownTime: Duration
        /// The CPU time of descendants that have ended and were awaited; a multiple of 10 ms on most kernels.
        var awaitedTime: Duration
        /// The resident and swapped memory and ``kernelMemory`` in bytes; what it shares counts in full.
        var memory: Int
        /// What the kernel needs for its page tables and mappings, in bytes; it shares none of them.
        var kernelMemory = 0
        /// The greatest resident memory so far, in bytes.
        var peakMemory: Int
        /// The part of ``peakMemory`` that belongs to no file and is shared with no other program, as far as it is known: what
        /// belongs to files now is assumed to have been there then.
        var peakOwnMemory = 0
    }

    /// The memory that the kernel needs for one mapping, in bytes, about.
    private static let bytesOfAMapping = 256
    private static let ticks = max(sysconf(Int32(_SC_CLK_TCK)), 1)

    /// The process at the top.
    let root: Int32

    /// The processes of the tree; `nil` if the one at the top is gone or waits to be reaped.
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
        // After the name in parentheses: the state is field 3, the times are 14 to 17, the start is 22.
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

    /// The CPU time of a process's first thread, to the nanosecond; zero if the kernel does not tell.
    private static func scheduledTime(of pid: some CustomStringConvertible) -> Duration {
        let bytes = (try? SmallFile.read("/proc/\(pid)/schedstat", limit: 4096)) ?? []
        let time = bytes.prefix { $0 != UInt8(ascii: " ") }
        return .nanoseconds(Int64(String(decoding: time, as: UTF8.self)) ?? 0)
    }

    /// The CPU time of all threads of processes, of which descendants are no part; zero if the kernel does not tell.
    ///
    /// Reading it costs much less than reading ``members()``. A process that starts another one uses some.
    static func threadTime(of pids: [Int32]) -> Duration {
        pids.reduce(.zero) { total, pid in
            let threads = (try? FileTree.names(in: "/proc/\(pid)/task")) ?? []
            return threads.reduce(total) { $0 + scheduledTime(of: "\(pid)/task/\($1)") }
        }
    }

    private static func readMemory(into member: inout Member) {
        guard let bytes = try? SmallFile.read("\(member.folder)/status", limit: 64 * 1024) else { return }
        member.kernelMemory = mappings(of: member.folder) * bytesOfAMapping
        var ofFiles = 0
        defer { member.peakOwnMemory = max(0, member.peakMemory - ofFiles) }
        for line in bytes.split(separator: UInt8(ascii: "\n"))
        where line.starts(with: Array("Vm".utf8)) || line.starts(with: Array("Rss".utf8)) {
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            lazy var size = kibibytes(line)
            switch String(decoding: name, as: UTF8.self) {
            case "VmHWM": member.peakMemory = size
            case "VmRSS", "VmSwap": member.memory += size
            case "VmPTE": member.kernelMemory += size
            case "RssFile", "RssShmem": ofFiles += size
            default: break
            }
        }
        member.memory += member.kernelMemory
    }

    /// How many mappings a process has (proc_pid_maps(5)); as many as the kernel allows unless told otherwise if they are too
    /// many to be counted.
    private static func mappings(of folder: String) -> Int {
        do throws(SmallFile.Failure) {
            return try SmallFile.read("\(folder)/maps", limit: 1 << 20).count { $0 == UInt8(ascii: "\n") }
        } catch {
            return error == .tooLarge ? 65_530 : 0
        }
    }

    /// The proportional memory of a process: what it shares with others counts in part, and what belongs to a file system
    /// in memory does not count; what the kernel needs does not either.
    ///
    /// Reading it costs much more than the resident memory.
    ///
    /// - Returns: Bytes; `nil` if the process is gone.
    static func proportionalMemory(of process: Member) -> Int? {
        guard let bytes = try? SmallFile.read("\(process.folder)/smaps_rollup", limit: 64 * 1024) else { return nil }
        var total = 0
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            switch String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self) {
            case "Pss", "SwapPss": total += kibibytes(line)
            case "Pss_Shmem": total -= kibibytes(line)
            default: break
            }
        }
        return total
    }

    private static func kibibytes(_ line: ArraySlice<UInt8>) -> Int {
        let digits = line.drop { $0 != UInt8(ascii: ":") }.filter(BundleNames.isDigit)
        return (Int(String(decoding: digits, as: UTF8.self)) ?? 0) * 1024
    }

    /// The kernel lists a child with the thread that made it.
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
