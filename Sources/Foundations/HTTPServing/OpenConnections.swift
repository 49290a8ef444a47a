import AsyncPrimitives
import NIOCore
import Synchronization

/// The open connections of a server, on all of its event loops together.
///
/// Beyond the limit, further connections wait in the backlog of their listening socket.
package final class OpenConnections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        /// The listening sockets that wait until the number of connections is below the limit.
        var waiting: [any Channel] = []
        var isEnding = false
    }

    private let limit: Int
    private let state = Mutex(State())
    private let closed = AsyncCondition()

    /// Makes the list of one server.
    package init(limit: Int = .max) { self.limit = limit }

    /// The number of open connections.
    package var count: Int { state.withLock(\.channels.count) }

    var isEnding: Bool { state.withLock(\.isEnding) }

    /// Adds a connection until it is closed; returns `false` if the server ends.
    func add(_ channel: any Channel) -> Bool {
        let isAdded = state.withLock { state in
            if !state.isEnding { state.channels[ObjectIdentifier(channel)] = channel }
            return !state.isEnding
        }
        if isAdded { channel.closeFuture.whenComplete { [self] _ in remove(channel) } }
        return isAdded
    }

    private func remove(_ channel: any Channel) {
        let (waiting, isEmpty) = state.withLock { state in
            state.channels[ObjectIdentifier(channel)] = nil
            defer { state.waiting = [] }
            return (state.waiting, state.channels.isEmpty)
        }
        for listener in waiting { listener.read() }
        if isEmpty { closed.notifyAll() }
    }

    /// Returns `true` if a listening socket may accept another connection; otherwise the socket is asked to read when a
    /// connection has been closed.
    fileprivate func hasRoom(for listener: any Channel) -> Bool {
        state.withLock { state in
            if state.channels.count < limit { return true }
            state.waiting.append(listener)
            return false
        }
    }

    /// Asks all connections to close once they have answered their requests; later ones are refused.
    func beginGracefulShutdown() {
        let channels = state.withLock { state in
            state.isEnding = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }

    /// Waits until no connection is open; then, or when the task is cancelled, closes those that are.
    func close() async {
        await closed.wait { state.withLock(\.channels.isEmpty) }
        for channel in state.withLock({ Array($0.channels.values) }) { channel.close(promise: nil) }
    }
}

/// Reports the connections that a listening socket accepts, which accepts none beyond the limit.
///
/// When the server ends, it closes new connections before they are set up: the server's tasks would not receive them.
final class AcceptanceHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    private let connections: OpenConnections

    init(_ connections: OpenConnections) { self.connections = connections }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        if connections.add(channel) { context.fireChannelRead(data) } else { channel.close(promise: nil) }
    }

    func read(context: ChannelHandlerContext) {
        if connections.hasRoom(for: context.channel) { context.read() }
    }
}
