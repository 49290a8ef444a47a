package import JSON

/// An error reply (JSON-RPC 2.0, section 5.1).
package struct RPCError: Error, Codable, Hashable, Sendable {
    package struct Code: RawRepresentable, Codable, Hashable, Sendable {
        package var rawValue: Int

        /// Creates a code from any integer; codes from -32768 to -32000 belong to JSON-RPC.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The line is not JSON.
        package static let parseError = Code(rawValue: -32700)
        /// The line is JSON but not a message.
        package static let invalidRequest = Code(rawValue: -32600)
        /// The method does not exist.
        package static let methodNotFound = Code(rawValue: -32601)
        package static let invalidParams = Code(rawValue: -32602)
        /// An internal error, whose details are not sent.
        package static let internalError = Code(rawValue: -32603)
        /// The caller cancelled the request.
        package static let cancelled = Code(rawValue: -32800)
        /// No reply arrived before the deadline; never on the wire.
        package static let timedOut = Code(rawValue: -32801)
        /// The connection closed before the reply arrived; never on the wire.
        package static let closed = Code(rawValue: -32802)
        /// The reply cannot be decoded as the method's reply, for the reason in ``RPCError/data``; never on the wire.
        package static let malformedReply = Code(rawValue: -32803)
        /// The reply is no JSON-RPC message, for the reason in ``RPCError/data``; never on the wire.
        package static let unreadableReply = Code(rawValue: -32804)

        /// `true` if such an error arises only on this side and is never sent.
        var isLocal: Bool { [.timedOut, .closed, .malformedReply, .unreadableReply].contains(self) }
    }

    package var code: Code
    package var message: String
    /// Additional data for programs.
    package var data: JSONValue?

    package init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }
}
