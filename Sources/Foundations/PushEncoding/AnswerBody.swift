package import AsyncHTTPClient
import AsyncPrimitives
import NIOCore

extension HTTPClientResponse {
    /// Reads the beginning of the body for a limited time.
    ///
    /// The body of a success is worth reading too: a connection whose answer was not read to its end cannot be used again.
    ///
    /// - Parameters:
    ///   - limit: How many bytes are returned at most; what comes after them is not read.
    ///   - time: How long the body may take.
    /// - Returns: The bytes; `nil` if the body broke off, or had neither ended nor reached the limit in time.
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
