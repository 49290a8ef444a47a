import CloudCore
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON

/// An error in ntfy's form: `{"code", "http", "error", "link"}`.
struct NtfyError: Error, Hashable {
    /// ntfy's number of the error; the first three digits are the HTTP status.
    var code: Int
    /// The message, which is ntfy's own for an error that ntfy has.
    var message: String
    /// The URL of the relevant part of ntfy's documentation; may be empty.
    var link: String
    /// The delay after which the client should retry, in seconds.
    var retryAfter: Int?

    init(_ code: Int, _ message: String, link: String = "") {
        self.code = code
        self.message = message
        self.link = link.isEmpty ? "" : "https://docs.ntfy.sh/" + link
    }

    var status: HTTPResponse.Status { HTTPResponse.Status(code: code / 100) }

    func with(_ detail: String) -> NtfyError {
        var error = self
        error.message += ", " + detail
        return error
    }

    func after(_ seconds: Int?) -> NtfyError {
        var error = self
        error.retryAfter = seconds
        return error
    }

    var response: Response {
        JSONResponse.failure(json, status: status, retryAfter: retryAfter).readableFromAnyOrigin
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "code": .integer(code), "http": .integer(status.code), "error": .string(message),
        ]
        if !link.isEmpty { members["link"] = .string(link) }
        return .object(members)
    }

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

extension ErrorMiddleware<CloudContext> {
    static var ntfy: ErrorMiddleware {
        ErrorMiddleware { error, logger in
            if error is UnhandledPathError { throw HTTPError(.notFound) }
            return try (error as? NtfyError ?? NtfyError(CloudError(translating: error, logger))).response
        }
    }
}

extension Response {
    /// The response with a header that allows scripts of any web page to read it.
    var readableFromAnyOrigin: Response {
        var response = self
        response.headers[.accessControlAllowOrigin] = "*"
        return response
    }
}

struct UnhandledPathError: Error {}
