import Foundation
import Glibc
import Logging
import NIOCore
import NIOPosix
import Serving
import Testing

/// Who is at the other end of a connection within the machine.
@Suite(.timeLimit(.minutes(10))) struct PeerUserTests {
    /// Says on the event loop whose connection came, and passes on what comes.
    private final class Asker: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let tell: @Sendable (UInt32?) -> Void

        init(tell: @escaping @Sendable (UInt32?) -> Void) { self.tell = tell }

        func channelActive(context: ChannelHandlerContext) { tell(PeerUser.ofLoopback(context.channel)) }
    }

    private func users(at host: String, connect: (SocketAddress) async throws -> Void) async throws -> UInt32? {
        let (users, input) = AsyncStream<UInt32?>.makeStream()
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Asker { input.yield($0) })
                }
            }
            .bind(host: host, port: 0).get()
        try await connect(try #require(server.localAddress))
        var iterator = users.makeAsyncIterator()
        let user = await iterator.next()
        try await server.close()
        return user ?? nil
    }

    @Test(arguments: ["127.0.0.1", "::1"]) func theOwnUserIsFound(host: String) async throws {
        guard PeerUser.isKnownOfLoopback else { return }
        var client: (any Channel)?
        let user = try await users(at: host) { address in
            client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(to: address).get()
        }
        #expect(user == getuid())
        try await client?.close()
    }
}
