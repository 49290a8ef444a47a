import HTTPTypes
import Hummingbird

/// What bounds how often each key and each address may ask.
///
/// A request that has proved whose it is counts for its key, and for its address no longer: many hosts and senders share
/// an address, and one that asks much must not hold up the others.
package struct RequestLimits: Sendable {
    /// For each address, its requests that have not proved whose they are, or not yet.
    package let addresses: RateLimiter
    /// For each address, requests with credentials that come when it has no others left: whoever has a key is heard though
    /// strangers at the same address ask too much.
    package let claims: RateLimiter
    /// For each app key, inbox or device, its requests.
    package let keys: RateLimiter
    /// For each address, its wrong secrets.
    package let failures: RateLimiter

    /// Makes the limits.
    ///
    /// - Parameters:
    ///   - rate: How many requests a second each key and address may make; 0 for as many as come.
    ///   - time: A time that never goes back.
    package init(rate: Int, time: @escaping @Sendable () -> Duration = RateLimiter.uptime) {
        addresses = RateLimiter(rate: Double(rate), burst: Double(rate) * 10, time: time)
        claims = RateLimiter(rate: Double(rate), burst: Double(rate) * 10, time: time)
        keys = RateLimiter(rate: Double(rate), burst: Double(rate) * 10, time: time)
        failures = RateLimiter(rate: rate == 0 ? 0 : 0.2, burst: 30, time: time)
    }
}

/// Refuses addresses that ask too often, and hands the limits to the routes, which count what has a key for that key.
struct RateLimitMiddleware: RouterMiddleware {
    typealias Context = CloudContext

    let limits: RequestLimits
    /// What the cloud speaks: each tells a refusal in its own form.
    let protocols: [any CloudRoutes]
    let isBehindProxy: Bool

    func handle(
        _ request: Request,
        context: CloudContext,
        next: @concurrent (Request, CloudContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.limits = limits
        if isBehindProxy, let address = ForwardedAddress.client(in: request.headers) {
            context.address = CloudContext.counted(address)
        }
        if let wait = limits.addresses.take(context.address) {
            guard request.headers[.authorization] != nil, limits.claims.take(context.address) == nil else {
                return refusal(of: request, wait: wait)
            }
            context.usesCredentialAllowance = true
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
