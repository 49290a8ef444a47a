/// How long to wait before a link is tried again: soon at first, then more and more rarely, never all hosts at once.
package struct Backoff: Hashable, Sendable {
    /// How long to wait at most.
    package static let longest = Duration.seconds(60)
    /// How long a link must last so that the next trouble is a new one.
    package static let settled = Duration.seconds(10)

    /// How often it was tried in vain.
    package private(set) var attempts = 0

    /// Makes the state before any trouble.
    package init() {}

    /// The link was up for a time.
    package mutating func note(uptime: Duration) {
        if uptime >= Self.settled { attempts = 0 }
    }

    /// How long to wait now.
    ///
    /// - Parameters:
    ///   - chance: From 0 to 1, by chance: the wait is half of its length at least.
    ///   - wish: How long the cloud asked to be left alone, if it did.
    /// - Returns: The time, at most ``longest``.
    package mutating func next(chance: Double, wish: Duration? = nil) -> Duration {
        let full = min(Self.longest, .seconds(1 << min(attempts, 6)))
        attempts += 1
        let wait = full * (0.5 + 0.5 * min(max(chance, 0), 1))
        return min(Self.longest, max(wait, wish ?? .zero))
    }
}
