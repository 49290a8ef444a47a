import CloudStorage
package import HTTPServing
package import Hummingbird
package import JSON
package import Logging

/// A refused request or a failure of the cloud.
package struct CloudError: Error, Sendable, CustomStringConvertible {
    package enum Code: String, Hashable, Sendable {
        case invalid
        case unauthorized
        case forbidden
        case notFound
        /// The request contradicts existing data.
        case conflict
        case tooLarge
        /// The request took too long to arrive.
        case timedOut
        case tooMany
        /// The cloud cannot process the request now.
        case unavailable
    }

    package var code: Code
    /// One sentence that names the thing that failed and the remedy.
    package var message: String
    /// The delay after which the client should retry, in seconds; `nil` to name none.
    package var retryAfter: Int?
    package var cause: (any Error)?

    package init(_ code: Code, _ message: String, retryAfter: Int? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.cause = cause
    }

    package var description: String { message }
}

extension CloudError.Code {
    package var status: HTTPResponse.Status {
        switch self {
        case .invalid: .badRequest
        case .unauthorized: .unauthorized
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .conflict: .conflict
        case .tooLarge: .contentTooLarge
        case .timedOut: .requestTimeout
        case .tooMany: .tooManyRequests
        case .unavailable: .serviceUnavailable
        }
    }
}

extension CloudError {
    /// Translates an error of a route, and logs details that the client must not learn.
    ///
    /// - Throws: `CancellationError` if `error` is one, or if the store failed because a shutdown cancelled the task.
    package init(translating error: any Error, _ logger: Logger) throws {
        switch error {
        case let error as CloudError:
            self = error
        case let error as CancellationError:
            throw error
        case let error as CloudStoreError:
            try Task.checkCancellation()
            switch error.code {
            case .notFound: self.init(.notFound, error.message)
            case .conflict: self.init(.conflict, error.message)
            case .overloaded, .closed, .diskFull:
                logger.error("The store refused", metadata: ["error": "\(error)"])
                self.init(.unavailable, "The cloud cannot do this now; try again later.", retryAfter: 5)
            case .attachmentsUnavailable:
                logger.error("The store of attached files failed", metadata: ["error": "\(error)"])
                self.init(.unavailable, "The cloud cannot reach attached files now; try again later.", retryAfter: 30)
            case .locked, .newerSchema, .unavailable:
                logger.error("The store failed", metadata: ["error": "\(error)"])
                self.init(.unavailable, "The cloud's database failed; its log has the details.", retryAfter: 30)
            }
        case let error as RequestBodyError:
            let code: Code =
                switch error.code {
                case .tooLarge: .tooLarge
                case .timedOut: .timedOut
                case .invalid: .invalid
                }
            self.init(code, error.message, cause: error.cause)
        case let error as HTTPError:
            let code: Code =
                switch error.status {
                case .notFound: .notFound
                case .contentTooLarge: .tooLarge
                case .unauthorized: .unauthorized
                default: .invalid
                }
            self.init(code, error.body ?? error.status.reasonPhrase)
        default:
            logger.error("A request failed", metadata: ["error": "\(error)"])
            self.init(.unavailable, "Something went wrong; the cloud's log has the details.")
        }
    }
}

extension JSONResponse {
    /// Makes the response to a failed request in a protocol's form, with the delay in seconds before a retry, if any,
    /// and with the challenge that HTTP requires for the status 401.
    package static func failure(_ body: JSONValue, status: HTTPResponse.Status, retryAfter: Int?) -> Response {
        var headers = HTTPFields()
        if let retryAfter { headers[.retryAfter] = String(retryAfter) }
        if status == .unauthorized { headers[.wwwAuthenticate] = "Basic realm=\"Today\"" }
        return make(body, status: status, headers: headers)
    }
}

extension Logger {
    /// Logs that a failure of the store delays the work that the message names, unless the cloud is stopping.
    ///
    /// - Throws: `CancellationError` if the worker was cancelled, which may be the cause of the failure.
    func storeFailure(_ message: Logger.Message, _ failure: CloudStoreError) throws {
        try Task.checkCancellation()
        guard failure.code != .closed else { return }
        error(message, metadata: ["error": "\(failure)"])
    }
}
