/// Why a stream of lines ended otherwise than by its end.
package struct TransportError: Error, Hashable, Sendable {
    /// The kinds of broken streams.
    package enum Code: Hashable, Sendable {
        /// A line passed the limit.
        case lineTooLong
        /// The other side does not read, or asks more than is answered.
        case overflow
        /// The system refused to read.
        case readFailed
        /// The other side broke the protocol.
        case protocolViolation
    }

    /// The kind.
    package var code: Code
    /// One sentence that names what happened.
    package var message: String

    /// Describes a broken stream.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
