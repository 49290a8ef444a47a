import HTTPServing
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization
import Testing
import TodayTestSupport

/// Parts of a body on their way past the handlers of HTTP.
@Suite(.timeLimit(.minutes(5))) struct ChunkWriterTests {
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

    private func written(_ channel: NIOAsyncTestingChannel) async throws -> String {
        var text = ""
        while let data = try await channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let buffer) = data { text += String(buffer: buffer) }
        }
        return text
    }

    @Test func partsAreChunksBetweenTheHeadAndTheEnd() async throws {
        let channel = try await connect()
        let chunks = try await ChunkWriter.begin(on: channel)
        try await chunks.write("id: 1\n\n")
        try await chunks.write("")
        try await channel.eventLoop.submit { chunks.writeAtOnce(String(repeating: "ä", count: 20)) }.get()
        try await chunks.end()
        try await channel.writeAndFlush(HTTPResponsePart.end(nil)).get()
        #expect(
            try await written(channel) == "7\r\nid: 1\n\n\r\n28\r\n\(String(repeating: "ä", count: 20))\r\n0\r\n\r\n"
        )
        _ = try await channel.finish(acceptAlreadyClosed: true)
    }

    @Test func aClosedConnectionIsSaid() async throws {
        let channel = try await connect()
        let chunks = try await ChunkWriter.begin(on: channel)
        try await channel.close().get()
        await #expect(throws: ChannelError.self) { try await chunks.write("late") }
        try await channel.eventLoop.submit { #expect(!chunks.isWritable) }.get()
        try await chunks.end()
        await #expect(throws: ChannelError.self) { try await ChunkWriter.begin(on: channel) }
    }

    /// A future is deaf to cancellation, and a stop would wait for a device that never reads.
    @Test func cancellationClosesTheConnection() async throws {
        let channel = try await connect()
        let chunks = try await ChunkWriter.begin(on: channel)
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { try? await chunks.write("x") }
        }
        try await withTimeLimit(on: "the end of the connection") { try await channel.closeFuture.get() }
    }

    /// Keeps what is written until the connection is closed, as a device does that never reads.
    private final class ReadsNothing: ChannelOutboundHandler {
        typealias OutboundIn = IOData

        private var promises: [EventLoopPromise<Void>?] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            promises.append(promise)
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            for waiting in promises { waiting?.fail(ChannelError.ioOnClosedChannel) }
            context.close(mode: mode, promise: promise)
        }
    }

    @Test func aWriteWaitsForASlowReaderUntilItIsCancelled() async throws {
        let channel = try await connect()
        let chunks = try await ChunkWriter.begin(on: channel)
        try await channel.testingEventLoop.executeInContext {
            try channel.pipeline.syncOperations.addHandler(ReadsNothing(), position: .first)
        }
        channel.isWritable = false
        let isWritten = Atomic(false)
        let writing = Task {
            try await chunks.write("x")
            isWritten.store(true, ordering: .sequentiallyConsistent)
        }
        for _ in 0..<200 { await Task.yield() }
        #expect(isWritten.load(ordering: .sequentiallyConsistent) == false)
        #expect(channel.isActive)
        writing.cancel()
        await #expect(throws: ChannelError.self) {
            try await withTimeLimit(on: "the end of a cancelled write") { try await writing.value }
        }
        try await withTimeLimit(on: "the end of the connection", seconds: 10) { try await channel.closeFuture.get() }
    }

    @Test func whileTheReaderKeepsUpNoWriteWaits() async throws {
        let channel = try await connect()
        let chunks = try await ChunkWriter.begin(on: channel)
        try await channel.testingEventLoop.executeInContext {
            try channel.pipeline.syncOperations.addHandler(ReadsNothing(), position: .first)
        }
        try await withTimeLimit(on: "the end of a write") { try await chunks.write("x") }
        try await channel.close().get()
    }
}
