import HTTPServing
package import Hummingbird
package import JSON
package import NIOCore

/// Reads the bodies of requests to the cloud, which may be compressed with gzip.
package enum BodyReader {
    /// The default limit of the size of a body in bytes, both as sent and after unpacking.
    package static let limit = 256 * 1024
    package static let depthLimit = 64
    package static let deadline = Duration.seconds(20)

    /// Reads and unpacks a body of at most `limit` bytes, both as sent and after unpacking; throws `RequestBodyError`.
    package static func bytes(of request: Request, limit: Int = BodyReader.limit) async throws -> ByteBuffer {
        try await request.collectBody(upTo: limit, within: deadline, acceptsGzip: true)
    }

    package static func json(of request: Request, limit: Int = BodyReader.limit) async throws -> JSONValue {
        try await request.collectJSON(upTo: limit, depthLimit: depthLimit, within: deadline, acceptsGzip: true)
    }
}
