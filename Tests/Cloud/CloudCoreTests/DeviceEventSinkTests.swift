import CloudTestSupport
import Foundation
import HTTPServing
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing
import TodayTestSupport

@testable import CloudCore
@testable import CloudStorage

/// Events that bypass the mailbox.
@Suite(.timeLimit(.minutes(10))) struct DeviceEventSinkTests {
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

    private func event(_ sequence: Int64) -> DeviceEvent {
        let content = EventContent(kind: "push", body: "{}", expires: .distantFuture)
        return DeviceEvent(device: DeviceNumber(1), sequence: sequence, content: content)
    }

    @Test func anEventPassesAStreamThatWaits() async throws {
        let channel = try await connect()
        let line = DeviceEventSink(after: 4, over: try await ChunkWriter.begin(on: channel))
        try await withThrowingTaskGroup(of: DeviceMailbox.Work.self) { group in
            group.addTask { await line.mailbox.next() }
            while !line.mailbox.isAwaited { await Task.yield() }
            try await channel.eventLoop.submit { line.accept(event(5)) }.get()
            #expect(line.mailbox.isAwaited)
            #expect(line.position == 5)
            #expect(try await written(channel).contains("id: 5\nevent: push\ndata: {}\n\n\r\n"))

            // The stream handles a device that does not keep up.
            channel.isWritable = false
            try await channel.eventLoop.submit { line.accept(event(6)) }.get()
            #expect(try await group.next() == .events([event(6)]))
            #expect(line.position == 5)
            #expect(try await written(channel).isEmpty)
        }
    }

    @Test func anEventWaitsWhileTheStreamWorks() async throws {
        let channel = try await connect()
        let line = DeviceEventSink(after: 0, over: try await ChunkWriter.begin(on: channel))
        try await channel.eventLoop.submit { line.accept(event(1)) }.get()
        #expect(try await written(channel).isEmpty)
        #expect(await line.mailbox.next() == .events([event(1)]))
    }

    @Test func anEventThatWasWrittenIsNotWrittenAgain() async throws {
        let channel = try await connect()
        let line = DeviceEventSink(after: 5, over: try await ChunkWriter.begin(on: channel))
        try await withThrowingTaskGroup(of: DeviceMailbox.Work.self) { group in
            group.addTask { await line.mailbox.next() }
            while !line.mailbox.isAwaited { await Task.yield() }
            try await channel.eventLoop.submit { line.accept(event(5)) }.get()
            #expect(try await written(channel).isEmpty)
            group.cancelAll()
        }
    }

    @Test func nothingIsLostOrSaidTwiceHoweverTheyMeet() async throws {
        try await withCloud { fixture async throws in
            let device = try await fixture.join("ada")
            let number = device.device.number
            let channel = try await connect()
            let chunks = try await ChunkWriter.begin(on: channel)
            let line = fixture.cloud.hub.open(number, after: 0, over: chunks)
            let stream = DeviceStream(
                device: device.device,
                store: fixture.store,
                hub: fixture.cloud.hub,
                heartbeat: .seconds(12)
            )
            var text = ""
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await stream.run(line) { try await chunks.write($0) } }
                var generator = SystemRandomNumberGenerator()
                for index in 1...400 {
                    let content = EventContent(kind: "push", body: "\(index)", expires: fixture.date.value + 60)
                    try await fixture.store.append(content, to: [number])
                    switch Int.random(in: 0..<8, using: &generator) {
                    case 0: line.mailbox.requestHeartbeat()
                    case 1: line.mailbox.catchUp()
                    case 2: channel.isWritable.toggle()
                    case 3: text += try await written(channel)
                    default: break
                    }
                }
                channel.isWritable = true
                try await channel.eventLoop.submit {}.get()
                while !line.mailbox.isAwaited { await Task.yield() }
                line.mailbox.end()
                try await group.waitForAll()
            }
            text += try await written(channel)
            let lines = text.split(whereSeparator: \.isNewline)
            let ids = lines.compactMap { $0.hasPrefix("id: ") ? Int64($0.dropFirst(4)) : nil }
            #expect(ids == (try await fixture.events(device).map(\.sequence)))
            #expect(ids.count == 400)
        }
    }
}
