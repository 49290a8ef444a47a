import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Takes a response's body.
final class BodyCollector: ResponseBodyWriter {
    private let buffer = Mutex(ByteBuffer())

    var text: String { buffer.withLock { String(buffer: $0) } }

    func write(_ part: ByteBuffer) async throws {
        buffer.withLock { _ = $0.writeImmutableBuffer(part) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
