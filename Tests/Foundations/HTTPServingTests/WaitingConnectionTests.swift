import HTTPServing
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NetworkAddresses
import Testing

/// Which connection gives way when too many wait for a request.
@Suite struct WaitingConnectionTests {
    private let connections = WaitingConnections(limit: 2)
    private let head = HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/"))

    private let end = HTTPRequestPart.end(nil)

    private func connect(
        to connections: WaitingConnections? = nil,
        from address: String = "127.0.0.1",
        behind proxies: [AddressRange] = []
    ) throws -> EmbeddedChannel {
        let handler = WaitingConnectionHandler(connections ?? self.connections, behind: proxies)
        let channel = EmbeddedChannel(handler: handler)
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// Begins a request whose body is awaited; a channel in memory reads each part by itself.
    private func beginBody(on channel: EmbeddedChannel, for client: String? = nil) throws {
        var request = HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/")
        if let name = HTTPField.Name("X-Forwarded-For"), let client { request.headerFields[name] = client }
        try channel.writeInbound(HTTPRequestPart.head(request))
    }

    @Test func theOldestThatWaitsGivesWay() throws {
        let channels = try (0..<4).map { _ in try connect() }
        #expect(channels.map(\.isActive) == [false, false, true, true])
    }

    @Test func oneThatIsAnsweredStaysAndWaitsAnewAfterwards() throws {
        let answered = try connect()
        for part in [head, end] { try answered.writeInbound(part) }
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

    @Test func oneWhoseBodyIsAwaitedGivesWayAndItsBodyDoesNotEnd() throws {
        let half = try connect()
        try beginBody(on: half)
        _ = try (0..<2).map { _ in try connect() }
        #expect(!half.isActive, "a body that never comes keeps its connection")
        #expect(throws: ChannelError.inputClosed) { try half.throwIfErrorCaught() }
    }

    @Test func oneWhoseBodyIsAwaitedGivesWayAlsoOnceItIsAnswered() throws {
        let half = try connect()
        try beginBody(on: half)
        try half.writeOutbound(HTTPResponsePart.end(nil))
        _ = try (0..<2).map { _ in try connect() }
        #expect(!half.isActive)
    }

    @Test func eachPartOfABodyMakesItsConnectionTheNewest() throws {
        let sending = try connect()
        try beginBody(on: sending)
        let other = try connect()
        try sending.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "a")))
        _ = try connect()
        #expect(sending.isActive && !other.isActive)
        // With its last part it waits no more.
        try sending.writeInbound(end)
        _ = try (0..<3).map { _ in try connect() }
        #expect(sending.isActive)
    }

    @Test func aRequestWhoseBodyIsThereMakesNoOtherGiveWay() throws {
        let connections = WaitingConnections(limit: 100)
        let waiting = try (0..<WaitingConnections.bodiesPerClient).map { _ in
            let channel = try connect(to: connections)
            try beginBody(on: channel)
            return channel
        }
        let whole = try connect(to: connections)
        // What one read of the socket brings.
        for part in [head, .body(ByteBuffer(string: "a")), end] { whole.pipeline.fireChannelRead(part) }
        whole.pipeline.fireChannelReadComplete()
        #expect(whole.isActive && !waiting.map(\.isActive).contains(false))
    }

    @Test func beyondAFewBodiesAClientTakesOnlyItsOwnPlaces() throws {
        let connections = WaitingConnections(limit: 100)
        let proxies = [try #require(AddressRange("127.0.0.0/8"))]
        let others = try ["203.0.113.2", nil].map { client in
            let channel = try connect(to: connections, behind: proxies)
            if let client { try beginBody(on: channel, for: client) }
            return channel
        }
        let attackers = try (0...WaitingConnections.bodiesPerClient).map { _ in
            let channel = try connect(to: connections, behind: proxies)
            try beginBody(on: channel, for: "203.0.113.1")
            return channel
        }
        #expect(attackers.map(\.isActive) == [false] + Array(repeating: true, count: attackers.count - 1))
        #expect(!others.map(\.isActive).contains(false))
        // Directly, nobody may say who it is.
        let direct = try (0...WaitingConnections.bodiesPerClient).map { number in
            let channel = try connect(to: connections, from: "198.51.100.1")
            try beginBody(on: channel, for: "203.0.113.\(number + 3)")
            return channel
        }
        #expect(direct.map(\.isActive).filter { $0 }.count == WaitingConnections.bodiesPerClient)
    }
}
