import CloudCore
import HTTPTypes
import Hummingbird
import JSON

/// A failure in ntfy's shape: `{"code", "http", "error", "link"}`.
struct NtfyError: Error, Hashable {
    /// ntfy's own number of it; the first three digits are the HTTP status.
    var code: Int
    /// What failed, in ntfy's words where it has some.
    var message: String
    /// The part of ntfy's documentation that helps; may be empty.
    var link: String
    /// After how many seconds it is worth another try.
    var retryAfter: Int?

    init(_ code: Int, _ message: String, link: String = "") {
        self.code = code
        self.message = message
        self.link = link.isEmpty ? "" : "https://docs.ntfy.sh/" + link
    }

    /// The HTTP status.
    var status: HTTPResponse.Status { HTTPResponse.Status(code: code / 100) }

    /// The same failure with what exactly is wrong.
    func with(_ detail: String) -> NtfyError {
        var error = self
        error.message += ", " + detail
        return error
    }

    /// The same failure with a time to wait.
    func after(_ seconds: Int?) -> NtfyError {
        var error = self
        error.retryAfter = seconds
        return error
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "code": .integer(code), "http": .integer(status.code), "error": .string(message),
        ]
        if !link.isEmpty { members["link"] = .string(link) }
        return .object(members)
    }

    /// Takes a failure of the core.
    init(_ error: CloudError) {
        switch error.code {
        case .unauthorized: self = .unauthorized
        case .forbidden: self = .forbidden
        case .notFound: self = .notFound
        case .tooLarge: self = .bodyTooLarge
        case .tooMany: self = .tooManyFailures.after(error.retryAfter)
        case .invalid: self = NtfyError(40_000, "invalid request: " + error.message)
        case .conflict: self = NtfyError(42_904, "limit reached: " + error.message)
        case .timedOut: self = NtfyError(40_801, error.message)
        case .unavailable: self = NtfyError(50_301, error.message).after(error.retryAfter)
        }
    }
}

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
        } catch let error as UnhandledPathError {
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
struct UnhandledPathError: Error {
    var failure: HTTPError { HTTPError(.notFound) }
}
