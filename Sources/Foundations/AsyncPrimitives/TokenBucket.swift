/// A token bucket whose tokens are time: what something costs is spent from it, and comes back at a constant rate.
///
/// A value without a clock; the moments that its methods take are durations since any fixed moment.
package struct TokenBucket: Hashable, Sendable {
    /// What a full bucket holds.
    package let burst: Duration
    /// How much is added in each second, in seconds; above 0.
    package let rate: Double
    private var tokens: Duration
    /// When something was last spent, nothing included.
    package private(set) var lastSpent = Duration.zero

    /// Makes a full bucket.
    package init(burst: Duration, rate: Double) {
        self.burst = burst
        self.rate = rate
        tokens = burst
    }

    /// What the bucket holds; less than nothing if more was spent.
    package func tokens(at now: Duration) -> Duration { min(burst, tokens + max(.zero, now - lastSpent) * rate) }

    /// How long it takes until the bucket holds at least what something costs.
    package func wait(for cost: Duration = .zero, at now: Duration) -> Duration {
        max(.zero, cost - tokens(at: now)) / rate
    }

    /// Takes what something cost, whether the bucket holds that or not; what is below zero is given back.
    package mutating func spend(_ cost: Duration, at now: Duration) {
        tokens = min(burst, tokens(at: now) - cost)
        lastSpent = now
    }
}
