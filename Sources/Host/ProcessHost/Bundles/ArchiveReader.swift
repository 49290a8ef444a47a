import Glibc
import HostModel
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Reads the bytes of a file in order, unpacked if the file is compressed with gzip.
final class ArchiveReader {
    /// Number of bytes that are unpacked at a time, which gzip can expand about a thousandfold.
    private static let chunkSize = 16 * 1024
    private static let magicNumber: [UInt8] = [0x1F, 0x8B]

    private let file: FileChunks
    private let limit: Int
    private var gzip: EmbeddedChannel?
    private var buffer = ByteBuffer()
    private var isFirst = true
    private var isAtEnd = false
    private var unpacked = 0

    /// Opens a file of at most `limit` unpacked bytes.
    init(_ path: String, limit: Int) throws(BundleError) {
        self.limit = limit
        file = try FileChunks(path, size: Self.chunkSize, followsLinks: true)
    }

    deinit { _ = try? gzip?.finish(acceptAlreadyClosed: true) }

    /// Reads a number of bytes, fewer only at the end of the file.
    ///
    /// - Throws: ``BundleError`` with code `invalid` if the file is damaged, or `tooLarge` beyond the limit.
    func read(_ count: Int) throws(BundleError) -> [UInt8] {
        while buffer.readableBytes < count, !isAtEnd { try fill() }
        let bytes = buffer.readBytes(length: min(count, buffer.readableBytes)) ?? []
        buffer.discardReadBytes()
        return bytes
    }

    private func fill() throws(BundleError) {
        let bytes = try file.next()
        if isFirst {
            isFirst = false
            if bytes.starts(with: Self.magicNumber) { try begin() }
        }
        isAtEnd = bytes.isEmpty
        if gzip == nil {
            buffer.writeBytes(bytes)
            unpacked += bytes.count
        } else {
            try unpack(isAtEnd ? .end(nil) : .body(ByteBuffer(bytes: bytes)))
        }
        try BundleError.check(unpacked, atMost: limit, .archiveTooLarge(limit >> 20))
    }

    /// Creates the decompressor of swift-nio-extras, which is a channel handler.
    private func begin() throws(BundleError) {
        gzip = EmbeddedChannel(handler: NIOHTTPRequestDecompressor(limit: .none))
        try unpack(
            .head(HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: ["content-encoding": "gzip"]))
        )
    }

    private func unpack(_ part: HTTPServerRequestPart) throws(BundleError) {
        do {
            try gzip?.writeInbound(part)
            while let part = try gzip?.readInbound(as: HTTPServerRequestPart.self) {
                guard case .body(var piece) = part else { continue }
                unpacked += piece.readableBytes
                buffer.writeBuffer(&piece)
            }
        } catch {
            throw BundleError(.invalid, .archiveDamaged, cause: error)
        }
    }
}
