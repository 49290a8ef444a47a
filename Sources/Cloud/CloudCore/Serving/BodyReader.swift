import Foundation
import HTTPServing
import HTTPTypes
package import Hummingbird
package import JSON
package import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Reads the bodies of requests, within limits.
package enum BodyReader {
    /// How large a body may be unless a route says otherwise, in bytes.
    package static let limit = 256 * 1024
    /// How deeply JSON may be nested.
    package static let depthLimit = 64
    /// How long a body may take to arrive.
    package static let deadline = Duration.seconds(20)

    /// Reads a body, and unpacks it if it is compressed with gzip.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: How many bytes it may have, as it was sent and unpacked.
    /// - Returns: The bytes.
    /// - Throws: ``CloudError`` with code `tooLarge` or `timedOut`; `invalid` if it cannot be unpacked.
    package static func bytes(of request: Request, limit: Int = BodyReader.limit) async throws -> ByteBuffer {
        let tooLarge = CloudError(.tooLarge, "The body is larger than \(limit) bytes.")
        if request.declaresBody(over: limit) { throw tooLarge }
        let isPacked = try GzipBody.isDeclared(in: request.headers)
        guard let body = try await request.collectBody(upTo: limit, within: deadline, orThrow: tooLarge) else {
            throw CloudError(.timedOut, "The body did not arrive within 20 seconds.")
        }
        return isPacked ? try GzipBody.unpack(body, limit: limit) : body
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

/// Unpacks bodies that were sent with `Content-Encoding: gzip`.
enum GzipBody {
    /// How many times its size a body may grow to when it is unpacked.
    static let growth = 100
    /// How large a body may become however small it was, in bytes.
    static let freeSize = 1024 * 1024

    private static let mark: [UInt8] = [0x1F, 0x8B]

    /// Whether a request says that its body is packed.
    ///
    /// - Throws: ``CloudError`` with code `invalid` if it is packed in another way than with gzip.
    static func isDeclared(in headers: HTTPFields) throws(CloudError) -> Bool {
        switch headers[.contentEncoding]?.lowercased() {
        case nil, "", "identity": return false
        case "gzip", "x-gzip": return true
        case let other?:
            throw CloudError(.invalid, "Bodies may be compressed with gzip, and this one says \"\(other.prefix(32))\".")
        }
    }

    /// Unpacks a body.
    ///
    /// A body that does not begin as gzip does stays as it is: Airship's Python client goes on sending the header
    /// with whatever it sends after it has uploaded a list.
    ///
    /// - Parameters:
    ///   - body: The body as it was sent.
    ///   - limit: How many bytes it may have when it is unpacked.
    /// - Returns: The body.
    /// - Throws: ``CloudError`` with code `tooLarge`, also if it grows to more than ``growth`` times its size and
    ///   ``freeSize``; with code `invalid` if it is damaged or incomplete.
    static func unpack(_ body: ByteBuffer, limit: Int) throws(CloudError) -> ByteBuffer {
        guard body.readableBytesView.starts(with: mark) else { return body }
        let allowed = max(freeSize, body.readableBytes * growth)
        do {
            return try inflate(body, limit: min(limit, allowed))
        } catch let error as NIOHTTPDecompression.DecompressionError where error == .limit {
            guard allowed < limit else { throw CloudError(.tooLarge, "The body is larger than \(limit) bytes.") }
            throw CloudError(.tooLarge, "The body grows to more than \(growth) times its size when it is unpacked.")
        } catch let error as NIOHTTPDecompression.ExtraDecompressionError where error == .truncatedData {
            throw CloudError(.invalid, "The body is compressed, and its end is missing.")
        } catch {
            throw CloudError(.invalid, "The body says that it is compressed with gzip, and is damaged.", cause: error)
        }
    }

    /// Runs the body through the only thing of its library that unpacks, which is a handler of a channel.
    private static func inflate(_ body: ByteBuffer, limit: Int) throws -> ByteBuffer {
        let channel = EmbeddedChannel(handler: NIOHTTPRequestDecompressor(limit: .size(limit)))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: ["content-encoding": "gzip"])
        for part in [HTTPServerRequestPart.head(head), .body(body), .end(nil)] { try channel.writeInbound(part) }
        var whole = ByteBuffer()
        while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
            if case .body(let piece) = part { whole.writeImmutableBuffer(piece) }
        }
        return whole
    }
}
