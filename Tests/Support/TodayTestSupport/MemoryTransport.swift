package import JSONRPC

/// One end of a pair of in-process transports, over which the same session code runs as over pipes.
package final class MemoryTransport: LineTransport {
    private let incoming: AsyncThrowingStream<[UInt8], any Error>
    private let ownContinuation: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let peerContinuation: AsyncThrowingStream<[UInt8], any Error>.Continuation

    private init(
        incoming: AsyncThrowingStream<[UInt8], any Error>,
        own: AsyncThrowingStream<[UInt8], any Error>.Continuation,
        peer: AsyncThrowingStream<[UInt8], any Error>.Continuation
    ) {
        self.incoming = incoming
        ownContinuation = own
        peerContinuation = peer
    }

    /// Creates two connected ends, of which each receives the lines of the other.
    ///
    /// - Parameter lineLimit: The largest number of waiting lines in each direction.
    /// - Returns: The two ends.
    package static func pair(lineLimit: Int = 10_000) -> (MemoryTransport, MemoryTransport) {
        let (left, toLeft) = AsyncThrowingStream<[UInt8], any Error>.makeStream(
            bufferingPolicy: .bufferingOldest(lineLimit)
        )
        let (right, toRight) = AsyncThrowingStream<[UInt8], any Error>.makeStream(
            bufferingPolicy: .bufferingOldest(lineLimit)
        )
        return (
            MemoryTransport(incoming: left, own: toLeft, peer: toRight),
            MemoryTransport(incoming: right, own: toRight, peer: toLeft)
        )
    }

    /// Receives every line that the other end sends.
    package func run(
        receive: @escaping @Sendable ([UInt8]) -> Void,
        onDrain: @escaping @Sendable () -> Void = {}
    ) async throws(TransportError) {
        do {
            for try await line in incoming { receive(line[..<(line.count - 1)] + []) }
        } catch let error as TransportError {
            throw error
        } catch {
            throw TransportError(.readFailed, "reading failed")
        }
        peerContinuation.finish()
    }

    /// Sends one line to the other end.
    package func send(_ line: [UInt8]) {
        if case .dropped = peerContinuation.yield(line) {
            close(reason: TransportError(.overflow, "the other side does not read"))
        }
    }

    /// Always `false`: a sent line is in the other end's queue.
    package var isCongested: Bool { false }

    /// Closes the other end's stream after the sent lines.
    package func finishSending() { peerContinuation.finish() }

    /// Closes both directions.
    package func close(reason: TransportError?) {
        ownContinuation.finish(throwing: reason)
        peerContinuation.finish()
    }
}
