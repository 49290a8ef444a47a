package import JSON

/// An error that one side answers to the other (JSON-RPC 2.0, section 5.1).
package struct RPCError: Error, Codable, Hashable, Sendable {
    /// The kind of an error, as an integer on the wire.
    package struct Code: RawRepresentable, Codable, Hashable, Sendable {
        /// The integer on the wire.
        package var rawValue: Int

        /// Takes any integer; codes from -32768 to -32000 are JSON-RPC's.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The line is no JSON.
        package static let parseError = Code(rawValue: -32700)
        /// The line is JSON and no message.
        package static let invalidRequest = Code(rawValue: -32600)
        /// Nobody answers a request of that name.
        package static let methodNotFound = Code(rawValue: -32601)
        /// The parameters are not those of the method.
        package static let invalidParams = Code(rawValue: -32602)
        /// Something went wrong that is not the asker's business.
        package static let internalError = Code(rawValue: -32603)
        /// The asker cancelled the request.
        package static let cancelled = Code(rawValue: -32800)
        /// No answer came within the request's deadline; never on the wire.
        package static let timedOut = Code(rawValue: -32801)
        /// The connection closed before the answer came; never on the wire.
        package static let closed = Code(rawValue: -32802)
    }

    /// The kind of the error.
    package var code: Code
    /// One sentence that names what failed.
    package var message: String
    /// What a program may want to know beyond the code.
    package var data: JSONValue?

    /// Describes an error.
    package init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }
}
