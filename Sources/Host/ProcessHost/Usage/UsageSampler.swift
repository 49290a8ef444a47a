import Synchronization

/// Reads what one process and everything it started use.
final class UsageSampler: Sendable {
    private let tree: ProcessTree
    private let folders: [MemoryFolder]
    private let memoryLimit: Int
    private let watchLimit: Int
    private let locks: LockCounts?
    private let unawaited = Mutex(UnawaitedTime())
    /// The processes of the last sample, and the time of their threads when ``hasRun()`` was last asked.
    private let seen = Mutex<(processes: [Int32], time: Duration)>(([], .zero))

    /// Makes a sampler.
    ///
    /// - Parameters:
    ///   - root: The process at the top.
    ///   - folders: The file systems in memory of its sandbox; empty if it runs in none.
    ///   - memoryLimit: The limit in bytes beyond which memory is measured exactly.
    ///   - watchLimit: The number of watches beyond which they are not counted.
    ///   - locks: Counts locks of parts of files; `nil` if the process can have none.
    init(root: Int32, folders: [MemoryFolder], memoryLimit: Int, watchLimit: Int, locks: LockCounts?) {
        tree = ProcessTree(root: root)
        self.folders = folders
        self.memoryLimit = memoryLimit
        self.watchLimit = watchLimit
        self.locks = locks
    }

    /// What the tree uses now; `nil` if the process at the top is gone or waits to be reaped.
    ///
    /// Memory that processes share is first counted for each of them, which is cheap and never too little. Only if this
    /// exceeds the limit is the exact amount read.
    func usage() -> ProcessUsage? {
        // One reader at a time, so that what is compared with the sample before is newer.
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
            let descriptors = DescriptorUsage(of: members.dropFirst(2).map(\.folder), limit: watchLimit)
            usage.watches = descriptors.watches
            usage.hidesDescriptors = descriptors.isIncomplete
            if let locks { usage.locks = locks.count(of: members.map(\.key.pid)) }
            let contents = self.contents(in: members)
            usage.temporaryFiles = contents.files
            let inFolders = contents.bytes + contents.files * MemoryFolder.bytesOfAFile
            usage.memory += inFolders
            if usage.memory > memoryLimit { usage.memory = inFolders + Self.proportionalMemory(of: members) }
            return usage
        }
    }

    /// The memory of the tree and its folders in bytes, in which what processes share counts once; `nil` if the process at the
    /// top is gone.
    ///
    /// Reading it costs much more than ``usage()``.
    func exactMemory() -> Int? {
        guard let members = tree.members() else { return nil }
        let contents = self.contents(in: members)
        return contents.bytes + contents.files * MemoryFolder.bytesOfAFile + Self.proportionalMemory(of: members)
    }

    private static func proportionalMemory(of members: [ProcessTree.Member]) -> Int {
        members.reduce(0) { $0 + $1.kernelMemory + (ProcessTree.proportionalMemory(of: $1) ?? 0) }
    }

    /// Whether a process of the last sample has used CPU time since this was last asked, or one has ended.
    ///
    /// What uses none has started nothing, taken no memory and written no file. Asking costs much less than ``usage()``.
    func hasRun() -> Bool {
        seen.withLock { seen in
            let time = ProcessTree.threadTime(of: seen.processes)
            defer { seen.time = time }
            return time != seen.time
        }
    }

    /// The folders in `/proc` of the processes of the tree.
    var processes: [String] { (tree.members() ?? []).map(\.folder) }

    /// What the folders hold, as bubblewrap's second process sees them, which is the first one in the sandbox.
    ///
    /// It lives as long as the sandbox. Of all others the process decides when they end.
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

/// What a process and all its descendants use at one moment.
package struct ProcessUsage: Hashable, Sendable {
    /// The CPU time since the process was started, with that of descendants that have ended and were awaited.
    package var cpu: Duration
    /// The memory of all together in bytes, with what the sandbox's temporary folders hold.
    package var memory: Int
    /// The greatest resident memory that one of them has had so far, in bytes.
    package var peakMemory: Int
    /// The greatest memory of its own that one of them has had so far, in bytes: memory of files does not count.
    package var peakOwnMemory = 0
    /// How many processes they are.
    package var processes: Int
    /// How many files there are in the sandbox's temporary folders.
    package var temporaryFiles = 0
    /// How many sockets and instances of epoll they have, and descriptors that those watch.
    package var watches = 0
    /// How many locks of parts of files they have.
    package var locks = 0
    /// Whether they have descriptors that cannot be seen.
    package var hidesDescriptors = false
    /// The CPU time of descendants that have ended and were not awaited, as far as it is known.
    package var unawaited = Duration.zero
}
