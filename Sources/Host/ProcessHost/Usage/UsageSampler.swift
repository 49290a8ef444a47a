import Dispatch
import Glibc
import Synchronization

final class UsageSampler: Sendable {
    private let tree: ProcessTree
    /// The in-memory file systems of the sandbox; empty without a sandbox.
    private let folders: [MemoryFolder]
    /// The limit in bytes beyond which memory is measured exactly.
    private let memoryLimit: Int
    /// The number of watches after which counting stops.
    private let watchLimit: Int
    /// The number of byte-range file locks after which counting stops; `nil` if the process can have none.
    private let lockLimit: Int?
    private let unawaited = Mutex(UnawaitedTime())
    /// The processes of the last sample, and the CPU time of their threads at the last call of ``hasRun()``.
    private let seen = Mutex<(processes: [Int32], time: Duration)>(([], .zero))

    init(root: Int32, folders: [MemoryFolder], memoryLimit: Int, watchLimit: Int, lockLimit: Int?) {
        tree = ProcessTree(root: root)
        self.folders = folders
        self.memoryLimit = memoryLimit
        self.watchLimit = watchLimit
        self.lockLimit = lockLimit
    }

    /// Returns what `check` says of the current usage of the tree, on a thread for work that waits for the kernel: the
    /// threads of tasks are few, and what people wait for runs there.
    func check<Value: Sendable>(_ check: @escaping @Sendable (ProcessUsage) -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async { continuation.resume(returning: self.usage().map(check)) }
        }
    }

    /// Returns the current usage of the tree; `nil` if the root process is gone or waits to be reaped; shared memory is
    /// measured exactly only if the sum, which is cheap and never too low, exceeds the limit.
    func usage() -> ProcessUsage? {
        // One reader at a time, so that each sample is newer than the one that it is compared with.
        unawaited.withLock { unawaited in
            guard let members = tree.members() else { return nil }
            seen.withLock { $0.processes = members.map(\.key.pid) }
            var usage = ProcessUsage(cpu: .zero, memory: 0, peakMemory: 0, processes: members.count)
            for member in members {
                usage.cpu += member.ownTime + member.awaitedTime
                usage.memory += member.memory
                usage.peakMemory = max(usage.peakMemory, member.peakMemory)
                usage.peakOwnMemory = max(usage.peakOwnMemory, member.peakOwnMemory)
            }
            // Outside of a sandbox the temporary folder is on a disk, and orphans leave the tree.
            guard !folders.isEmpty else { return usage }
            usage.unawaited = unawaited.record(members)
            // The first two are bubblewrap's.
            let inside = members.dropFirst(2).map(\.folder)
            let descriptors = DescriptorUsage(of: inside, limit: watchLimit, lockLimit: lockLimit)
            usage.watches = descriptors.watches
            usage.locks = descriptors.locks
            usage.hidesDescriptors = descriptors.isIncomplete
            let contents = self.contents(in: members)
            usage.temporaryFiles = contents.files
            usage.memory += contents.memory
            if usage.memory > memoryLimit { usage.memory = contents.memory + Self.proportionalMemory(of: members) }
            return usage
        }
    }

    /// Returns the memory of the tree and its folders in bytes, with shared memory counted once; `nil` if the root
    /// process is gone; it costs much more than ``usage()``.
    func exactMemory() -> Int? {
        guard let members = tree.members() else { return nil }
        return contents(in: members).memory + Self.proportionalMemory(of: members)
    }

    private static func proportionalMemory(of members: [ProcessTree.Member]) -> Int {
        members.reduce(0) { $0 + $1.kernelMemory + (ProcessTree.proportionalMemory(of: $1) ?? 0) }
    }

    /// Returns `true` if a process of the last sample has used CPU time since the last call, without which it has
    /// started nothing and taken no memory, or has ended; it costs much less than ``usage()``.
    func hasRun() -> Bool {
        seen.withLock { seen in
            let time = ProcessTree.threadTime(of: seen.processes)
            defer { seen.time = time }
            return time != seen.time
        }
    }

    var processes: [String] { (tree.members() ?? []).map(\.folder) }

    /// Returns the size of the folders' contents, as seen by bubblewrap's second process, the first one in the sandbox,
    /// which lives as long as the sandbox.
    private func contents(in members: [ProcessTree.Member]) -> MemoryFolder.Contents {
        guard members.count > 1 else { return MemoryFolder.Contents() }
        let inside = members[1].key.pid
        return folders.reduce(into: MemoryFolder.Contents()) { sum, folder in
            guard let contents = folder.contents(asSeenBy: inside) else { return }
            sum.bytes += contents.bytes
            sum.files += contents.files
        }
    }
}

/// The resource usage of a process and all its descendants at one moment.
package struct ProcessUsage: Hashable, Sendable {
    /// The CPU time since the process was started, including that of ended descendants whose parent waited for them.
    package var cpu: Duration
    /// The total memory in bytes, including the contents of the sandbox's temporary folders.
    package var memory: Int
    /// Peak resident memory of one of them so far, in bytes.
    package var peakMemory: Int
    /// Peak memory of one of them so far without memory that belongs to files, in bytes.
    package var peakOwnMemory = 0
    package var processes: Int
    /// Number of files in the sandbox's temporary folders.
    package var temporaryFiles = 0
    /// Number of sockets, epoll instances and descriptors watched by these.
    package var watches = 0
    /// Number of byte-range file locks.
    package var locks = 0
    package var hidesDescriptors = false
    /// Known CPU time of ended descendants whose parent did not wait for them.
    package var unawaited = Duration.zero
}

/// An in-memory file system of a sandbox, which counts as memory of no process, even if deleted files are still open.
package struct MemoryFolder: Hashable, Sendable {
    /// Its path in the sandbox.
    package var path: String
    /// Its capacity in bytes.
    package var size: Int

    struct Contents: Hashable, Sendable {
        var bytes = 0
        /// Number of files and folders.
        var files = 0
        /// The memory that they take in bytes, with about 1 KiB of the kernel for each file.
        var memory: Int { bytes + files * 1024 }
    }

    /// Reads the size of the folder's contents, as seen by a process of the sandbox; `nil` while the sandbox is being
    /// created, or if the process is gone.
    func contents(asSeenBy pid: Int32) -> Contents? {
        var status = statvfs()
        var ours = statvfs()
        guard statvfs("/proc/\(pid)/root\(path)", &status) == 0 else { return nil }
        // Before the sandbox is complete the process sees the host's folder at this path.
        guard Int(status.f_blocks) * Int(status.f_frsize) == size,
            statvfs(path, &ours) != 0 || ours.f_fsid != status.f_fsid
        else { return nil }
        return Contents(
            bytes: Int(status.f_blocks - status.f_bfree) * Int(status.f_frsize),
            // The folder itself counts as one.
            files: max(0, Int(status.f_files - status.f_ffree) - 1)
        )
    }
}
