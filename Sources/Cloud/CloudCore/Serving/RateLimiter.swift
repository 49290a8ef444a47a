package import AsyncPrimitives
import Synchronization

/// Limits the rate of each of many clients, with one token bucket per client.
///
/// Nodes of a cloud share their buckets: what a client has taken from one is added to the database soon afterwards
/// (``spentTokens(isRound:)``), and the node learns from it what the client has taken everywhere (``learn(_:)``). So a
/// client may exceed a burst by what it takes within that time, which it has to wait for afterwards.
package final class RateLimiter: Sendable {
    /// The largest number of buckets; beyond it almost full ones are removed, or else the least recently used half.
    package static let bucketLimit = 20_000
    /// The part of a burst of which other nodes are told at once.
    private static let sharedPart = 20.0

    private struct State {
        var buckets: [String: TokenBucket] = [:]
        /// The tokens that were taken, and of which the database does not know.
        var unshared: [String: Int] = [:]
    }

    /// A full bucket, whose tokens are measured in the time to refill them; `nil` for no limit.
    private let full: TokenBucket?
    private let token: Duration
    private let time: @Sendable () -> Duration
    /// Raised when other nodes have to be told; `nil` if there are none.
    private let spent: Signal?
    /// The number of unshared tokens of a client of which other nodes are told at once.
    private let sharedAtOnce: Int
    private let state = Mutex(State())

    /// Makes a limiter of tokens per second, 0 for no limit, with buckets of `burst` tokens; `time` is monotonic.
    ///
    /// `spent` is raised when a client has taken much of which ``spentTokens(isRound:)`` has not told yet.
    package init(
        rate: Double,
        burst: Double,
        time: @escaping @Sendable () -> Duration = RateLimiter.uptime,
        spent: Signal? = nil
    ) {
        token = rate > 0 ? .seconds(1 / rate) : .zero
        full = rate > 0 ? TokenBucket(burst: token * burst, rate: 1) : nil
        self.time = time
        self.spent = spent
        sharedAtOnce = max(1, Int(burst / Self.sharedPart))
    }

    package var bucketCount: Int { state.withLock(\.buckets.count) }

    /// Takes tokens from a client's bucket; returns the number of seconds until it has them if it has too few.
    package func take(_ name: String, count tokens: Int = 1) -> Int? {
        guard let full else { return nil }
        let now = time()
        let cost = token * tokens
        let (wait, isMuch) = state.withLock { state in
            var bucket = state.buckets[name] ?? full
            let wait = bucket.wait(for: cost, at: now)
            if wait == .zero { makeRoom(in: &state, below: full.burst - token, at: now) }
            bucket.spend(wait == .zero ? cost : .zero, at: now)
            state.buckets[name] = bucket
            guard wait == .zero, spent != nil else { return (wait, false) }
            let count = state.unshared[name, default: 0] + tokens
            state.unshared[name] = count
            return (wait, count >= sharedAtOnce)
        }
        if isMuch { spent?.raise() }
        return wait == .zero ? nil : max(1, Int((wait / .seconds(1)).rounded(.up)))
    }

    /// Puts back a token, because the request is counted elsewhere.
    package func refund(_ name: String) {
        let now = time()
        state.withLock { state in
            // A missing bucket counts as full.
            state.buckets[name]?.spend(.zero - token, at: now)
            if spent != nil, state.buckets[name] != nil { state.unshared[name, default: 0] -= 1 }
        }
    }

    /// Returns what clients have taken since the last call, as the time that it takes to refill it: of those who have
    /// taken much; in a round, of all whose buckets are not full again.
    func spentTokens(isRound: Bool) -> [String: Duration] {
        guard let full else { return [:] }
        let now = time()
        return state.withLock { state in
            var spent: [String: Duration] = [:]
            for (name, count) in state.unshared where isRound || count >= sharedAtOnce {
                state.unshared[name] = nil
                let isFull = (state.buckets[name]?.tokens(at: now) ?? full.burst) >= full.burst
                if count != 0, !isFull { spent[name] = token * count }
            }
            return spent
        }
    }

    /// Sets the buckets of clients to what the database says: the time until each is full again.
    func learn(_ refillTimes: [String: Duration]) {
        guard let full else { return }
        let now = time()
        state.withLock { state in
            for (name, refill) in refillTimes {
                var bucket = state.buckets[name] ?? full
                let tokens = full.burst - max(.zero, refill) - token * state.unshared[name, default: 0]
                bucket.spend(bucket.tokens(at: now) - tokens, at: now)
                state.buckets[name] = bucket
            }
        }
    }

    private func makeRoom(in state: inout State, below almostFull: Duration, at now: Duration) {
        guard state.buckets.count >= Self.bucketLimit else { return }
        state.buckets = state.buckets.filter { $0.value.tokens(at: now) < almostFull }
        if state.buckets.count >= Self.bucketLimit {
            let times = state.buckets.values.map(\.lastSpent).sorted()
            let middle = times[times.count / 2]
            state.buckets = state.buckets.filter { $0.value.lastSpent > middle }
        }
        state.unshared = state.unshared.filter { state.buckets[$0.key] != nil }
    }

    /// The monotonic time since this value was first used.
    package static let uptime = ContinuousClock().stopwatch()
}
