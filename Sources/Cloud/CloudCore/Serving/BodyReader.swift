import HTTPServing
package import Hummingbird
package import JSON
package import NIOCore

/// Reads the bodies of requests to the cloud, which may be compressed with gzip.
package enum BodyReader {
    /// The largest size of a body in bytes, as it was sent and unpacked, unless a route has another limit.
    package static let limit = 256 * 1024
    /// How deeply JSON may be nested.
    package static let depthLimit = 64
    /// How long a body may take to arrive.
    package static let deadline = Duration.seconds(20)

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The largest size in bytes, as it was sent and unpacked.
    /// - Returns: The bytes, unpacked.
    /// - Throws: `RequestBodyError`.
    package static func bytes(of request: Request, limit: Int = BodyReader.limit) async throws -> ByteBuffer {
        try await request.collectBody(upTo: limit, within: deadline, acceptsGzip: true)
    }

    /// Reads a body as JSON.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The largest size in bytes, as it was sent and unpacked.
    /// - Returns: The value.
    /// - Throws: `RequestBodyError`.
    package static func json(of request: Request, limit: Int = BodyReader.limit) async throws -> JSONValue {
        try await request.collectJSON(upTo: limit, depthLimit: depthLimit, within: deadline, acceptsGzip: true)
    }
}
