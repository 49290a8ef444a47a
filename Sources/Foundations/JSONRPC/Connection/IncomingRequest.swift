package import JSON

/// What a side does with what the other side asks and tells.
///
/// Both functions are called by the connection's reader, one message at a time in the order of arrival. They must be
/// quick and must never wait for the other side; longer work is handed to something the handler owns.
package protocol RPCHandler: Sendable {
    /// Takes a request, which must be answered once, now or later, with ``IncomingRequest/reply(_:)`` or
    /// ``IncomingRequest/fail(_:)``.
    func receive(_ request: IncomingRequest)

    /// Takes a notification. One of an unknown method is ignored.
    func receive(notification method: String, params: JSONValue)

    /// Learns that the other side no longer wants an answer. The answer may still be given.
    func cancel(_ id: RPCID)
}

extension RPCHandler {
    /// Lets the request go on.
    package func cancel(_ id: RPCID) {}
}

/// A request of the other side that waits for its answer.
package struct IncomingRequest: Sendable {
    /// The other side's id of the request.
    package let id: RPCID
    /// The method's name.
    package let method: String
    /// The parameters, always an object.
    package let params: JSONValue
    private let connection: RPCConnection

    init(id: RPCID, method: String, params: JSONValue, connection: RPCConnection) {
        self.id = id
        self.method = method
        self.params = params
        self.connection = connection
    }

    /// Whether the answer is still waited for: it was not given, and the connection has not ended.
    package var isWanted: Bool { connection.isUnanswered(id) }

    /// Reads the parameters as those of a method.
    ///
    /// - Parameter type: The method.
    /// - Returns: The parameters.
    /// - Throws: An error with code `invalidParams` that names the mistake and its place.
    package func decode<Request: RPCRequest>(_ type: Request.Type) throws(RPCError) -> Request {
        do {
            return try params.decode(type)
        } catch let error as DecodingError {
            throw RPCError(.invalidParams, "\(method): \(error.sentence)")
        } catch {
            throw RPCError(.invalidParams, "\(method): the parameters cannot be read")
        }
    }

    /// Answers with a result.
    package func reply(_ result: some Encodable) {
        do {
            finish(.success(try JSONValue(encoding: result)))
        } catch {
            finish(.failure(RPCError(.internalError, "the answer cannot be written as JSON")))
        }
    }

    /// Answers with an error.
    package func fail(_ error: RPCError) { finish(.failure(error)) }

    private func finish(_ result: Result<JSONValue, RPCError>) { connection.answer(id, result) }
}

extension DecodingError {
    /// One phrase that names the place and the mistake.
    package var sentence: String {
        let context: Context
        switch self {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            context = found
        @unknown default: return "the value cannot be read"
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}

extension EncodingError {
    /// One phrase that names the place and the mistake.
    package var sentence: String {
        guard case .invalidValue(_, let context) = self else { return "the value cannot be written" }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
