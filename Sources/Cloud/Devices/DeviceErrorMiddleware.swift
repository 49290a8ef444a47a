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
            let failure = try CloudError(translating: error, context.logger)
            return JSONResponse.make(
                ["code": .string(failure.code.rawValue), "message": .string(failure.message)],
                status: failure.code.status,
                retryAfter: failure.retryAfter
            )
        }
    }
}
