import Synchronization
import TodayProtocol

/// Allocates revisions that never repeat, even across restarts.
///
/// Numbers are reserved on disk in blocks and allocated from memory; a restart continues after the last block.
final class RevisionCounter: Sendable {
    /// Number of revisions reserved at a time; a JavaScript number holds 2^29 such blocks exactly.
    static let blockSize: Int64 = 1 << 24

    private let last: Atomic<Int64>
    private let shown: Atomic<Int64>
    private let reserved: Atomic<Int64>

    /// Creates a counter that continues after the last block; the caller has reserved ``blockSize`` more on disk.
    init(startingAt start: Int64) {
        last = Atomic(start)
        shown = Atomic(start)
        reserved = Atomic(start + Self.blockSize)
    }

    var published: Revision { Revision(shown.load(ordering: .acquiring)) }

    func next() -> Revision { Revision(last.add(1, ordering: .acquiringAndReleasing).newValue) }

    func publish(_ revision: Revision) { shown.store(revision.number, ordering: .releasing) }

    /// End of the block to reserve now; `nil` while more than half of the last block is left.
    var neededReservation: Int64? {
        let last = last.load(ordering: .acquiring)
        guard reserved.load(ordering: .acquiring) - last < Self.blockSize / 2 else { return nil }
        return last + Self.blockSize
    }

    func didReserve(upTo end: Int64) { reserved.store(end, ordering: .releasing) }
}
