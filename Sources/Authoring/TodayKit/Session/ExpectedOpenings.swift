import Synchronization

/// The functions that wait for what came of addresses which the process had opened.
final class ExpectedOpenings: Sendable {
    /// How many are kept, as many as the host follows.
    static let limit = 16

    private struct Opening {
        var url: String
        var finished: @Sendable (Bool) -> Void
    }

    private let openings = Mutex<[Opening]>([])

    /// Keeps a function in place of the one that waits for the same address; the oldest gives way.
    func add(_ finished: @escaping @Sendable (Bool) -> Void, for url: String) {
        openings.withLock { openings in
            openings.removeAll { $0.url == url }
            openings.append(Opening(url: url, finished: finished))
            if openings.count > Self.limit { openings.removeFirst() }
        }
    }

    /// Removes and returns the function that waits for an address, if there is one.
    func take(_ url: String) -> (@Sendable (Bool) -> Void)? {
        openings.withLock { openings in
            openings.firstIndex { $0.url == url }.map { openings.remove(at: $0).finished }
        }
    }
}
