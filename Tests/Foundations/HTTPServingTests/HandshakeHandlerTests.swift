import HTTPServing
import NIOCore
import NIOEmbedded
import NIOTLS
import Testing

/// Which connections are closed before they have finished the TLS handshake.
@Suite struct HandshakeHandlerTests {
    private let connections = WaitingConnections(limit: 2)

    private func connect() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: HandshakeHandler(connections, timeout: .seconds(10)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test func oneThatDoesNotFinishInTimeIsClosed() throws {
        let channel = try connect()
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func oneThatFinishesStays() throws {
        let channel = try connect()
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: "h2"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(channel.isActive)
    }

    @Test func theOldestThatWaitsGivesWay() throws {
        let finished = try connect()
        finished.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
        let channels = try (0..<4).map { _ in try connect() }
        #expect(channels.map(\.isActive) == [false, false, true, true])
        #expect(finished.isActive)
    }
}
