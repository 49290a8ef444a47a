import CloudStore
package import HTTPTypes
import Hummingbird
package import Logging

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
