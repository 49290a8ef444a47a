import CloudTestSupport
import Foundation
import HTTPServing
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import PrometheusMetrics
import Testing
import TodayTestSupport

@testable import CloudCore
@testable import CloudStorage

/// Streams over connections that have left HTTP.
@Suite(.timeLimit(.minutes(10))) struct DeviceConnectionTests {
    /// A device with an open stream.
    private struct Stream {
        let fixture: CloudFixture
        let device: JoinedDevice
        let channel: NIOAsyncTestingChannel

        var number: DeviceNumber { device.device.number }

        /// Lets the event loop do what it was asked to.
        func settle() async throws { try await channel.eventLoop.submit {}.get() }

        /// Writes what the device has missed.
        func catchUp() async throws {
            repeat { try await settle() } while try await CatchUpWorker(cloud: fixture.cloud).step()
        }

        func written() async throws -> String {
            try await settle()
            var text = ""
            while let data = try await channel.readOutbound(as: IOData.self) {
                if case .byteBuffer(let buffer) = data { text += String(buffer: buffer) }
            }
            return text
        }

        /// Says that what waits for the client is too much, or is not any more.
        func set(writable: Bool) async throws {
            channel.isWritable = writable
            try await channel.testingEventLoop.executeInContext { channel.pipeline.fireChannelWritabilityChanged() }
        }

        func append(_ body: String) async throws {
            let content = EventContent(kind: "push", body: body, expires: fixture.date.value + 60)
            try await fixture.store.append(content, to: [number])
        }
    }

    /// A connection as the server makes it, whose response has begun, and whose task has ended.
    private func connect() async throws -> (NIOAsyncTestingChannel, ChunkStream) {
        let channel = NIOAsyncTestingChannel()
        try await channel.testingEventLoop.executeInContext {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
            try pipeline.addHandlers([HTTP1ToHTTPServerCodec(secure: false), SlowReaderHandler()])
        }
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        try await channel.writeInbound(ByteBuffer(string: "GET /events HTTP/1.1\r\nHost: a\r\n\r\n"))
        try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .ok))).get()
        let chunks = try await ChunkStream.begin(on: channel, leaving: [])
        try await channel.close().get()
        return (channel, chunks)
    }

    private func withStream(missed: Int = 0, _ body: (Stream) async throws -> Void) async throws {
        try await withCloud { fixture async throws in
            let device = try await fixture.join("ada")
            let (channel, chunks) = try await connect()
            let stream = Stream(fixture: fixture, device: device, channel: channel)
            for index in 0..<missed { try await stream.append("\(index)") }
            DeviceConnection(stream.number, after: 0, over: chunks, of: fixture.cloud.hub).open("event: hello\n\n")
            #expect(try await stream.written().hasSuffix("\r\n\r\ne\r\nevent: hello\n\n\r\n"))
            try await stream.catchUp()
            try await body(stream)
        }
    }

    private func ids(in text: String) -> [Int64] {
        text.split(whereSeparator: \.isNewline).compactMap { $0.hasPrefix("id: ") ? Int64($0.dropFirst(4)) : nil }
    }

    @Test func missedEventsComeFirstAndThenNewOnesWithoutATask() async throws {
        try await withStream(missed: 250) { stream async throws in
            let missed = try await stream.fixture.events(stream.device).map(\.sequence)
            #expect(ids(in: try await stream.written()) == missed)
            try await stream.append("new")
            let last = try #require(try await stream.fixture.events(stream.device).last).sequence
            let text = try await stream.written()
            #expect(text.hasSuffix("\r\nid: \(last)\nevent: push\ndata: new\n\n\r\n"))
            #expect(stream.fixture.cloud.hub.takeMissing().isEmpty)
        }
    }

    @Test func whatIsWrittenIsCountedAndHowLateItIsIfItDidNotWaitForTheDevice() async throws {
        try await withStream(missed: 3) { stream async throws in
            let deliveries = stream.fixture.cloud.hub.deliveries
            _ = try await stream.written()
            // Those that were missed are as old as the stream here.
            #expect(deliveries.events.value == 3)
            #expect(stream.fixture.cloud.hub.counts.http1 == 1)
            try await stream.append("new")
            _ = try await stream.written()
            #expect(deliveries.events.value == 4)
            #expect(deliveries.lag.snapshot.count == 4 && deliveries.lag.snapshot.sum == 0)
            // One that the client is too slow for is late.
            try await stream.set(writable: false)
            try await stream.append("late")
            try await stream.settle()
            stream.fixture.date.advance(by: 3)
            try await stream.set(writable: true)
            try await stream.catchUp()
            _ = try await stream.written()
            #expect(deliveries.events.value == 5)
            #expect(deliveries.lag.snapshot.sum == 3)
        }
    }

    @Test func aSlowClientGetsTheEventsFromTheStore() async throws {
        try await withStream { stream async throws in
            try await stream.set(writable: false)
            for index in 0..<3 { try await stream.append("\(index)") }
            stream.fixture.cloud.hub.sendHeartbeats(part: 0, of: 1)
            #expect(try await stream.written().isEmpty)
            #expect(stream.fixture.cloud.hub.takeMissing().isEmpty)
            try await stream.set(writable: true)
            try await stream.catchUp()
            let all = try await stream.fixture.events(stream.device).map(\.sequence)
            #expect(ids(in: try await stream.written()) == all)
        }
    }

    @Test(arguments: [10, DeviceMailbox.capacity + 1]) func eventsWaitWhileTheStoreIsRead(count: Int) async throws {
        try await withStream { stream async throws in
            stream.fixture.cloud.hub.catchUp([stream.number: .max])
            try await stream.settle()
            let waiting = stream.fixture.cloud.hub.takeMissing()
            #expect(waiting.count == 1)
            for index in 0..<count { try await stream.append("\(index)") }
            #expect(try await stream.written().isEmpty)
            // The store was read before the events were added.
            for missing in waiting { missing.connection.write(missing: [], hasMore: false) }
            let all = try await stream.fixture.events(stream.device).map(\.sequence)
            #expect(ids(in: try await stream.written()) == (count == 10 ? all : []))
            try await stream.catchUp()
            #expect(ids(in: try await stream.written()) == (count == 10 ? [] : all))
        }
    }

    /// As with several connections to a database, or with several nodes.
    @Test func eventsThatAreReportedInAnotherOrderComeInTheirs() async throws {
        try await withStream { stream async throws in
            let other = try CloudStore(in: stream.fixture.folder, database: nil)
            let expires = stream.fixture.date.value + 60
            for index in 0..<3 {
                let content = EventContent(kind: "push", body: "\(index)", expires: expires)
                try await other.append(content, to: [stream.number])
            }
            await other.close()
            let events = try await stream.fixture.events(stream.device)
            for event in events.reversed() { stream.fixture.cloud.hub.publish([event]) }
            try await stream.catchUp()
            #expect(ids(in: try await stream.written()) == events.map(\.sequence))
        }
    }

    @Test func heartbeatsAreComments() async throws {
        try await withStream { stream async throws in
            stream.fixture.cloud.hub.sendHeartbeats(part: 0, of: 1)
            #expect(try await stream.written() == "e\r\n: still here\n\n\r\n")
        }
    }

    @Test func aRevokedDeviceIsDisconnected() async throws {
        try await withStream { stream async throws in
            stream.fixture.cloud.hub.end([stream.number])
            #expect(try await stream.written() == "0\r\n\r\n")
            try await stream.channel.closeFuture.get()
        }
    }

    @Test func aClientThatDisconnectsIsForgotten() async throws {
        try await withStream { stream async throws in
            #expect(stream.fixture.cloud.hub.count == 1)
            try await stream.channel.testingEventLoop.executeInContext {
                stream.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            }
            try await stream.channel.closeFuture.get()
            #expect(stream.fixture.cloud.hub.count == 0)
        }
    }

    @Test func aStreamThatOpensAfterTheEndEndsAtOnce() async throws {
        try await withCloud { fixture async throws in
            let device = try await fixture.join("ada").device.number
            let (channel, chunks) = try await connect()
            fixture.cloud.hub.endAll()
            DeviceConnection(device, after: 0, over: chunks, of: fixture.cloud.hub).open("event: hello\n\n")
            try await channel.closeFuture.get()
            #expect(fixture.cloud.hub.count == 0)
        }
    }

    @Test func nothingIsLostOrWrittenTwiceHoweverTheyMeet() async throws {
        try await withStream(missed: 50) { stream async throws in
            var text = try await stream.written()
            var generator = SystemRandomNumberGenerator()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [cloud = stream.fixture.cloud] in
                    do { try await CatchUpWorker(cloud: cloud).run() } catch is CancellationError {}
                }
                for index in 1...400 {
                    try await stream.append("\(index)")
                    switch Int.random(in: 0..<8, using: &generator) {
                    case 0: stream.fixture.cloud.hub.sendHeartbeats(part: 0, of: 1)
                    case 1: stream.fixture.cloud.hub.catchUp([stream.number: .max])
                    case 2: try await stream.set(writable: !stream.channel.isWritable)
                    case 3: text += try await stream.written()
                    default: break
                    }
                }
                try await stream.set(writable: true)
                let last = try #require(try await stream.fixture.events(stream.device).last).sequence
                while ids(in: text).last != last {
                    text += try await stream.written()
                    await Task.yield()
                }
                group.cancelAll()
            }
            #expect(ids(in: text) == (try await stream.fixture.events(stream.device).map(\.sequence)))
            #expect(ids(in: text).count == 450)
        }
    }
}
