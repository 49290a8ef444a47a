import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization
import Testing

@testable import HTTPServing

/// Streams on connections that have left HTTP.
@Suite(.timeLimit(.minutes(5))) struct ChunkStreamTests {
    private final class Delegate: ChunkStreamDelegate {
        let events = Mutex<[String]>([])

        func streamBecameWritable() { events.withLock { $0.append("writable") } }

        func streamEnded() { events.withLock { $0.append("ended") } }
    }

    /// A connection as the server makes it, whose response has begun.
    private func connect() async throws -> NIOAsyncTestingChannel {
        let channel = NIOAsyncTestingChannel()
        try await channel.testingEventLoop.executeInContext {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
            try pipeline.addHandlers([HTTP1ToHTTPServerCodec(secure: false), SlowReaderHandler()])
        }
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        try await channel.writeInbound(ByteBuffer(string: "GET /events HTTP/1.1\r\nHost: a\r\n\r\n"))
        try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .ok))).get()
        #expect(try await written(channel).hasPrefix("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n"))
        return channel
    }

    /// Takes a connection over, whose task then ends.
    private func begin(_ channel: NIOAsyncTestingChannel) async throws -> (ChunkStream, Delegate) {
        let stream = try await ChunkStream.begin(on: channel, leaving: [])
        let delegate = Delegate()
        try await channel.testingEventLoop.executeInContext { stream.setDelegate(delegate) }
        try await channel.close(mode: .output).get()
        try await channel.close().get()
        return (stream, delegate)
    }

    private func write(_ text: String, _ more: String = "", to stream: ChunkStream) async throws {
        try await stream.eventLoop.submit {
            var chunk = ByteBuffer()
            ChunkStream.encode(text, more, into: &chunk)
            stream.write(chunk)
        }.get()
    }

    private func written(_ channel: NIOAsyncTestingChannel) async throws -> String {
        var text = ""
        while let data = try await channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let buffer) = data { text += String(buffer: buffer) }
        }
        return text
    }

    private func set(_ channel: NIOAsyncTestingChannel, writable: Bool) async throws {
        channel.isWritable = writable
        try await channel.testingEventLoop.executeInContext { channel.pipeline.fireChannelWritabilityChanged() }
    }

    @Test func partsAreChunksUntilTheEndClosesTheConnection() async throws {
        let channel = try await connect()
        let (stream, delegate) = try await begin(channel)
        #expect(channel.isActive, "The end of the task must not close the connection.")
        try await write("id: 1\n\n", to: stream)
        try await write("", to: stream)
        try await write("id: 2\n", String(repeating: "ä", count: 20), to: stream)
        try await stream.eventLoop.submit { stream.end() }.get()
        try await write("late", to: stream)
        #expect(
            try await written(channel)
                == "7\r\nid: 1\n\n\r\n2e\r\nid: 2\n\(String(repeating: "ä", count: 20))\r\n0\r\n\r\n"
        )
        try await channel.closeFuture.get()
        #expect(delegate.events.withLock(\.self) == ["ended"])
    }

    @Test func noHandlerOfHTTPRemains() async throws {
        let channel = try await connect()
        let (_, _) = try await begin(channel)
        try await channel.testingEventLoop.executeInContext {
            let pipeline = channel.pipeline.syncOperations
            #expect((try? pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)) == nil)
            #expect((try? pipeline.context(handlerType: HTTPResponseEncoder.self)) == nil)
            #expect((try? pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self)) == nil)
        }
        // What the client sends is ignored.
        try await channel.writeInbound(ByteBuffer(string: "GET /more HTTP/1.1\r\n\r\n"))
        #expect(channel.isActive)
        try await channel.close().get()
    }

    @Test(arguments: [0, 1]) func theStreamEndsWithItsClientOrItsServer(index: Int) async throws {
        let channel = try await connect()
        let (_, delegate) = try await begin(channel)
        let event: any Sendable = index == 0 ? ChannelEvent.inputClosed : ChannelShouldQuiesceEvent()
        try await channel.testingEventLoop.executeInContext {
            channel.pipeline.fireUserInboundEventTriggered(event)
        }
        #expect(try await written(channel) == "0\r\n\r\n")
        try await channel.closeFuture.get()
        #expect(delegate.events.withLock(\.self) == ["ended"])
    }

    @Test func aSlowReaderIsReportedAndDisconnected() async throws {
        let channel = try await connect()
        let (stream, delegate) = try await begin(channel)
        try await set(channel, writable: false)
        try await stream.eventLoop.submit { #expect(!stream.isWritable) }.get()
        await channel.testingEventLoop.advanceTime(by: .seconds(19))
        try await set(channel, writable: true)
        try await stream.eventLoop.submit { #expect(stream.isWritable) }.get()
        #expect(delegate.events.withLock(\.self) == ["writable"])
        try await set(channel, writable: false)
        await channel.testingEventLoop.advanceTime(by: .seconds(20))
        try await channel.closeFuture.get()
        #expect(delegate.events.withLock(\.self) == ["writable", "ended"])
    }

    @Test func aClosedConnectionIsNotTakenOver() async throws {
        let channel = try await connect()
        try await channel.close().get()
        await #expect(throws: ChannelError.self) { try await ChunkStream.begin(on: channel, leaving: []) }
    }

    @Test func aDelegateThatComesTooLateIsTold() async throws {
        let channel = try await connect()
        let stream = try await ChunkStream.begin(on: channel, leaving: [])
        try await stream.eventLoop.submit { stream.end() }.get()
        let delegate = Delegate()
        try await stream.eventLoop.submit { stream.setDelegate(delegate) }.get()
        #expect(delegate.events.withLock(\.self) == ["ended"])
    }
}
