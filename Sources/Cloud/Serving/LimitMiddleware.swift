import HTTPTypes
import Hummingbird
import JSON

/// Refuses addresses that ask too often, and hands the limits to the routes, which count what has a key for that key.
struct LimitMiddleware: RouterMiddleware {
    typealias Context = CloudContext

    let limits: RequestLimits

    func handle(
        _ request: Request,
        context: CloudContext,
        next: @concurrent (Request, CloudContext) async throws -> Response
    ) async throws -> Response {
        if let wait = limits.addresses.take(context.address) {
            return JSONResponse.make(
                ["ok": false, "error": "Too many requests from this address.", "error_code": 42_900],
                status: .tooManyRequests,
                retryAfter: wait
            )
        }
        var context = context
        context.limits = limits
        return try await next(request, context)
    }
}
