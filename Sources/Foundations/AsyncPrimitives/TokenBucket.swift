import Glibc

/// A token bucket whose tokens are time, refilled at a constant rate; its methods take the time since any fixed moment.
package struct TokenBucket: Hashable, Sendable {
    /// The capacity of the bucket.
    package let burst: Duration
    /// The time that is added per second, in seconds; greater than 0.
    package let rate: Double
    private var tokens: Duration
    /// The time of the last call of ``spend(_:at:)``, even with a cost of zero.
    package private(set) var lastSpent = Duration.zero

    package init(burst: Duration, rate: Double) {
        self.burst = burst
        self.rate = rate
        tokens = burst
    }

    /// Returns the content of the bucket; negative if more was spent.
    package func tokens(at now: Duration) -> Duration { min(burst, tokens + max(.zero, now - lastSpent) * rate) }

    /// Returns the time until the bucket holds at least a cost.
    package func wait(for cost: Duration = .zero, at now: Duration) -> Duration {
        max(.zero, cost - tokens(at: now)) / rate
    }

    /// Spends a cost, even if the bucket then has a negative content; a negative cost is refunded.
    package mutating func spend(_ cost: Duration, at now: Duration) {
        tokens = min(burst, tokens(at: now) - cost)
        lastSpent = now
    }
}

extension Duration {
    /// The processor time that the calling thread has used.
    package static var threadTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
