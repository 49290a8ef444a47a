import CloudCore
import CloudStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON
import Logging

/// The refusal of a whole request, in CloudKit's form.
struct CloudKitError: Error, Hashable, Sendable {
    let failure: CloudRecordFailure
    /// The delay after which the client should retry, in seconds; `nil` to name none.
    var retryAfter: Int?
    /// The address of the page about logging in.
    var redirectURL: String?

    init(_ code: CloudRecordFailure.Code, _ reason: String, retryAfter: Int? = nil, redirectURL: String? = nil) {
        failure = CloudRecordFailure(code, reason)
        self.retryAfter = retryAfter
        self.redirectURL = redirectURL
    }

    init(_ failure: CloudRecordFailure) { self.failure = failure }

    init(_ error: CloudError) {
        let code: CloudRecordFailure.Code =
            switch error.code {
            case .invalid: .badRequest
            case .unauthorized: .authenticationFailed
            case .forbidden: .accessDenied
            case .notFound: .notFound
            case .conflict, .tooLarge: .quotaExceeded
            case .tooMany: .throttled
            case .timedOut: .tryAgainLater
            case .unavailable: error.retryAfter == nil ? .internalError : .tryAgainLater
            }
        self.init(code, error.message, retryAfter: error.retryAfter)
    }

    static func invalid(_ reason: String) -> CloudKitError { CloudKitError(.badRequest, reason) }

    var response: Response {
        var members: [String: JSONValue] = [:]
        if let retryAfter { members["retryAfter"] = .integer(retryAfter) }
        if let redirectURL { members["redirectURL"] = .string(redirectURL) }
        let status = failure.code.status
        var response = JSONResponse.failure(failure.json(members), status: status, retryAfter: retryAfter)
        // A browser would respond to a challenge by asking for a name and a password.
        if failure.code == .authenticationFailed { response.headers[.wwwAuthenticate] = "CloudKit realm=\"Today\"" }
        return response.readableByScripts
    }
}

extension CloudRecordFailure.Code {
    var status: HTTPResponse.Status {
        switch self {
        case .accessDenied: .forbidden
        case .atomicError, .badRequest: .badRequest
        case .authenticationFailed: .unauthorized
        case .authenticationRequired: .misdirectedRequest
        case .conflict, .exists: .conflict
        case .internalError: .internalServerError
        case .notFound, .zoneNotFound: .notFound
        case .quotaExceeded: .contentTooLarge
        case .throttled: .tooManyRequests
        case .tryAgainLater: .serviceUnavailable
        case .validatingReferenceError: .preconditionFailed
        }
    }
}

extension Response {
    /// The response with headers that allow scripts of any web page to read it and the next web auth token.
    var readableByScripts: Response {
        var response = self
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.accessControlExposeHeaders] = CloudKitHeader.webAuthToken.rawValue
        return response
    }
}

extension CloudKitError {
    /// Makes the response to an error, and logs details that the client must not learn; rethrows `CancellationError`.
    static func response(to error: any Error, _ logger: Logger) throws -> Response {
        switch error {
        case let error as CloudKitError: error.response
        case let failure as CloudRecordFailure: CloudKitError(failure).response
        default: CloudKitError(try CloudError(translating: error, logger)).response
        }
    }
}
