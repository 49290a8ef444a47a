package import HTTPTypes
import HummingbirdCore
package import NIOCore
import Synchronization

/// Collects the body of a response in memory.
package final class BodyCollector: ResponseBodyWriter {
    private let collected = Mutex(ByteBuffer())

    /// The bytes written so far.
    package var body: ByteBuffer { collected.withLock { $0 } }

    package init() {}

    package func write(_ buffer: ByteBuffer) { collected.withLock { _ = $0.writeImmutableBuffer(buffer) } }

    package func finish(_ trailingHeaders: HTTPFields?) {}
}
