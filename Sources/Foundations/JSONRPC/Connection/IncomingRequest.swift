package import JSON

/// A handler of the messages from the other side, which the connection passes to it while it reads, in their order; it
/// must be quick and never wait for the other side, but pass longer work to a task or a queue of its own.
package protocol RPCHandler: Sendable {
    /// Receives a request, which must be answered exactly once, now or later, with ``IncomingRequest/reply(_:)`` or
    /// ``IncomingRequest/fail(_:)``.
    func receive(_ request: IncomingRequest)

    /// Receives a notification; one with an unknown method must be ignored.
    func receive(notification method: String, params: JSONValue)

    /// Called when the other side no longer needs a reply, which may still be sent.
    func cancel(_ id: RPCID)
}

extension RPCHandler {
    package func cancel(_ id: RPCID) {}
}

package struct IncomingRequest: Sendable {
    /// The request's id, chosen by the other side.
    package let id: RPCID
    package let method: String
    /// The parameters, always an object.
    package let params: JSONValue
    let connection: RPCConnection

    /// `true` if a reply can still be sent: none was sent yet, and the connection is open.
    package var awaitsReply: Bool { connection.isUnanswered(id) }

    /// Returns the decoded parameters, or throws `invalidParams`, which names the mistake and its path.
    package func decode<Request: RPCRequest>(_ type: Request.Type) throws(RPCError) -> Request {
        do {
            return try params.decode(type)
        } catch let error as DecodingError {
            throw RPCError(.invalidParams, "\(method): \(error.sentence)")
        } catch {
            throw RPCError(.invalidParams, "\(method): the parameters cannot be read")
        }
    }

    /// Charges the other side for the approximate processor time of work that is done later for this request.
    package func charge(_ time: Duration) { connection.meter?.charge(time) }

    /// Runs work for this request, except on the reading thread, and charges the other side for its processor time.
    package func charging<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        guard let meter = connection.meter else { return try body() }
        return try meter.measure(body)
    }

    package func reply(_ result: some Encodable) {
        do {
            finish(.success(try JSONValue(encoding: result)))
        } catch {
            finish(.failure(RPCError(.internalError, "the answer cannot be written as JSON")))
        }
    }

    package func fail(_ error: RPCError) { finish(.failure(error)) }

    private func finish(_ result: Result<JSONValue, RPCError>) { connection.answer(id, result) }
}
