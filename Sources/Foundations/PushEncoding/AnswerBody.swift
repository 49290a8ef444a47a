package import AsyncHTTPClient
import AsyncPrimitives
import NIOCore

extension HTTPClientResponse {
    /// Reads the beginning of the body within a time limit, since a connection can be reused only after the end of a
    /// response.
    ///
    /// - Returns: At most `limit` bytes, after which no more are read; `nil` if the connection broke, or the body had
    ///   neither ended nor reached the limit in time.
    /// - Throws: A `CancellationError` if the task was cancelled.
    package func beginningOfBody(limit: Int, within time: Duration) async throws -> [UInt8]? {
        do {
            return try await withDeadline(time) {
                var bytes: [UInt8] = []
                for try await part in body {
                    bytes += part.readableBytesView.prefix(limit - bytes.count)
                    if bytes.count >= limit { break }
                }
                return bytes
            }
        } catch {
            try Task.checkCancellation()
            return nil
        }
    }
}
