import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import CloudCore

@Suite struct WebSocketTests {
    /// A connection as the server makes it, up to where requests are handled.
    private func makeChannel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withErrorHandling: false,
            withOutboundHeaderValidation: false
        )
        try pipeline.addHandlers([HTTP1ToHTTPServerCodec(secure: false), WebSocketUpgradeHandler()])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func written(_ channel: EmbeddedChannel) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { bytes += buffer.readableBytesView }
        return bytes
    }

    private func ask(_ channel: EmbeddedChannel, _ path: String, upgrade: Bool) throws {
        let headers = upgrade ? "Connection: Upgrade\r\nUpgrade: websocket\r\n" : ""
        try channel.writeInbound(ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: a\r\n\(headers)\r\n"))
        while try channel.readInbound(as: HTTPRequestPart.self) != nil {}
    }

    /// Switches a connection, after another request on it.
    private func makeSwitched() throws -> EmbeddedChannel {
        let channel = try makeChannel()
        try ask(channel, "/home/auth", upgrade: false)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.contentLength: "0"])))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(String(decoding: try written(channel), as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
        try ask(channel, "/home/ws", upgrade: true)
        let head = HTTPResponse(
            status: .switchingProtocols,
            headerFields: [.upgrade: "websocket", .connection: "Upgrade"]
        )
        // What is written before the switch is sent after the response.
        channel.write(HTTPResponsePart.head(head), promise: nil)
        channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(string: "one")), promise: nil)
        channel.embeddedEventLoop.run()
        let text = String(decoding: try written(channel), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
        #expect(!text.lowercased().contains("transfer-encoding"))
        #expect(text.hasSuffix("\r\n\r\n\u{1}\u{3}one") || text.hasSuffix("one"))
        return channel
    }

    /// A frame as a client sends it, masked with zeros.
    private func frame(_ first: UInt8, _ payload: [UInt8] = []) -> ByteBuffer {
        ByteBuffer(bytes: [first, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload)
    }

    @Test func aConnectionSwitchesAtAnyRequest() throws {
        let channel = try makeSwitched()
        try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "two")))
        #expect(try written(channel) == [0x81, 3] + Array("two".utf8))
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func pingsAreAnsweredAndWhatElseAClientSaysIsPassedOver() throws {
        let channel = try makeSwitched()
        try channel.writeInbound(frame(0x89, [1, 2]))
        #expect(try written(channel) == [0x8A, 2, 1, 2])
        try channel.writeInbound(frame(0x81, Array("hello".utf8)))
        try channel.writeInbound(frame(0x8A))
        #expect(try written(channel) == [])
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
        #expect(channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func theEndOfTheResponseClosesTheConnection() throws {
        let channel = try makeSwitched()
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try written(channel) == [0x88, 2, 0x03, 0xE9])
        #expect(!channel.isActive)
    }

    @Test func theClientsCloseIsAnswered() throws {
        let channel = try makeSwitched()
        try channel.writeInbound(frame(0x88, [0x03, 0xE8]))
        #expect(try written(channel) == [0x88, 2, 0x03, 0xE8])
        #expect(!channel.isActive)
        #expect(throws: (any Error).self) {
            try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "late")))
        }
    }

    @Test(arguments: [
        // Not masked; a reserved bit; a reserved opcode; a frame with a length above the limit.
        ([0x81, 1, 0x61] as [UInt8], 0x03EA), ([0xC1, 0x80, 0, 0, 0, 0], 0x03EA), ([0x83, 0x80, 0, 0, 0, 0], 0x03EA),
        ([0x82, 0xFE, 0x20, 0x00, 0, 0, 0, 0], 0x03F1), ([0x82, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0x03F1),
    ])
    func whatBreaksTheProtocolEndsIt(bytes: [UInt8], code: Int) throws {
        let channel = try makeSwitched()
        _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
        let answer = try written(channel)
        #expect(answer.prefix(2) == [0x88, 2])
        #expect(answer.suffix(2) == [UInt8(code >> 8), UInt8(code & 255)])
        #expect(!channel.isActive)
    }

    @Test func aSilentClientIsGivenUp() throws {
        let channel = try makeSwitched()
        channel.embeddedEventLoop.advanceTime(by: .seconds(45))
        #expect(try written(channel) == [0x89, 0])
        try channel.writeInbound(frame(0x8A))
        channel.embeddedEventLoop.advanceTime(by: .seconds(45))
        #expect(try written(channel) == [0x89, 0])
        channel.embeddedEventLoop.advanceTime(by: .seconds(45))
        #expect(!channel.isActive)
    }
}
