import HTTPServing
import Hummingbird

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

    /// Makes the limits of a cloud, for its configured number of requests per second of each key and address.
    init(of cloud: Cloud) {
        let rate = Double(cloud.configuration.requestRate)
        addresses = cloud.limiter("address", rate: rate, burst: rate * 10)
        keys = cloud.limiter("key", rate: rate, burst: rate * 10)
        failures = cloud.limiter("failure", rate: rate == 0 ? 0 : 0.2, burst: 30)
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
        if let owner = protocols.first(where: { $0.owns(request.uri.path) }) { return owner.refusal(failure) }
        return Response(status: failure.code.status, headers: [.retryAfter: "\(wait)", .contentLength: "0"])
    }
}
