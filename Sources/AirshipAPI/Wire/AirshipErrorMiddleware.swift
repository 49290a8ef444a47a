import Cloud
import Hummingbird

/// Translates what routes throw into Airship's error bodies, once.
struct AirshipErrorMiddleware: RouterMiddleware {
    typealias Context = CloudContext

    func handle(
        _ request: Request,
        context: CloudContext,
        next: @concurrent (Request, CloudContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as AirshipError {
            return Self.response(error)
        } catch {
            return Self.response(AirshipError(try CloudError(translating: error, context.logger)))
        }
    }

    /// Tells a failure.
    static func response(_ error: AirshipError) -> Response {
        JSONResponse.make(error.json, status: error.status, retryAfter: error.retryAfter)
    }
}
