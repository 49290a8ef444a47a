package import Hummingbird
package import Logging

/// Translates the errors of the routes below it into responses, in one place.
package struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
    private let response: @Sendable (any Error, Request, Logger) throws -> Response

    /// Creates a middleware; `response` logs what the client must not learn, rethrows errors that it does not
    /// translate, and never gets a `CancellationError`.
    package init(_ response: @escaping @Sendable (any Error, Logger) throws -> Response) {
        self.init { error, _, logger in try response(error, logger) }
    }

    /// Creates a middleware whose responses depend on the request, such as on its language.
    package init(_ response: @escaping @Sendable (any Error, Request, Logger) throws -> Response) {
        self.response = response
    }

    package func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as CancellationError {
            throw error
        } catch {
            return try response(error, request, context.logger)
        }
    }
}
