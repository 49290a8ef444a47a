import Foundation
import HTTPTypes
package import Hummingbird
package import JSON
package import NIOCore
import Serving

/// Reads the bodies of requests, within limits.
package enum BodyReader {
    /// How large a body may be unless a route says otherwise, in bytes.
    package static let limit = 256 * 1024
    /// How deeply JSON may be nested.
    package static let depthLimit = 64
    /// How long a body may take to arrive.
    package static let deadline = Duration.seconds(20)

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: How many bytes it may have.
    /// - Returns: The bytes.
    /// - Throws: ``CloudError`` with code `tooLarge` or `timedOut`.
    package static func bytes(of request: Request, limit: Int = BodyReader.limit) async throws -> ByteBuffer {
        let tooLarge = CloudError(.tooLarge, "The body is larger than \(limit) bytes.")
        if request.declaresBody(over: limit) { throw tooLarge }
        if let encoding = request.headers[.contentEncoding]?.lowercased(), encoding != "identity" {
            throw CloudError(.invalid, "This cloud takes no bodies that are compressed (\(encoding)).")
        }
        guard let body = try await request.collectBody(upTo: limit, within: deadline, orThrow: tooLarge) else {
            throw CloudError(.timedOut, "The body did not arrive within 20 seconds.")
        }
        return body
    }

    /// Reads a body as JSON.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: How many bytes it may have.
    /// - Returns: The value.
    /// - Throws: ``CloudError`` with code `tooLarge`, `timedOut` or `invalid`; the cause of the last one is the
    ///   `JSONSyntaxError`.
    package static func json(of request: Request, limit: Int = BodyReader.limit) async throws -> JSONValue {
        let buffer = try await bytes(of: request, limit: limit)
        do {
            return try JSONValue(parsing: buffer.readableBytesView, depthLimit: depthLimit)
        } catch {
            throw CloudError(.invalid, "The body is \(error).", cause: error)
        }
    }
}
