import HTTPServing
import HTTPTypes
import Hummingbird

/// The limits on how often each key and each address may send requests.
///
/// A request that has proved that it has a key counts for the key and no longer for its address: many hosts and senders
/// may share an address, and one that sends much must not slow down the others.
package struct RequestLimits: Sendable {
    /// For each address, and apart from them for the strangers at each: requests that have not proved a key, or not yet.
    package let addresses: RateLimiter
    /// For each app key, inbox or device: its requests.
    package let keys: RateLimiter
    /// For each address: the wrong secrets that it sent.
    ///
    /// Right ones are served however many wrong ones came from there.
    package let failures: RateLimiter

    /// Makes the limits.
    ///
    /// - Parameters:
    ///   - rate: How many requests a second each key and address may send; 0 for no limit.
    ///   - time: A monotonic time.
    package init(rate: Int, time: @escaping @Sendable () -> Duration = RateLimiter.uptime) {
        addresses = RateLimiter(rate: Double(rate), burst: Double(rate) * 10, time: time)
        keys = RateLimiter(rate: Double(rate), burst: Double(rate) * 10, time: time)
        failures = RateLimiter(rate: rate == 0 ? 0 : 0.2, burst: 30, time: time)
    }
}

/// Counts each request for its address, and refuses it if the address has sent too many.
///
/// A request with a secret is never refused here: whoever has a key is served even if strangers at the same address, or a
/// page of another site in the same browser, send too many requests. A wrong secret is refused where it is checked.
struct RateLimitMiddleware: RouterMiddleware {
    typealias Context = CloudContext

    let limits: RequestLimits
    /// The protocols of the server; the one that has the request's path makes the response to a refused request.
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
