/// An exponential back-off: delays between attempts that double up to a limit.
package struct Backoff: Hashable, Sendable {
    package let first: Duration
    package let longest: Duration
    /// The number of failed attempts since the last success.
    package private(set) var attempts = 0

    /// Creates a back-off after a number of failed attempts, if they are counted elsewhere.
    package init(first: Duration, longest: Duration, attempts: Int = 0) {
        self.first = first
        self.longest = longest
        self.attempts = attempts
    }

    package mutating func reset() { attempts = 0 }

    /// Counts a failed attempt, and returns the delay before the next one, at most ``longest``.
    ///
    /// The jitter, from 0 to 1, scales the delay from half its length to its whole length; random values keep many
    /// clients from retrying at the same time. The delay that the peer asked for is a lower bound.
    package mutating func next(jitter: Double = 1, retryAfter: Duration? = nil) -> Duration {
        var full = first
        for _ in 0..<attempts where full < longest { full *= 2 }
        attempts += 1
        let wait = min(full, longest) * (0.5 + 0.5 * min(max(jitter, 0), 1))
        return min(longest, max(wait, retryAfter ?? .zero))
    }
}
