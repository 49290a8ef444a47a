import Synchronization

/// One end of a pair of transports inside one process: the same session code runs over it as over pipes.
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

    /// Makes two ends: what one sends the other receives.
    ///
    /// - Parameter lineLimit: How many lines may wait on each side before the transport overflows.
    /// - Returns: The two ends, alike.
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

    /// Delivers every line that the other end sent.
    package func run(receive: @escaping @Sendable ([UInt8]) -> Void) async throws(TransportError) {
        do {
            for try await line in incoming { receive(line[..<(line.count - 1)] + []) }
        } catch let error as TransportError {
            throw error
        } catch {
            throw TransportError(.readFailed, "reading failed")
        }
        peerContinuation.finish()
    }

    /// Hands one line to the other end.
    package func send(_ line: [UInt8]) {
        if case .dropped = peerContinuation.yield(line) {
            close(reason: TransportError(.overflow, "the other side does not read"))
        }
    }

    /// Never: what was sent is the other end's.
    package var isCongested: Bool { false }

    /// Does nothing, since nothing waits here.
    package func onDrain(_ body: @escaping @Sendable () -> Void) {}

    /// Ends the other end's stream after what was sent.
    package func finishSending() { peerContinuation.finish() }

    /// Ends both directions.
    package func close(reason: TransportError?) {
        ownContinuation.finish(throwing: reason)
        peerContinuation.finish()
    }
}
