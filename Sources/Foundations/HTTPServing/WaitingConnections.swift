import HTTPTypes
package import NIOCore
package import NIOHTTPTypes
package import NetworkAddresses
import Synchronization

/// The connections of a server that wait for their clients: new ones, those in the middle of a request's head or body,
/// and those that are kept alive for another request.
///
/// Beyond a limit the connection that has waited longest is closed. So clients that send half a request, or nothing,
/// never take all connections of the server: they only displace each other. Since any client can leave a body
/// incomplete, each client may have only a few of those, however many connections wait.
package final class WaitingConnections: Sendable {
    /// The largest number of awaited bodies per client; a browser has at most six HTTP/1.1 connections.
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

    /// Creates the list of one server, with the largest number of waiting connections; less than the server's limit.
    package init(limit: Int) { self.limit = limit }

    /// Adds a connection as the newest one, which waits for a body or for the head of a request, and closes the oldest
    /// one beyond a limit.
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
        // To the server, a closed stream of HTTP/2 looks like one that has ended, and half a body like a whole one.
        if oldest.body != nil { oldest.channel.pipeline.fireErrorCaught(ChannelError.inputClosed) }
        oldest.channel.close(promise: nil)
    }

    func remove(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        connections.withLock { connections in connections.removeAll { $0.id == id } }
    }
}

/// Reports to ``WaitingConnections`` when its connection waits: before a request was read, unless its body arrives
/// together with its head, and after all requests are answered.
package final class WaitingConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart

    private let connections: WaitingConnections
    private let proxies: [AddressRange]
    /// The number of requests that were begun and are not answered.
    private var requests = 0
    /// The body of the request that is being read.
    private var body: WaitingConnections.AwaitedBody?

    /// Creates a handler for one connection, behind the one that decodes requests; `proxies` are those through which
    /// all requests come.
    package init(_ connections: WaitingConnections, behind proxies: [AddressRange] = []) {
        self.connections = connections
        self.proxies = proxies
    }

    package func handlerAdded(context: ChannelHandlerContext) { wait(context) }

    package func channelActive(context: ChannelHandlerContext) {
        wait(context)
        context.fireChannelActive()
    }

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

    /// Adds a connection whose body is incomplete after a read; each part of a body makes the connection the newest
    /// one.
    package func channelReadComplete(context: ChannelHandlerContext) {
        if body != nil { wait(context) }
        context.fireChannelReadComplete()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            // A request that is not valid HTTP is answered too.
            requests = max(0, requests - 1)
            if requests == 0 { wait(context) }
        }
        context.write(data, promise: promise)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        connections.remove(context.channel)
        context.fireChannelInactive()
    }

    private func wait(_ context: ChannelHandlerContext) {
        // Data written to a closed connection also passes through here.
        if context.channel.isActive { connections.add(context.channel, awaiting: body) }
    }
}
