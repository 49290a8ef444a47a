import HTTPServing
import NIOCore
import NIOEmbedded
import Testing

/// How long a connection is kept whose other side does not read.
@Suite struct SlowReaderHandlerTests {
    /// Notes what the handlers behind it are told.
    private final class Notes: ChannelInboundHandler {
        typealias InboundIn = Any

        private(set) var all: [String] = []

        func channelWritabilityChanged(context: ChannelHandlerContext) {
            all.append(context.channel.isWritable ? "writable" : "full")
        }

        func channelInactive(context: ChannelHandlerContext) { all.append("closed") }
    }

    private func connect(_ notes: Notes = Notes()) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handlers: [SlowReaderHandler(timeout: .seconds(20)), notes])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// Says that what waits for the other side is too much, or is not any more.
    private func set(_ channel: EmbeddedChannel, writable: Bool) {
        channel.isWritable = writable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    @Test func whoReadsNothingForTheWholeTimeIsCutOff() throws {
        let channel = try connect()
        set(channel, writable: false)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(19_999))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test func whoReadsInTimeStaysConnected() throws {
        let channel = try connect()
        set(channel, writable: false)
        channel.embeddedEventLoop.advanceTime(by: .seconds(19))
        set(channel, writable: true)
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
        _ = try channel.finish()
    }

    @Test func theTimeBeginsAnewEachTimeTheReaderFallsBehind() throws {
        let channel = try connect()
        for _ in 0..<3 {
            set(channel, writable: false)
            channel.embeddedEventLoop.advanceTime(by: .seconds(19))
            set(channel, writable: true)
        }
        #expect(channel.isActive)
        set(channel, writable: false)
        channel.embeddedEventLoop.advanceTime(by: .seconds(19))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func aConnectionThatOnlyIsSilentStays() throws {
        let channel = try connect()
        channel.embeddedEventLoop.advanceTime(by: .hours(24))
        #expect(channel.isActive)
        _ = try channel.finish()
    }

    @Test func theHandlersBehindItAreToldEverything() throws {
        let notes = Notes()
        let channel = try connect(notes)
        set(channel, writable: false)
        set(channel, writable: true)
        set(channel, writable: false)
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        #expect(notes.all == ["full", "writable", "full", "closed"])
    }

    @Test func aClosedConnectionIsNotClosedAgain() throws {
        let notes = Notes()
        let channel = try connect(notes)
        set(channel, writable: false)
        try channel.close().wait()
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(notes.all == ["full", "closed"])
    }
}
