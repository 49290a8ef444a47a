import AsyncPrimitives
import Glibc
import Synchronization

/// What processes hold in the kernel through their descriptors, and is no memory of theirs.
///
/// All processes of a person together may watch a number of descriptors (epoll(7), `max_user_watches`). When they have used it
/// up, the host can accept no connection. A lock takes memory that is counted for nobody.
struct DescriptorUsage: Hashable, Sendable {
    /// How many sockets and instances of epoll there are, and descriptors that those watch.
    private(set) var watches = 0
    /// Whether some descriptors cannot be seen: they were sent over a socket and not received yet (unix(7), `SCM_RIGHTS`), or
    /// belong to a process that the kernel shows nobody, since its program cannot be read (`PR_SET_DUMPABLE(2const)`).
    private(set) var isIncomplete = false

    /// Counts what processes have.
    ///
    /// - Parameters:
    ///   - processes: The folders in `/proc` of the processes.
    ///   - limit: After how many watches to stop.
    init(of processes: [String], limit: Int) {
        for process in processes {
            if access("\(process)/fd", R_OK) != 0, errno == EACCES { isIncomplete = true }
            for name in (try? FileTree.names(in: "\(process)/fd")) ?? [] {
                let target = Self.target(of: "\(process)/fd/\(name)")
                let isSocket = target.starts(with: Array("socket:".utf8))
                guard isSocket || target.starts(with: Array("anon_inode:[eventpoll]".utf8)) else { continue }
                watches += 1
                do {
                    // A line of a watched descriptor has less than 128 bytes.
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

    /// The first bytes of what a descriptor's link names.
    private static func target(of path: String) -> [UInt8] {
        var bytes = [CChar](repeating: 0, count: 32)
        let count = readlink(path, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    }
}

/// How many locks of parts of files processes have (proc_locks(5)).
///
/// The system lists those of all processes together, so one reading serves all programs that are sampled within a moment:
/// otherwise the time for it would grow with the number of programs and with that of their locks.
final class LockCounts: Sendable {
    /// How long a reading counts: less than the time between two samples of a program.
    static let age = Duration.milliseconds(50)

    private let elapsed: @Sendable () -> Duration
    private let read: @Sendable () -> [UInt8]
    private let last = Mutex<(time: Duration, counts: [Int32: Int])?>(nil)

    /// Makes counts that are read when they are asked for.
    ///
    /// - Parameters:
    ///   - elapsed: How much time has passed.
    ///   - read: Reads the system's list.
    init(
        elapsed: @escaping @Sendable () -> Duration = ContinuousClock().stopwatch(),
        read: @escaping @Sendable () -> [UInt8] = { (try? SmallFile.read("/proc/locks", limit: 64 << 20)) ?? [] }
    ) {
        self.elapsed = elapsed
        self.read = read
    }

    /// How many locks some processes have together.
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
            // Its number, `->` if it waits, its kind, whether it binds, whether it is for reading, and the process.
            let words = line.split(separator: UInt8(ascii: " ")).filter { $0 != Array("->".utf8)[...] }
            guard words.count > 4, let process = Int32(String(decoding: words[4], as: UTF8.self)) else { return }
            counts[process, default: 0] += 1
        }
    }
}
