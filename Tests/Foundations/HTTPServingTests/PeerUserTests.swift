import Glibc
import HTTPServing
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing
import TodayTestSupport

/// Who is at the other end of a connection within the machine.
@Suite(.timeLimit(.minutes(5))) struct PeerUserTests {
    /// Says on the event loop whose connection came.
    private final class Asker: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let tell: @Sendable (any Channel) -> Void

        init(tell: @escaping @Sendable (any Channel) -> Void) { self.tell = tell }

        func channelActive(context: ChannelHandlerContext) { tell(context.channel) }
    }

    /// Connects to a server of the test's own, and returns whom that finds at the other end.
    private func user(
        at address: SocketAddress,
        by find: @escaping @Sendable (any Channel) -> UInt32?
    ) async throws -> UInt32? {
        let (users, input) = AsyncStream<UInt32?>.makeStream()
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Asker { input.yield(find($0)) })
                }
            }
            .bind(to: address).get()
        let bound = try #require(server.localAddress)
        let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(to: bound).get()
        let user = try await withTimeLimit(on: "a connection") {
            for await user in users { return user }
            return nil
        }
        try await client.close()
        try await server.close()
        return user
    }

    @Test(arguments: ["127.0.0.1", "::1"]) func theOwnUserIsFoundOnALoopbackAddress(host: String) async throws {
        guard PeerUser.canIdentifyLoopbackPeers else { return }
        let address = try SocketAddress(ipAddress: host, port: 0)
        #expect(try await user(at: address, by: PeerUser.ofLoopback) == getuid())
    }

    @Test func theOwnUserIsFoundOnAUnixSocket() async throws {
        try await withTemporaryDirectory { folder in
            let address = try SocketAddress(unixDomainSocketPath: "\(folder)/s")
            #expect(try await user(at: address, by: PeerUser.ofUnixSocket) == getuid())
        }
    }

    @Test func nobodyIsFoundWhereThereIsNoSocket() throws {
        let channel = EmbeddedChannel()
        #expect(PeerUser.ofUnixSocket(channel) == nil)
        #expect(PeerUser.ofLoopback(channel) == nil)
    }

    @Test func nobodyIsFoundAtTheOtherEndOfAConnectionThatIsNotThere() throws {
        let channel = EmbeddedChannel()
        // Both ends are the machine's, and no socket has them.
        channel.localAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
        channel.remoteAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 2)
        #expect(PeerUser.ofLoopback(channel) == nil)
    }
}
