import HTTPTypes
import Host
package import Hummingbird
import Logging

/// Translates errors into JSON responses, once, at the edge of the routes below it.
///
/// What is not a ``Host/HostError`` or an `HTTPError` reaches the client as a bare internal error; the log has the rest.
package struct WireErrorMiddleware<Context: Hummingbird.RequestContext>: RouterMiddleware {
    /// Makes the middleware.
    package init() {}

    /// Passes a request on, and answers for what it throws.
    package func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HostError {
            if let cause = error.cause {
                context.logger.debug("A request failed", metadata: ["cause": "\(cause)"])
            }
            return try WireJSON.response(HostErrorBody(error), status: error.code.status)
        } catch let error as HTTPError {
            let message = error.body ?? error.status.reasonPhrase
            let code: HostError.Code = error.status == .notFound ? .notFound : .invalid
            return try WireJSON.response(HostErrorBody(HostError(code, message)), status: error.status)
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error("A request failed", metadata: ["error": "\(error)"])
            let body = HostErrorBody(HostError(.internal, "Something went wrong; Today's log has the rest."))
            return try WireJSON.response(body, status: .internalServerError)
        }
    }
}
