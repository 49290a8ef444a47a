import HTTPServing
package import HTTPTypes
import Host
package import Hummingbird
import JSON

/// JSON bodies of requests and responses, in Today's wire format.
package enum WireJSON {
    /// How large a request's body may be, in bytes.
    package static let bodyLimit = 64 * 1024
    /// How deeply a request's body may be nested.
    package static let depthLimit = 64
    /// How long the body of a request may take to arrive.
    package static let bodyDeadline = Duration.seconds(10)

    /// Reads a request's body.
    ///
    /// - Throws: ``Host/HostError`` `invalid` if it is no JSON or not of that shape; Hummingbird's `HTTPError` 413 if
    ///   it is larger than ``bodyLimit`` and 408 if it takes longer than ``bodyDeadline``.
    package static func read<Value: Decodable & Sendable>(
        _ type: Value.Type,
        from request: Request
    ) async throws -> Value {
        let json: JSONValue
        do {
            json = try await request.collectJSON(upTo: bodyLimit, depthLimit: depthLimit, within: bodyDeadline)
        } catch let error as RequestBodyError {
            switch error.code {
            case .tooLarge: throw HTTPError(.contentTooLarge)
            case .timedOut: throw HTTPError(.requestTimeout)
            case .invalid: throw HostError(.invalid, "The request is \(error.cause ?? error).")
            }
        }
        return try translatingErrors { try json.decode(Value.self) }
    }

    /// Reads a request, and tells the sender what is wrong with it.
    ///
    /// - Throws: ``Host/HostError`` `invalid` for an error of the JSON parser or a `DecodingError`.
    static func translatingErrors<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error as JSONSyntaxError {
            throw HostError(.invalid, "The request is \(error).")
        } catch let error as DecodingError {
            throw HostError(.invalid, "The request makes no sense: \(describe(error)).", cause: error)
        }
    }

    /// Makes a response from a value.
    package static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        JSONResponse.make(try JSONValue(encoding: value), status: status)
    }

    /// Makes a response that says only that all went well.
    package static func done() -> Response { JSONResponse.done() }

    private static func describe(_ error: DecodingError) -> String {
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            context = found
        @unknown default: return "it has another shape"
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
