import Cloud
import Hummingbird

/// Translates what routes throw into ntfy's error bodies, and opens every answer to scripts of web pages.
struct NtfyErrorMiddleware: RouterMiddleware {
    typealias Context = CloudContext

    func handle(
        _ request: Request,
        context: CloudContext,
        next: @concurrent (Request, CloudContext) async throws -> Response
    ) async throws -> Response {
        do {
            return Self.opened(try await next(request, context))
        } catch let error as NtfyError {
            return Self.response(error)
        } catch let error as ForeignPath {
            throw error.failure
        } catch {
            return Self.response(NtfyError(try CloudError(translating: error, context.logger)))
        }
    }

    /// Tells a failure.
    static func response(_ error: NtfyError) -> Response {
        opened(JSONResponse.make(error.json, status: error.status, retryAfter: error.retryAfter))
    }

    private static func opened(_ response: Response) -> Response {
        var response = response
        response.headers[.accessControlAllowOrigin] = "*"
        return response
    }
}

/// A path of another protocol, which this one does not answer for.
struct ForeignPath: Error {
    var failure: HTTPError { HTTPError(.notFound) }
}
