/// Carries lines both ways between two sides.
package protocol LineTransport: Sendable {
    /// Delivers every line that arrives, in order, until the other side ends its stream.
    ///
    /// Called once. `receive` is called for one line at a time and must neither block nor wait for the other side:
    /// while it runs, nothing else is read.
    ///
    /// - Throws: ``TransportError`` when the stream ended otherwise than by its end.
    func run(receive: @escaping @Sendable ([UInt8]) -> Void) async throws(TransportError)

    /// Queues one line, its end included, and returns at once.
    ///
    /// Lines leave in the order of the calls. After an end the line is dropped; when the other side does not read and
    /// the queue passes its limit, the transport ends with ``TransportError/Code/overflow``.
    func send(_ line: [UInt8])

    /// Whether lines wait for the other side to read.
    var isCongested: Bool { get }

    /// Calls a closure each time that waiting lines have all left; it must not block. Set before `run`.
    func onDrain(_ body: @escaping @Sendable () -> Void)

    /// Tells the other side that no more lines come, after those that are queued.
    func finishSending()

    /// Ends the transport at once: `run` throws `reason`, or returns if there is none.
    func close(reason: TransportError?)
}

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
