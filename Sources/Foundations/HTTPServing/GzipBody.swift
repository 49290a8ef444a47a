import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Decompresses bodies that were sent with `Content-Encoding: gzip`.
enum GzipBody {
    /// The largest ratio of the decompressed to the compressed size.
    static let growthLimit = 100
    /// The size in bytes up to which ``growthLimit`` does not apply.
    static let freeSize = 1024 * 1024

    private static let magicNumber: [UInt8] = [0x1F, 0x8B]

    /// Returns `true` if a request declares that its body is compressed with gzip; throws if it declares another
    /// compression.
    static func isDeclared(in headers: HTTPFields) throws(RequestBodyError) -> Bool {
        switch headers[.contentEncoding]?.lowercased() {
        case nil, "", "identity": return false
        case "gzip", "x-gzip": return true
        case let other?:
            let reason = "Bodies may be compressed with gzip, and this one says \"\(other.prefix(32))\"."
            throw RequestBodyError(.invalid, reason)
        }
    }

    /// Returns a body of at most `limit` bytes, decompressed if it begins with gzip's magic number: once it has
    /// uploaded a list, Airship's Python client sends the header with every body.
    ///
    /// - Throws: ``RequestBodyError`` with code `tooLarge`, also if the decompressed body exceeds both ``growthLimit``
    ///   times the compressed size and ``freeSize``; with code `invalid` if it is damaged or incomplete.
    static func unpack(_ body: ByteBuffer, limit: Int) throws(RequestBodyError) -> ByteBuffer {
        guard body.readableBytesView.starts(with: magicNumber) else { return body }
        let allowed = max(freeSize, body.readableBytes * growthLimit)
        do {
            return try inflate(body, limit: min(limit, allowed))
        } catch let error as NIOHTTPDecompression.DecompressionError where error == .limit {
            guard allowed < limit else { throw .tooLarge(limit) }
            let reason = "The body grows to more than \(growthLimit) times its size when it is unpacked."
            throw RequestBodyError(.tooLarge, reason)
        } catch let error as NIOHTTPDecompression.ExtraDecompressionError where error == .truncatedData {
            throw RequestBodyError(.invalid, "The body is compressed, and its end is missing.")
        } catch {
            let reason = "The body says that it is compressed with gzip, and is damaged."
            throw RequestBodyError(.invalid, reason, cause: error)
        }
    }

    /// Passes the body through swift-nio-extras's decompressor, a channel handler, which in the server's pipeline would
    /// have one limit for all routes, and whose errors would end the connection.
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
