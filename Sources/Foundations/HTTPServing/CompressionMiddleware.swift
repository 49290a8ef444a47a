package import HTTPTypes
package import Hummingbird
import HummingbirdCore
package import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
import Synchronization

/// Compresses the bodies of responses for clients that accept gzip (RFC 9110, 12.5.3).
///
/// It compresses texts of a known length; event streams and already compressed formats pass unchanged. The length of a
/// compressed page can reveal private text that is beside text from strangers (the BREACH attack), so each body gets
/// padding of a random length, which no client sees.
package struct CompressionMiddleware<Context: RequestContext>: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard let length = response.body.contentLength, length >= ResponseCompression.smallestSize,
            let type = response.headers[.contentType], ResponseCompression.isText(type)
        else { return response }
        // A cache must not serve one client's encoding to another one.
        response.headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        let accepted = request.headers[values: .acceptEncoding].joined(separator: ",")
        guard !accepted.isEmpty else { return response }
        let collector = BodyCollector()
        try await response.body.write(collector)
        let compressed = try ResponseCompression.compress(collector.body, accepting: accepted)
        if compressed != nil { response.headers[.contentEncoding] = "gzip" }
        let body = compressed.map { ResponseCompression.pad($0, by: .random(in: ResponseCompression.paddings)) }
        response.body = ResponseBody(byteBuffer: body ?? collector.body)
        response.headers[.contentLength] = response.body.contentLength.map(String.init)
        return response
    }
}

/// Collects the body of a response in memory.
package final class BodyCollector: ResponseBodyWriter {
    private let collected = Mutex(ByteBuffer())

    package var body: ByteBuffer { collected.withLock { $0 } }

    package init() {}

    package func write(_ buffer: ByteBuffer) { collected.withLock { _ = $0.writeImmutableBuffer(buffer) } }

    package func finish(_ trailingHeaders: HTTPFields?) {}
}

enum ResponseCompression {
    /// The size in bytes below which a body is not compressed, since it fits into one packet anyway.
    static let smallestSize = 1024
    /// The allowed lengths of a body's padding, in bytes.
    static let paddings = 1...100

    /// Returns `true` if a media type is text, which compresses several times.
    static func isText(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" }.lowercased()
        return name.hasPrefix("text/") || name.hasSuffix("json") || name.hasSuffix("+xml")
    }

    /// Compresses a body with swift-nio-extras's compressor, a channel handler, which in the server's pipeline would
    /// also hold back event streams; `nil` if a client with this `Accept-Encoding` does not accept gzip.
    static func compress(_ body: ByteBuffer, accepting accepted: String) throws -> ByteBuffer? {
        let channel = EmbeddedChannel(handler: HTTPResponseCompressor())
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        // The compressor prefers deflate to gzip if the client accepts both.
        let codings = accepted.split(separator: ",").filter { !$0.contains("deflate") }.joined(separator: ",")
        let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["accept-encoding": codings])
        try channel.writeInbound(HTTPServerRequestPart.head(request))
        channel.write(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)), promise: nil)
        channel.write(HTTPServerResponsePart.body(.byteBuffer(body)), promise: nil)
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        var (whole, coding) = (ByteBuffer(), String?.none)
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            switch part {
            case .head(let head): coding = head.headers.first(name: "content-encoding")
            case .body(.byteBuffer(let piece)): whole.writeImmutableBuffer(piece)
            case .body, .end: break
            }
        }
        return coding == "gzip" ? whole : nil
    }

    /// Pads a gzip member without a name with a file name of at least one byte, which its reader skips (RFC 1952,
    /// 2.3.1).
    static func pad(_ member: ByteBuffer, by count: Int) -> ByteBuffer {
        let (flags, nameFlag, headLength) = (3, UInt8(0x08), 10)
        var (head, rest) = (member, member)
        guard let fixed = head.readBytes(length: headLength), fixed[flags] & nameFlag == 0 else { return member }
        rest.moveReaderIndex(forwardBy: headLength)
        var padded = ByteBuffer(bytes: fixed)
        padded.setInteger(fixed[flags] | nameFlag, at: flags)
        padded.writeRepeatingByte(UInt8(ascii: "-"), count: count - 1)
        padded.writeInteger(UInt8(0))
        padded.writeImmutableBuffer(rest)
        return padded
    }
}
