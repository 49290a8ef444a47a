import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPServing

/// The limit that the listening sockets of a server share.
@Suite struct OpenConnectionTests {
    /// Counts how often a listening socket may accept.
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = Never

        private(set) var count = 0

        func read(context: ChannelHandlerContext) { count += 1 }
    }

    private func connect() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test func noSocketAcceptsUntilThereIsRoomAgain() throws {
        let connections = OpenConnections(limit: 2)
        let counters = [ReadCounter(), ReadCounter()]
        let listeners = counters.map { EmbeddedChannel(handlers: [$0, AcceptanceHandler(connections)]) }
        listeners[0].read()
        #expect(counters[0].count == 1)
        let accepted = [try connect(), try connect()]
        for channel in accepted { listeners[0].pipeline.fireChannelRead(channel as any Channel) }
        for listener in listeners { listener.read() }
        #expect(counters.map(\.count) == [1, 0])

        try accepted[0].close().wait()
        for channel in accepted + listeners { channel.embeddedEventLoop.run() }
        #expect(counters.map(\.count) == [2, 1])
    }

    @Test func aConnectionThatComesAtTheEndIsRefused() throws {
        let connections = OpenConnections(limit: 2)
        let listener = EmbeddedChannel(handlers: [AcceptanceHandler(connections)])
        connections.beginGracefulShutdown()
        let channel = try connect()
        listener.pipeline.fireChannelRead(channel as any Channel)
        #expect(!channel.isActive)
        #expect(try listener.readInbound(as: (any Channel).self) == nil)
    }
}
