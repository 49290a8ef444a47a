import HTTPServing
package import HTTPTypes
import HostModel
package import Hummingbird
import JSON
import TodayProtocol

/// JSON bodies of requests and responses, in Today's wire format.
package enum WireJSON {
    /// Maximum nesting depth of a request's body.
    package static let depthLimit = 64
    /// Time limit for receiving the body of a request.
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

    /// Decodes a request, and names the part with another structure in the error.
    ///
    /// - Throws: ``Host/HostError`` `invalid` for a `DecodingError`.
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
