import AsyncPrimitives
package import Hummingbird
package import NIOCore

extension Request {
    /// Whether the request says that its body has more than so many bytes.
    package func declaresBody(over limit: Int) -> Bool {
        headers[.contentLength].flatMap(Int.init).map { $0 > limit } ?? false
    }

    /// Reads the whole body.
    ///
    /// - Parameters:
    ///   - limit: How many bytes it may have.
    ///   - time: How long it may take to arrive.
    ///   - tooLarge: What is thrown if it has more bytes.
    /// - Returns: The body; none if the time was up.
    /// - Throws: `tooLarge`, or what reading throws.
    package func collectBody(
        upTo limit: Int,
        within time: Duration,
        orThrow tooLarge: any Error
    ) async throws -> ByteBuffer? {
        try await withDeadline(time) {
            var whole = ByteBuffer()
            for try await part in body {
                guard whole.readableBytes + part.readableBytes <= limit else { throw tooLarge }
                whole.writeImmutableBuffer(part)
            }
            return whole
        }
    }
}
