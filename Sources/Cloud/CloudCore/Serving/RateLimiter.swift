import AsyncPrimitives
import Synchronization

/// Limits the rate of each of many clients, with one token bucket per client.
package final class RateLimiter: Sendable {
    /// The largest number of buckets.
    ///
    /// Beyond it, almost full buckets are removed, and if that is not enough, the least recently used half.
    package static let bucketLimit = 20_000

    /// A full bucket, whose tokens are measured in the time to refill them; `nil` for no limit.
    private let full: TokenBucket?
    private let token: Duration
    private let time: @Sendable () -> Duration
    private let buckets = Mutex<[String: TokenBucket]>([:])

    /// Makes a limiter of a number of tokens per second, 0 for no limit, whose buckets hold `burst` tokens; `time` is
    /// monotonic.
    package init(rate: Double, burst: Double, time: @escaping @Sendable () -> Duration = RateLimiter.uptime) {
        token = rate > 0 ? .seconds(1 / rate) : .zero
        full = rate > 0 ? TokenBucket(burst: token * burst, rate: 1) : nil
        self.time = time
    }

    /// The current number of buckets.
    package var bucketCount: Int { buckets.withLock(\.count) }

    /// Takes a token from a client's bucket.
    ///
    /// - Returns: `nil` if the bucket had a token; otherwise the number of seconds until it has one.
    package func take(_ name: String) -> Int? {
        guard let full else { return nil }
        let now = time()
        return buckets.withLock { buckets in
            var bucket = buckets[name] ?? full
            let wait = bucket.wait(for: token, at: now)
            if wait == .zero { makeRoom(in: &buckets, below: full.burst - token, at: now) }
            bucket.spend(wait == .zero ? token : .zero, at: now)
            buckets[name] = bucket
            return wait == .zero ? nil : max(1, Int((wait / .seconds(1)).rounded(.up)))
        }
    }

    /// Puts back a token, because the request is counted elsewhere.
    package func refund(_ name: String) {
        let now = time()
        // A missing bucket counts as full.
        buckets.withLock { $0[name]?.spend(.zero - token, at: now) }
    }

    private func makeRoom(in buckets: inout [String: TokenBucket], below almostFull: Duration, at now: Duration) {
        guard buckets.count >= Self.bucketLimit else { return }
        buckets = buckets.filter { $0.value.tokens(at: now) < almostFull }
        guard buckets.count >= Self.bucketLimit else { return }
        let times = buckets.values.map(\.lastSpent).sorted()
        let middle = times[times.count / 2]
        buckets = buckets.filter { $0.value.lastSpent > middle }
    }

    /// The monotonic time since this value was first used.
    package static let uptime = ContinuousClock().stopwatch()
}
