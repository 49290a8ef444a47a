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
            return response(error)
        } catch {
            return response(AirshipError(try CloudError(translating: error, context.logger)))
        }
    }

    private func response(_ error: AirshipError) -> Response {
        JSONResponse.make(error.json, status: error.status, retryAfter: error.retryAfter)
    }
}
