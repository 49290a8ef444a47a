package import NIOCore
package import NIOHTTPTypes
import Synchronization

/// The connections of a server on which no request is being answered: new ones, those with half a request's head, and those
/// that are kept for another request.
///
/// Beyond a limit the one that has waited longest is closed. So clients that send half a head, or nothing, never take all
/// connections of the server: they take those from one another.
package final class WaitingConnections: Sendable {
    private struct Connection: Sendable {
        var id: ObjectIdentifier
        var channel: any Channel
    }

    private let limit: Int
    private let connections = Mutex<[Connection]>([])

    /// Makes the list of one server.
    ///
    /// - Parameter limit: How many may wait; less than the server's connections.
    package init(limit: Int) { self.limit = limit }

    /// Adds a connection as the one that has waited shortest, and closes the oldest one beyond the limit.
    func add(_ channel: any Channel) {
        let oldest = connections.withLock { connections -> (any Channel)? in
            connections.append(Connection(id: ObjectIdentifier(channel), channel: channel))
            return connections.count > limit ? connections.removeFirst().channel : nil
        }
        oldest?.close(promise: nil)
    }

    /// Removes a connection, if it waits.
    func remove(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        connections.withLock { connections in connections.removeAll { $0.id == id } }
    }
}

/// Tells ``WaitingConnections`` when its connection waits: until the head of a request was read, and again when the request
/// is answered.
package final class WaitingConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart

    private let connections: WaitingConnections
    private var isWaiting = false

    /// Makes a handler for one connection, behind the one that decodes requests.
    package init(_ connections: WaitingConnections) { self.connections = connections }

    /// Adds a connection that is already open.
    package func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { wait(context) }
    }

    /// Adds a connection that opens.
    package func channelActive(context: ChannelHandlerContext) {
        wait(context)
        context.fireChannelActive()
    }

    /// Removes a connection with a request.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { stopWaiting(context) }
        context.fireChannelRead(data)
    }

    /// Adds a connection whose request is answered.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { wait(context) }
        context.write(data, promise: promise)
    }

    /// Removes a connection that is closed.
    package func channelInactive(context: ChannelHandlerContext) {
        stopWaiting(context)
        context.fireChannelInactive()
    }

    private func wait(_ context: ChannelHandlerContext) {
        guard !isWaiting else { return }
        isWaiting = true
        connections.add(context.channel)
    }

    private func stopWaiting(_ context: ChannelHandlerContext) {
        guard isWaiting else { return }
        isWaiting = false
        connections.remove(context.channel)
    }
}
