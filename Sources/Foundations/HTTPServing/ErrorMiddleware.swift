package import Hummingbird
package import Logging

/// Translates the errors that routes throw into responses, once, at the edge of the routes below it.
package struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
    private let response: @Sendable (any Error, Request, Logger) throws -> Response

    /// Makes a middleware.
    ///
    /// - Parameter response: Makes the response to an error, and logs what the client must not know. It throws what it
    ///   does not translate. It is never called with a `CancellationError`, which is always rethrown.
    package init(_ response: @escaping @Sendable (any Error, Logger) throws -> Response) {
        self.init { error, _, logger in try response(error, logger) }
    }

    /// Makes a middleware whose responses depend on the request, such as on its language.
    package init(_ response: @escaping @Sendable (any Error, Request, Logger) throws -> Response) {
        self.response = response
    }

    /// Passes a request on, and answers for what is thrown.
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
