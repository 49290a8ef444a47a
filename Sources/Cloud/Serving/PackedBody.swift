import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Unpacks bodies that were sent with `Content-Encoding: gzip`.
enum PackedBody {
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
