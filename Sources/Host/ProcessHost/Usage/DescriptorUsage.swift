import AsyncPrimitives
import Glibc
import Synchronization

/// The kernel resources that processes hold through their descriptors, which do not count as their memory.
///
/// All processes of a user together may watch a limited number of descriptors (epoll(7), `max_user_watches`). Once it
/// is used up, the host can accept no connection. The memory of a file lock is charged to no process.
struct DescriptorUsage: Hashable, Sendable {
    /// Number of sockets, epoll instances and descriptors watched by these.
    private(set) var watches = 0
    /// `true` if some descriptors are hidden: they were sent over a socket but not received yet (unix(7),
    /// `SCM_RIGHTS`), or belong to a process with unreadable `/proc/PID/fd`, since its program cannot be read
    /// (`PR_SET_DUMPABLE(2const)`).
    private(set) var isIncomplete = false

    /// Counts the descriptors of processes, whose folders in `/proc` are given, up to a limit of watches.
    init(of processes: [String], limit: Int) {
        for process in processes {
            if access("\(process)/fd", R_OK) != 0, errno == EACCES { isIncomplete = true }
            for name in (try? FileTree.names(in: "\(process)/fd")) ?? [] {
                let target = Self.target(of: "\(process)/fd/\(name)")
                let isSocket = target.starts(with: Array("socket:".utf8))
                guard isSocket || target.starts(with: Array("anon_inode:[eventpoll]".utf8)) else { continue }
                watches += 1
                do {
                    // The line of a watched descriptor has less than 128 bytes.
                    add(try SmallFile.read("\(process)/fdinfo/\(name)", limit: max(4096, limit * 128)), isSocket)
                } catch SmallFile.Failure.tooLarge {
                    watches += limit
                } catch {}  // It was closed meanwhile.
                if watches > limit { return }
            }
        }
    }

    private mutating func add(_ information: [UInt8], _ isSocket: Bool) {
        for line in information.split(separator: UInt8(ascii: "\n")) {
            if !isSocket, line.starts(with: Array("tfd:".utf8)) { watches += 1 }
            guard isSocket, line.starts(with: Array("scm_fds:".utf8)) else { continue }
            if line.filter(BundleNames.isDigit) != [UInt8(ascii: "0")] { isIncomplete = true }
        }
    }

    /// Returns the first bytes of the target of a descriptor's link.
    private static func target(of path: String) -> [UInt8] {
        var bytes = [CChar](repeating: 0, count: 32)
        let count = readlink(path, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    }
}

/// Counts the byte-range file locks of processes (proc_locks(5)).
///
/// The system lists the locks of all processes together, so one reading is cached for all programs that are sampled at
/// about the same time. Otherwise the time for it would grow with both the number of programs and that of their locks.
final class LockCounts: Sendable {
    /// Lifetime of a cached reading, which is less than the time between two samples of a program.
    static let age = Duration.milliseconds(50)

    private let elapsed: @Sendable () -> Duration
    private let read: @Sendable () -> [UInt8]
    private let last = Mutex<(time: Duration, counts: [Int32: Int])?>(nil)

    init(
        elapsed: @escaping @Sendable () -> Duration = ContinuousClock().stopwatch(),
        read: @escaping @Sendable () -> [UInt8] = { (try? SmallFile.read("/proc/locks", limit: 64 << 20)) ?? [] }
    ) {
        self.elapsed = elapsed
        self.read = read
    }

    func count(of processes: [Int32]) -> Int {
        last.withLock { last in
            let now = elapsed()
            let isFresh = last.map { now - $0.time < Self.age } ?? false
            let counts = isFresh ? last?.counts ?? [:] : Self.counts(in: read())
            if !isFresh { last = (now, counts) }
            return processes.reduce(0) { $0 + (counts[$1] ?? 0) }
        }
    }

    private static func counts(in list: [UInt8]) -> [Int32: Int] {
        list.split(separator: UInt8(ascii: "\n")).reduce(into: [:]) { counts, line in
            // Number, `->` if it waits, kind, advisory or mandatory, read or write, and process.
            let words = line.split(separator: UInt8(ascii: " ")).filter { $0 != Array("->".utf8)[...] }
            guard words.count > 4, let process = Int32(String(decoding: words[4], as: UTF8.self)) else { return }
            counts[process, default: 0] += 1
        }
    }
}
