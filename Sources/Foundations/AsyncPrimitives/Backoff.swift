/// The waits between attempts of something that fails: each twice as long as the one before, up to a limit.
package struct Backoff: Hashable, Sendable {
    /// The first wait.
    package let first: Duration
    /// The longest wait.
    package let longest: Duration
    /// How many attempts have failed since the last success.
    package private(set) var attempts = 0

    /// Makes a back-off.
    ///
    /// - Parameters:
    ///   - first: The first wait.
    ///   - longest: The longest wait.
    ///   - attempts: How many attempts have failed already, if another place counts them.
    package init(first: Duration, longest: Duration, attempts: Int = 0) {
        self.first = first
        self.longest = longest
        self.attempts = attempts
    }

    /// Starts again with the first wait, after a success.
    package mutating func reset() { attempts = 0 }

    /// Counts a failed attempt.
    ///
    /// - Parameters:
    ///   - jitter: From 0 to 1; scales the wait from half its length to its whole length. Random values keep many
    ///     clients from retrying at the same time.
    ///   - retryAfter: The wait that the peer asked for, if it did; a lower bound.
    /// - Returns: How long to wait before the next attempt, at most ``longest``.
    package mutating func next(jitter: Double = 1, retryAfter: Duration? = nil) -> Duration {
        var full = first
        for _ in 0..<attempts where full < longest { full *= 2 }
        attempts += 1
        let wait = min(full, longest) * (0.5 + 0.5 * min(max(jitter, 0), 1))
        return min(longest, max(wait, retryAfter ?? .zero))
    }
}
