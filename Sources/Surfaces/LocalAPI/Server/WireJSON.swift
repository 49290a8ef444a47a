package import HTTPServing
package import HTTPTypes
package import HostModel
package import Hummingbird
import JSON
import Logging
package import TodayProtocol

/// JSON bodies of requests and responses, in Today's wire format.
package enum WireJSON {
    package static let depthLimit = 64
    package static let bodyDeadline = Duration.seconds(10)

    /// Reads the body of a request, at most `limit` bytes.
    ///
    /// - Throws: ``Host/HostError`` `invalid` if it is not JSON; Hummingbird's `HTTPError` 413 if it is larger than
    ///   `limit` and 408 if it takes longer than ``bodyDeadline``.
    static func body(of request: Request, upTo limit: Int) async throws -> JSONValue {
        do {
            return try await request.collectJSON(upTo: limit, depthLimit: depthLimit, within: bodyDeadline)
        } catch let error as RequestBodyError {
            switch error.code {
            case .tooLarge: throw HTTPError(.contentTooLarge)
            case .timedOut: throw HTTPError(.requestTimeout)
            case .invalid: throw HostError(.invalid, "The request is \(error.cause ?? error).")
            }
        }
    }

    /// Decodes a request; an error, `invalid`, names the part with another structure.
    static func decoding<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error as DecodingError {
            throw HostError(.invalid, "The request makes no sense: \(error.sentence).", cause: error)
        }
    }

    package static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        JSONResponse.make(try JSONValue(encoding: value), status: status)
    }
}

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

/// Writes the host's sentences in the language of a request.
package struct HostTranslation: Sendable {
    let message: @Sendable (HostError, HTTPFields) -> String
    private let translateSentence: @Sendable (LocalizableText, HTTPFields) -> String

    /// Makes a translation from functions that take the headers of a request, for its language.
    package init(
        error: @escaping @Sendable (HostError, HTTPFields) -> String,
        sentence: @escaping @Sendable (LocalizableText, HTTPFields) -> String
    ) {
        message = error
        translateSentence = sentence
    }

    /// Returns a reply with its sentences in the language of a request; most replies have none.
    func translated<Reply>(_ reply: Reply, _ headers: HTTPFields) -> Reply {
        switch reply {
        case TapOutcome.failed(let reason) as TapOutcome:
            TapOutcome.failed(reason: .text(translateSentence(reason, headers))) as? Reply ?? reply
        case AnswerOutcome.failed(let reason) as AnswerOutcome:
            AnswerOutcome.failed(reason: .text(translateSentence(reason, headers))) as? Reply ?? reply
        default: reply
        }
    }
}
