import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPServing

/// Which bodies are compressed, for whom, and that they are the same when they are unpacked.
@Suite struct CompressionMiddlewareTests {
    private static let text = String(repeating: "<p>Rain from the west.</p>", count: 400)

    /// What the middleware makes of a response.
    private func answer(
        _ body: ResponseBody = ResponseBody(byteBuffer: ByteBuffer(string: text)),
        type: String? = "text/html; charset=utf-8",
        accepting accepted: String? = "gzip, deflate, br"
    ) async throws -> (headers: HTTPFields, body: ByteBuffer) {
        var headers = HTTPFields()
        headers[.acceptEncoding] = accepted
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "a.example", path: "/", headerFields: headers),
            body: RequestBody(buffer: ByteBuffer())
        )
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test"))
        let response = try await CompressionMiddleware<BasicRequestContext>().handle(
            request,
            context: BasicRequestContext(source: source)
        ) { _, _ in
            var headers = HTTPFields()
            headers[.contentType] = type
            headers[.contentLength] = body.contentLength.map(String.init)
            return Response(status: .ok, headers: headers, body: body)
        }
        let collector = BodyCollector()
        try await response.body.write(collector)
        return (response.headers, collector.body)
    }

    @Test func aTextIsCompressedAndIsTheSameAfterwards() async throws {
        let answer = try await answer()
        #expect(answer.headers[.contentEncoding] == "gzip")
        #expect(answer.headers[.contentLength] == String(answer.body.readableBytes))
        #expect(answer.headers[.vary] == "Accept-Encoding")
        #expect(answer.body.readableBytes < Self.text.utf8.count / 10)
        #expect(try String(buffer: GzipBody.unpack(answer.body, limit: 1_000_000)) == Self.text)
    }

    @Test func equalPagesHaveDifferentLengths() async throws {
        var lengths: Set<Int> = []
        // 50 equal lengths of 100 come up once in 10^98 runs.
        for _ in 0..<50 { lengths.insert(try await answer().body.readableBytes) }
        #expect(lengths.count > 1)
        let member = try #require(try ResponseCompression.compress(ByteBuffer(string: Self.text), accepting: "gzip"))
        for count in [1, 2, 100] {
            let padded = ResponseCompression.pad(member, by: count)
            #expect(padded.readableBytes == member.readableBytes + count)
            #expect(try String(buffer: GzipBody.unpack(padded, limit: 1_000_000)) == Self.text)
        }
    }

    @Test(arguments: [nil, "", "br", "deflate", "gzip;q=0", "identity", "gzip;q=0, identity"])
    func aClientThatDoesNotAcceptItGetsTheTextAsItIs(accepted: String?) async throws {
        let answer = try await answer(accepting: accepted)
        #expect(answer.headers[.contentEncoding] == nil)
        #expect(answer.headers[.contentLength] == String(Self.text.utf8.count))
        #expect(answer.headers[.vary] == "Accept-Encoding")
        #expect(String(buffer: answer.body) == Self.text)
    }

    @Test(arguments: ["image/png", "font/woff2", "application/octet-stream", nil])
    func whatIsNoTextPassesAsItIs(type: String?) async throws {
        let answer = try await answer(type: type)
        #expect(answer.headers[.contentEncoding] == nil)
        #expect(answer.headers[.vary] == nil)
        #expect(String(buffer: answer.body) == Self.text)
    }

    @Test func aShortBodyAndAStreamPassAsTheyAre() async throws {
        let short = try await answer(ResponseBody(byteBuffer: ByteBuffer(string: String(repeating: "a", count: 1023))))
        #expect(short.headers[.contentEncoding] == nil)
        let stream = try await answer(
            ResponseBody { writer in
                try await writer.write(ByteBuffer(string: Self.text))
                try await writer.finish(nil)
            },
            type: "text/event-stream"
        )
        #expect(stream.headers[.contentEncoding] == nil)
        #expect(String(buffer: stream.body) == Self.text)
    }
}
