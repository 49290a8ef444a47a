import CloudCore
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON

/// An error in the form that Airship documents.
struct AirshipError: Error {
    /// `error_code` is the status followed by ``number``.
    var status: HTTPResponse.Status
    /// The last two digits of `error_code`.
    var number: Int
    var message: String
    /// The mistake in the body, in words.
    var reason: String?
    /// The path of the mistake in the body, such as `audience.tag`.
    var path: String?
    /// The line and the column of a syntax error, both starting at 1.
    var location: (line: Int, column: Int)?
    /// The delay after which the client should retry, in seconds.
    var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ number: Int = 0, _ message: String) {
        self.status = status
        self.number = number
        self.message = message
    }

    static func invalid(_ reason: String, at path: String) -> AirshipError {
        var error = AirshipError(.badRequest, 1, "Could not parse request body.")
        error.reason = reason
        error.path = path
        return error
    }

    static func notFound(_ what: String) -> AirshipError { AirshipError(.notFound, 0, what) }

    static func unauthorized(_ why: String) -> AirshipError { AirshipError(.unauthorized, 0, why) }

    static func forbidden(_ why: String) -> AirshipError { AirshipError(.forbidden, 0, why) }

    /// The error of a device whose channel was removed.
    static var gone: AirshipError { AirshipError(.conflict, 0, "The channel is gone; make a new one.") }

    init(_ error: CloudError) {
        self.init(error.code.status, 0, error.message)
        retryAfter = error.retryAfter
        if let syntax = error.cause as? JSONSyntaxError {
            message = "Could not parse request body."
            reason = "The body is \(syntax)."
        }
    }

    var response: Response { JSONResponse.failure(json, status: status, retryAfter: retryAfter) }

    private var json: JSONValue {
        var members: [String: JSONValue] = [
            "ok": false, "error": .string(message), "error_code": .integer(status.code * 100 + number),
        ]
        let place = location.map { ["line": .integer($0.line), "column": .integer($0.column)] as JSONValue }
        let known = ["error": reason.map(JSONValue.string), "path": path.map(JSONValue.string), "location": place]
        let details = known.compactMapValues { $0 }
        if !details.isEmpty { members["details"] = .object(details) }
        return .object(members)
    }
}

extension ErrorMiddleware<CloudContext> {
    static var airship: ErrorMiddleware {
        ErrorMiddleware { error, logger in
            try (error as? AirshipError ?? AirshipError(CloudError(translating: error, logger))).response
        }
    }
}
