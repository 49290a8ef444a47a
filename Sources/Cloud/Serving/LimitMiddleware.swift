import HTTPTypes
import Hummingbird

/// Refuses addresses that ask too often, and hands the limits to the routes, which count what has a key for that key.
struct LimitMiddleware: RouterMiddleware {
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
            context.isClaim = true
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
