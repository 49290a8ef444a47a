import HTTPTypes
import Hummingbird
import JSON

/// Refuses addresses that ask too often, and hands the limits to the routes, which count what has a key for that key.
struct LimitMiddleware: RouterMiddleware {
    typealias Context = CloudContext

    let limits: RequestLimits
    let isBehindProxy: Bool

    func handle(
        _ request: Request,
        context: CloudContext,
        next: @concurrent (Request, CloudContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.limits = limits
        if isBehindProxy, let address = ForwardedAddress.client(in: request.headers) { context.address = address }
        if let wait = limits.addresses.take(context.address) {
            guard request.headers[.authorization] != nil, limits.claims.take(context.address) == nil else {
                return JSONResponse.make(
                    ["ok": false, "error": "Too many requests from this address.", "error_code": 42_900],
                    status: .tooManyRequests,
                    retryAfter: wait
                )
            }
            context.isClaim = true
        }
        return try await next(request, context)
    }
}
