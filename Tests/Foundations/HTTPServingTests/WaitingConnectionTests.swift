import HTTPServing
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

/// Which connection gives way when too many wait for a request.
@Suite struct WaitingConnectionTests {
    private let connections = WaitingConnections(limit: 2)
    private let head = HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/"))

    private func connect() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: WaitingConnectionHandler(connections))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test func theOldestThatWaitsGivesWay() throws {
        let channels = try (0..<4).map { _ in try connect() }
        #expect(channels.map(\.isActive) == [false, false, true, true])
    }

    @Test func oneThatIsAnsweredStaysAndWaitsAnewAfterwards() throws {
        let answered = try connect()
        try answered.writeInbound(head)
        let others = try (0..<3).map { _ in try connect() }
        #expect(answered.isActive)
        #expect(others.map(\.isActive) == [false, true, true])
        // It is now the one that has waited shortest.
        try answered.writeOutbound(HTTPResponsePart.end(nil))
        #expect(others.map(\.isActive) == [false, false, true])
        #expect(answered.isActive)
    }

    @Test func oneThatIsClosedMakesRoom() throws {
        let first = try connect()
        _ = try connect().finish()
        _ = try connect()
        #expect(first.isActive)
    }
}
