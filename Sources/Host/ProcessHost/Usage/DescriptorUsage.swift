import Glibc

/// The kernel resources that processes hold through their descriptors, which do not count as their memory.
///
/// All processes of a user together may watch a limited number of descriptors (epoll(7), `max_user_watches`). Once it
/// is used up, the host can accept no connection. The memory of a file lock is charged to no process.
struct DescriptorUsage: Hashable, Sendable {
    /// Number of sockets, epoll instances and descriptors watched by these.
    private(set) var watches = 0
    /// Number of byte-range file locks (F_SETLK(2const)), of which each belongs to a process with an open descriptor of its
    /// file; those of a file with several descriptors count for each.
    private(set) var locks = 0
    /// `true` if some descriptors are hidden: they were sent over a socket but not received yet (unix(7),
    /// `SCM_RIGHTS`), or belong to a process with unreadable `/proc/PID/fd`, since its program cannot be read
    /// (`PR_SET_DUMPABLE(2const)`).
    private(set) var isIncomplete = false

    /// The largest length of a line about a watched descriptor or a lock in `/proc/PID/fdinfo`, in bytes.
    private static let lineLimit = 128

    /// Counts the descriptors of processes, whose folders in `/proc` are given, up to a limit of watches and of locks;
    /// `lockLimit` is `nil` if they can have no locks.
    ///
    /// The list of all locks of the system, `/proc/locks`, is not read: the kernel waits some milliseconds for it, in
    /// which no process can lock or unlock a file.
    init(of processes: [String], limit: Int, lockLimit: Int?) {
        for process in processes {
            if access("\(process)/fd", R_OK) != 0, errno == EACCES { isIncomplete = true }
            for name in (try? FileTree.names(in: "\(process)/fd")) ?? [] {
                let target = Self.target(of: "\(process)/fd/\(name)")
                let isSocket = target.starts(with: Array("socket:".utf8))
                let isWatched = isSocket || target.starts(with: Array("anon_inode:[eventpoll]".utf8))
                if isWatched { watches += 1 }
                guard isWatched || lockLimit != nil else { continue }
                let size = max(4096, ((isWatched ? limit : 0) + (lockLimit ?? 0)) * Self.lineLimit)
                do {
                    add(try SmallFile.read("\(process)/fdinfo/\(name)", limit: size), isSocket)
                } catch SmallFile.Failure.tooLarge {
                    if isWatched { watches += limit }
                    if let lockLimit { locks += lockLimit + 1 }
                } catch {}  // It was closed meanwhile.
                if watches > limit || locks > lockLimit ?? .max { return }
            }
        }
    }

    private mutating func add(_ information: [UInt8], _ isSocket: Bool) {
        for line in information.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: Array("lock:".utf8)) { locks += 1 }
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
