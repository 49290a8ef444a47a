import CloudStorage
package import HTTPTypes
import Hummingbird
package import Logging

/// Why the cloud refused or failed.
package struct CloudError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    package enum Code: String, Hashable, Sendable {
        /// The request makes no sense.
        case invalid
        /// Nobody proved who asks.
        case unauthorized
        /// Who asks may not do that.
        case forbidden
        /// What the request speaks of is not there.
        case notFound
        /// It contradicts what is there.
        case conflict
        /// The request is larger than the cloud takes.
        case tooLarge
        /// The request took too long to arrive.
        case timedOut
        /// There were too many requests.
        case tooMany
        /// The cloud cannot answer now.
        case unavailable
    }

    /// What kind of failure it is.
    package var code: Code
    /// One sentence that names the thing and the mend.
    package var message: String
    /// After how many seconds it is worth another try, if that helps.
    package var retryAfter: Int?
    /// What lies beneath, for the log.
    package var cause: (any Error)?

    /// Describes a failure.
    package init(_ code: Code, _ message: String, retryAfter: Int? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
        self.cause = cause
    }

    /// The message.
    package var description: String { message }
}

extension CloudError.Code {
    /// The HTTP status that says the same.
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
    /// Translates what a route threw; the log gets what the client must not know.
    ///
    /// - Throws: A `CancellationError` as it is, and in place of a failure of the store if the task was cancelled: the store
    ///   tells that as a failure too, and a server that stops has not failed.
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
            case .locked, .newerSchema, .unavailable:
                logger.error("The store failed", metadata: ["error": "\(error)"])
                self.init(.unavailable, "The cloud's database failed; its log has the rest.", retryAfter: 30)
            }
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
            self.init(.unavailable, "Something went wrong; the cloud's log has the rest.")
        }
    }
}

extension Logger {
    /// Tells that a worker waits since the store failed; that a stop interrupted it is no failure.
    ///
    /// - Parameters:
    ///   - message: What waits.
    ///   - failure: How the store failed.
    /// - Throws: `CancellationError` if the worker is at its end, which may be why the store failed.
    func storeFailure(_ message: Logger.Message, _ failure: CloudStoreError) throws {
        try Task.checkCancellation()
        guard failure.code != .closed else { return }
        error(message, metadata: ["error": "\(failure)"])
    }
}
