import HTTPTypes
package import NIOCore
package import NIOHTTPTypes
package import NetworkAddresses
import Synchronization

/// The connections of a server that wait for their clients: new ones, those in the middle of a request's head or body, and
/// those that are kept for another request.
///
/// Beyond a limit the one that has waited longest is closed. So clients that send half a request, or nothing, never take all
/// connections of the server: they take those from one another. Since an awaited body may come from anybody, each client
/// has only a few of those, however many connections wait.
package final class WaitingConnections: Sendable {
    /// How many bodies of one client may be awaited at a time: a browser has at most six connections of HTTP/1.1.
    package static let bodiesPerClient = 8

    private struct Connection: Sendable {
        var id: ObjectIdentifier
        var channel: any Channel
        var body: AwaitedBody?
    }

    /// The body of a request whose head was read.
    struct AwaitedBody: Hashable, Sendable {
        /// The network of the client; `nil` if it is unknown and has no limit of its own.
        var client: NetworkAddress?
    }

    private let limit: Int
    private let connections = Mutex<[Connection]>([])

    /// Makes the list of one server.
    ///
    /// - Parameter limit: How many may wait; less than the server's connections.
    package init(limit: Int) { self.limit = limit }

    /// Adds a connection as the one that has waited shortest, also if it waited before, and closes the one that has waited
    /// longest beyond a limit.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - body: The body that is awaited on it; `nil` if it waits for the head of a request.
    func add(_ channel: any Channel, awaiting body: AwaitedBody? = nil) {
        let id = ObjectIdentifier(channel)
        let oldest = connections.withLock { connections -> Connection? in
            connections.removeAll { $0.id == id }
            connections.append(Connection(id: id, channel: channel, body: body))
            let ofClient = connections.indices.filter { body?.client != nil && connections[$0].body == body }
            let index = ofClient.count > Self.bodiesPerClient ? ofClient.first : connections.count > limit ? 0 : nil
            return index.map { connections.remove(at: $0) }
        }
        guard let oldest else { return }
        // A stream of HTTP/2 that is closed looks like one that has ended, and half a body like a whole one.
        if oldest.body != nil { oldest.channel.pipeline.fireErrorCaught(ChannelError.inputClosed) }
        oldest.channel.close(promise: nil)
    }

    /// Removes a connection, if it waits.
    func remove(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        connections.withLock { connections in connections.removeAll { $0.id == id } }
    }
}

/// Tells ``WaitingConnections`` when its connection waits: until a request was read, and again when all requests are answered.
///
/// A request whose body comes together with its head waits for nothing, and makes no other give way.
package final class WaitingConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart

    private let connections: WaitingConnections
    private let proxies: [AddressRange]
    /// How many requests were begun and not answered.
    private var requests = 0
    /// The body of the request that is being read.
    private var body: WaitingConnections.AwaitedBody?

    /// Makes a handler for one connection, behind the one that decodes requests.
    ///
    /// - Parameters:
    ///   - connections: The list.
    ///   - proxies: The proxies through which all requests come; empty if they come directly.
    package init(_ connections: WaitingConnections, behind proxies: [AddressRange] = []) {
        self.connections = connections
        self.proxies = proxies
    }

    /// Adds a connection that is already open.
    package func handlerAdded(context: ChannelHandlerContext) { wait(context) }

    /// Adds a connection that opens.
    package func channelActive(context: ChannelHandlerContext) {
        wait(context)
        context.fireChannelActive()
    }

    /// Removes a connection whose request was read.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            requests += 1
            let peer = context.channel.remoteAddress?.ipAddress.flatMap(NetworkAddress.init(_:))
            body = .init(client: ForwardedAddress.network(in: head.headerFields, from: peer, behind: proxies))
        case .body: break
        case .end:
            body = nil
            if requests > 0 { connections.remove(context.channel) } else { wait(context) }
        }
        context.fireChannelRead(data)
    }

    /// Adds a connection of which more is awaited than there was to read; each part of a body makes it the newest.
    package func channelReadComplete(context: ChannelHandlerContext) {
        if body != nil { wait(context) }
        context.fireChannelReadComplete()
    }

    /// Adds a connection whose requests are answered.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            // One that cannot be read as HTTP is answered too.
            requests = max(0, requests - 1)
            if requests == 0 { wait(context) }
        }
        context.write(data, promise: promise)
    }

    /// Removes a connection that is closed.
    package func channelInactive(context: ChannelHandlerContext) {
        connections.remove(context.channel)
        context.fireChannelInactive()
    }

    private func wait(_ context: ChannelHandlerContext) {
        // What is written to a connection that is closed comes here too.
        if context.channel.isActive { connections.add(context.channel, awaiting: body) }
    }
}
