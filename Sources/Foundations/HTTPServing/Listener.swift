import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Accepts the connections of a server, with one listening socket for each of its event loops.
///
/// The kernel distributes connections among the sockets (`SO_REUSEPORT`). A connection stays on the event loop that has
/// accepted it: one that is being handed over when the server ends would be dropped, which ends the whole program
/// (swift-nio issue 3481). It does what Hummingbird's `Server` does for one socket.
struct Listener<Setup: ServerChildChannel>: Service {
    private typealias Socket = NIOAsyncChannel<Setup.Value, Never>

    /// Sets up each connection and serves it.
    let setup: Setup
    let address: HTTPServer.Address
    let loops: any EventLoopGroup
    let connections: OpenConnections
    let logger: Logger
    /// Called with the first listening socket when all listen.
    let onRunning: @Sendable (any Channel) async -> Void

    /// Serves until graceful shutdown, when all connections have been closed, or until cancellation.
    func run() async throws {
        let sockets = try await listen()
        await withTaskCancellationOrGracefulShutdownHandler {
            await onRunning(sockets[0].channel)
            await withDiscardingTaskGroup { group in
                for socket in sockets {
                    group.addTask {
                        await serve(socket)
                        // If one fails, the server ends.
                        beginGracefulShutdown(sockets)
                    }
                }
            }
            // Those that have left HTTP have no task.
            await connections.close()
        } onCancelOrGracefulShutdown: {
            beginGracefulShutdown(sockets)
        }
    }

    private func beginGracefulShutdown(_ sockets: [Socket]) {
        connections.beginGracefulShutdown()
        for socket in sockets { socket.channel.close(promise: nil) }
    }

    private func serve(_ socket: Socket) async {
        await withDiscardingTaskGroup { group in
            do {
                try await socket.executeThenClose { inbound in
                    for try await connection in inbound {
                        group.addTask { await setup.handle(value: connection, logger: logger) }
                    }
                }
            } catch is CancellationError {
            } catch {
                logger.error("A listening socket failed", metadata: ["error": "\(error)"])
            }
        }
    }

    private func listen() async throws -> [Socket] {
        var loops = loops.makeIterator()
        guard let loop = loops.next() else { preconditionFailure("A server needs an event loop.") }
        let first: Socket
        switch address {
        case .hostname(let host, let port):
            first = try await bootstrap(on: loop).bind(host: host, port: port, childChannelInitializer: setUp)
        case .unixDomainSocket(let path):
            return [
                try await bootstrap(on: loop).bind(
                    unixDomainSocketPath: path,
                    cleanupExistingSocketFile: true,
                    childChannelInitializer: setUp
                )
            ]
        }
        var sockets = [first]
        do {
            guard let address = first.channel.localAddress else { throw ChannelError.unknownLocalAddress }
            for loop in loops {
                // The first socket gets the option only now that it listens: so it fails if another server listens
                // already, even one of the same user with this option.
                if sockets.count == 1 { try await first.channel.setOption(.reusesPort, value: 1).get() }
                sockets.append(
                    try await bootstrap(on: loop)
                        .serverChannelOption(.reusesPort, value: 1)
                        .bind(to: address, childChannelInitializer: setUp)
                )
            }
            return sockets
        } catch {
            for socket in sockets { socket.channel.close(promise: nil) }
            throw error
        }
    }

    private func bootstrap(on loop: any EventLoop) -> ServerBootstrap {
        ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { [connections] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptanceHandler(connections))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
    }

    @Sendable private func setUp(_ channel: any Channel) -> EventLoopFuture<Setup.Value> {
        setup.setup(channel: channel, logger: logger).map { [connections] value in
            // The closed socket would drop an open connection that was being set up, which ends the program.
            if connections.isEnding { channel.close(promise: nil) }
            return value
        }
    }
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
    /// `SO_REUSEPORT` (socket(7)): several sockets of the same user may listen on the same address.
    fileprivate static var reusesPort: Self { .socketOption(.init(rawValue: SO_REUSEPORT)) }
}
