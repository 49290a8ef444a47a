package import HTTPServing
package import HTTPTypes
package import HostModel
import Hummingbird
import Logging
import TodayProtocol

extension ErrorMiddleware {
    /// Returns a middleware that translates errors into the JSON of the host's routes.
    ///
    /// A client gets the message of a ``Host/HostError`` or an `HTTPError`. It gets any other error as a bare internal
    /// error, which is also logged.
    /// Local tools have no translation: they use English.
    package static func hostAPI(_ translation: HostTranslation? = nil) -> ErrorMiddleware {
        ErrorMiddleware { error, request, logger in
            switch error {
            case var error as HostError:
                if let translation { error.text = .text(translation.message(error, request.headers)) }
                if let cause = error.cause { logger.debug("A request failed", metadata: ["cause": "\(cause)"]) }
                return try WireJSON.response(HostErrorBody(error), status: error.code.status)
            case let error as HTTPError:
                let message = error.body ?? error.status.reasonPhrase
                let code: HostError.Code = error.status == .notFound ? .notFound : .invalid
                return try WireJSON.response(HostErrorBody(HostError(code, .text(message))), status: error.status)
            default:
                logger.error("A request failed", metadata: ["error": "\(error)"])
                let body = HostErrorBody(HostError(.internal, "Something went wrong. Today's log has the details."))
                return try WireJSON.response(body, status: .internalServerError)
            }
        }
    }
}

extension HostError.Code {
    package var status: HTTPResponse.Status {
        switch self {
        case .notFound: .notFound
        case .invalid: .badRequest
        case .badBundle: .unprocessableContent
        case .claimed, .passcodeNotSet, .nobodyWaits: .conflict
        case .passcodeRequired, .passcodeWrong, .notAllowed: .forbidden
        case .processFailed, .cloudUnavailable: .badGateway
        case .stateUnavailable, .notRunning, .sandboxUnavailable: .serviceUnavailable
        case .internal: .internalServerError
        }
    }
}
