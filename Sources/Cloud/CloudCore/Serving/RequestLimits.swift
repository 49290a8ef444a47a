import AsyncPrimitives
import HTTPServing
import Hummingbird
import Synchronization

/// The rate limits of each key and each address.
///
/// A request that has proved that it has a key counts against the key and no longer against its address: many hosts and
/// senders may share an address, and a busy one must not slow down the others.
package struct RequestLimits: Sendable {
    /// The requests of each address, and separately those of the strangers at it, that have not proved a key.
    package let addresses: RateLimiter
    /// The requests of each app key, inbox or device.
    package let keys: RateLimiter
    /// The wrong secrets from each address, which do not affect correct ones.
    package let failures: RateLimiter

    /// Makes the limits for a number of requests per second of each key and address, 0 for no limit; `time` is monotonic.
    package init(rate: Int, time: @escaping @Sendable () -> Duration = RateLimiter.uptime) {
        addresses = RateLimiter(rate: Double(rate), burst: Double(rate) * 10, time: time)
        keys = RateLimiter(rate: Double(rate), burst: Double(rate) * 10, time: time)
        failures = RateLimiter(rate: rate == 0 ? 0 : 0.2, burst: 30, time: time)
    }
}

/// Counts each request against its address, and refuses it if the address has sent too many.
///
/// A request with a secret is never refused here, so that neither strangers at the address, nor a page of another site
/// in the browser, can lock out a client with a key. A wrong secret is refused where it is checked.
struct RateLimitMiddleware: RouterMiddleware {
    typealias Context = CloudContext

    let limits: RequestLimits
    /// The protocols of the server; the one that owns a request's path makes the response to a refusal.
    let protocols: [any CloudRoutes]
    let isBehindProxy: Bool

    func handle(
        _ request: Request,
        context: CloudContext,
        next: @concurrent (Request, CloudContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if isBehindProxy, let client = ForwardedAddress.client(in: request.headers) {
            context = context.from(CloudContext.network(of: client))
        }
        if protocols.contains(where: { $0.isOfStranger(request, context) }) { context.separateStranger() }
        if let wait = context.count(by: limits), !protocols.contains(where: { $0.hasSecret(request) }) {
            return refusal(of: request, wait: wait)
        }
        return try await next(request, context)
    }

    private func refusal(of request: Request, wait: Int) -> Response {
        let failure = CloudError(.tooMany, "Too many requests from this address.", retryAfter: wait)
        for routes in protocols {
            if let response = routes.refusal(failure, of: request) { return response }
        }
        return Response(status: failure.code.status, headers: [.retryAfter: "\(wait)", .contentLength: "0"])
    }
}

/// Limits the rate of each of many clients, with one token bucket per client.
package final class RateLimiter: Sendable {
    /// The largest number of buckets; beyond it almost full ones are removed, or else the least recently used half.
    package static let bucketLimit = 20_000

    /// A full bucket, whose tokens are measured in the time to refill them; `nil` for no limit.
    private let full: TokenBucket?
    private let token: Duration
    private let time: @Sendable () -> Duration
    private let buckets = Mutex<[String: TokenBucket]>([:])

    /// Makes a limiter of tokens per second, 0 for no limit, with buckets of `burst` tokens; `time` is monotonic.
    package init(rate: Double, burst: Double, time: @escaping @Sendable () -> Duration = RateLimiter.uptime) {
        token = rate > 0 ? .seconds(1 / rate) : .zero
        full = rate > 0 ? TokenBucket(burst: token * burst, rate: 1) : nil
        self.time = time
    }

    package var bucketCount: Int { buckets.withLock(\.count) }

    /// Takes a token from a client's bucket; returns the number of seconds until it has one if it is empty.
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
