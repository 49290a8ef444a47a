import Glibc

/// Reads from `/proc` what a process and its descendants use.
///
/// In a sandbox no descendant escapes: a process that loses its parent becomes a child of the sandbox's first process.
struct ProcessTree {
    /// How many processes are read; the budget forbids far fewer.
    static let limit = 1024

    private static let ticks = max(sysconf(Int32(_SC_CLK_TCK)), 1)
    private static let pageBytes = sysconf(Int32(_SC_PAGESIZE))

    /// The process at the top.
    let root: Int32

    /// What the tree uses now; `nil` if the process at the top is gone or waits to be reaped.
    func usage() -> ProcessUsage? {
        var usage = ProcessUsage(cpu: .zero, memory: 0, peakMemory: 0, processes: 0)
        var pending = [root]
        while let pid = pending.popLast(), usage.processes < Self.limit {
            guard let process = Self.read(pid), pid != root || process.state != UInt8(ascii: "Z") else {
                if pid == root { return nil }
                continue
            }
            usage.processes += 1
            usage.cpu += process.cpu
            usage.memory += process.memory
            usage.peakMemory = max(usage.peakMemory, Self.peakMemory(of: pid))
            pending += Self.children(of: pid)
        }
        return usage
    }

    private static func read(_ pid: Int32) -> (state: UInt8, cpu: Duration, memory: Int)? {
        guard let bytes = try? SmallFile.read("/proc/\(pid)/stat", limit: 4096),
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        // After the name in parentheses: the state is field 3, the times are 14 to 17, the resident pages are 24.
        let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 21, let state = fields[0].first else { return nil }
        func number(_ index: Int) -> Int { Int(String(decoding: fields[index], as: UTF8.self)) ?? 0 }
        let cpu = (11...14).reduce(0) { $0 + number($1) }
        return (state, .seconds(1) * cpu / ticks, number(21) * pageBytes)
    }

    private static func peakMemory(of pid: Int32) -> Int {
        guard let bytes = try? SmallFile.read("/proc/\(pid)/status", limit: 64 * 1024) else { return 0 }
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: Array("VmHWM:".utf8)) {
            let digits = line.filter(BundleNames.isDigit)
            return (Int(String(decoding: digits, as: UTF8.self)) ?? 0) * 1024
        }
        return 0
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

/// What a process and all its descendants use at one moment.
package struct ProcessUsage: Hashable, Sendable {
    /// The CPU time since the process was started, with that of descendants that have ended and were waited for.
    package var cpu: Duration
    /// The resident memory of all together in bytes; shared pages count for each.
    package var memory: Int
    /// The greatest resident memory that one of them has had so far, in bytes.
    package var peakMemory: Int
    /// How many processes they are.
    package var processes: Int
}
