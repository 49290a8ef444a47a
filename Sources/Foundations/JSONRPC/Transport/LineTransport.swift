/// A transport for lines in both directions between two sides.
package protocol LineTransport: Sendable {
    /// Receives lines until the other side closes its stream; it is called once.
    ///
    /// `receive` is called for one line at a time, in order; it must neither block nor wait for the other side, since
    /// nothing else is read while it runs. `onDrain` is called each time all waiting lines have been written, and must
    /// not block.
    func run(
        receive: @escaping @Sendable ([UInt8]) -> Void,
        onDrain: @escaping @Sendable () -> Void
    ) async throws(TransportError)

    /// Queues one line, including its end, in the order of the calls, and returns at once; after the end of the stream
    /// it is discarded, and beyond the limit of the queue the transport closes with an `overflow`.
    func send(_ line: [UInt8])

    /// `true` if lines wait because the other side does not read.
    var isCongested: Bool { get }

    /// Closes the stream to the other side once all queued lines are written.
    func finishSending()

    /// Closes the transport at once: `run` throws `reason`, or returns if it is `nil`.
    func close(reason: TransportError?)
}

/// The reason why a stream of lines broke.
package struct TransportError: Error, Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// A line exceeds the limit.
        case lineTooLong
        /// The other side does not read, or has too many unanswered requests.
        case overflow
        /// The system reported an error.
        case readFailed
        /// The other side violated the protocol.
        case protocolViolation
    }

    package var code: Code
    /// One sentence that names what happened.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
