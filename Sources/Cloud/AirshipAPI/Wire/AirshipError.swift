import CloudCore
import HTTPTypes
import Hummingbird
import JSON

/// A failure in the shape that Airship documents.
struct AirshipError: Error {
    /// The HTTP status; with two digits behind it, the `error_code`.
    var status: HTTPResponse.Status
    /// The two digits.
    var number: Int
    /// What failed, in one sentence.
    var message: String
    /// What is wrong with the body.
    var reason: String?
    /// Where in the body it is, such as `audience.tag`.
    var path: String?
    /// The line and the column of it, both from 1, where the body is no JSON.
    var place: (line: Int, column: Int)?
    /// After how many seconds it is worth another try.
    var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ number: Int = 0, _ message: String) {
        self.status = status
        self.number = number
        self.message = message
    }

    /// Describes a mistake in a body.
    static func invalid(_ reason: String, at path: String) -> AirshipError {
        var error = AirshipError(.badRequest, 1, "Could not parse request body.")
        error.reason = reason
        error.path = path
        return error
    }

    /// Says that something is not there.
    static func notFound(_ what: String) -> AirshipError { AirshipError(.notFound, 0, what) }

    /// Says that nobody proved who asks.
    static func unauthorized(_ why: String) -> AirshipError { AirshipError(.unauthorized, 0, why) }

    /// Says that who asks may not do that.
    static func forbidden(_ why: String) -> AirshipError { AirshipError(.forbidden, 0, why) }

    /// Takes a failure of the core.
    init(_ error: CloudError, body: [UInt8]? = nil) {
        self.init(error.code.status, 0, error.message)
        retryAfter = error.retryAfter
        if let syntax = error.cause as? JSONSyntaxError {
            message = "Could not parse request body."
            reason = "The body is \(syntax)."
        }
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "ok": false, "error": .string(message), "error_code": .integer(status.code * 100 + number),
        ]
        var details: [String: JSONValue] = [:]
        if let reason { details["error"] = .string(reason) }
        if let path { details["path"] = .string(path) }
        if let place { details["location"] = ["line": .integer(place.line), "column": .integer(place.column)] }
        if !details.isEmpty { members["details"] = .object(details) }
        return .object(members)
    }
}

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
