import CloudStore
import HTTPTypes
import Hummingbird
import JSON
import Logging

/// Translates errors into the JSON of the device routes: `{"code": "notFound", "message": "…"}`.
struct DeviceErrorMiddleware: RouterMiddleware {
    typealias Context = CloudContext

    func handle(
        _ request: Request,
        context: CloudContext,
        next: @concurrent (Request, CloudContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            return Self.response(try CloudError(translating: error, context.logger))
        }
    }

    /// Tells a failure.
    static func response(_ failure: CloudError) -> Response {
        JSONResponse.make(
            ["code": .string(failure.code.rawValue), "message": .string(failure.message)],
            status: failure.code.status,
            retryAfter: failure.retryAfter
        )
    }
}
