import AsyncPrimitives
import Synchronization

/// Limits how often each of many clients may do something, with one token bucket for each client.
package final class RateLimiter: Sendable {
    /// The largest number of buckets.
    ///
    /// Beyond it almost full buckets are removed, and if that is not enough, the half of the buckets that was used
    /// longest ago.
    package static let bucketLimit = 20_000

    private struct Bucket {
        var tokens: Double
        var filled: Duration
    }

    private let rate: Double
    private let burst: Double
    private let time: @Sendable () -> Duration
    private let buckets = Mutex<[String: Bucket]>([:])

    /// Makes a limiter.
    ///
    /// - Parameters:
    ///   - rate: How many tokens a second; 0 for no limit.
    ///   - burst: How many tokens a bucket holds.
    ///   - time: A monotonic time.
    package init(rate: Double, burst: Double, time: @escaping @Sendable () -> Duration = RateLimiter.uptime) {
        self.rate = rate
        self.burst = burst
        self.time = time
    }

    /// The current number of buckets.
    package var bucketCount: Int { buckets.withLock(\.count) }

    /// Takes a token from a client's bucket.
    ///
    /// - Returns: `nil` if the bucket had a token; otherwise the number of seconds until it has one.
    package func take(_ name: String) -> Int? {
        guard rate > 0 else { return nil }
        let now = time()
        return buckets.withLock { buckets in
            var bucket = filled(buckets[name], at: now)
            if bucket.tokens >= 1 {
                bucket.tokens -= 1
                makeRoom(in: &buckets, at: now)
                buckets[name] = bucket
                return nil
            }
            buckets[name] = bucket
            return max(1, Int(((1 - bucket.tokens) / rate).rounded(.up)))
        }
    }

    /// Returns a token that was taken, because the request is counted elsewhere.
    package func refund(_ name: String) {
        guard rate > 0 else { return }
        let now = time()
        buckets.withLock { buckets in
            // A bucket that was removed counts as full.
            guard var bucket = buckets[name].map({ filled($0, at: now) }) else { return }
            bucket.tokens = min(burst, bucket.tokens + 1)
            buckets[name] = bucket
        }
    }

    private func filled(_ bucket: Bucket?, at now: Duration) -> Bucket {
        guard let bucket else { return Bucket(tokens: burst, filled: now) }
        let seconds =
            Double((now - bucket.filled).components.seconds)
            + Double((now - bucket.filled).components.attoseconds) / 1e18
        return Bucket(tokens: min(burst, bucket.tokens + max(0, seconds) * rate), filled: now)
    }

    private func makeRoom(in buckets: inout [String: Bucket], at now: Duration) {
        guard buckets.count >= Self.bucketLimit else { return }
        buckets = buckets.filter { filled($0.value, at: now).tokens < burst - 1 }
        guard buckets.count >= Self.bucketLimit else { return }
        let times = buckets.values.map(\.filled).sorted()
        let middle = times[times.count / 2]
        buckets = buckets.filter { $0.value.filled > middle }
    }

    /// The time since this process started counting.
    package static let uptime = ContinuousClock().stopwatch()
}
