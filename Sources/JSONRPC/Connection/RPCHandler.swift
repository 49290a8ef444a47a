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
