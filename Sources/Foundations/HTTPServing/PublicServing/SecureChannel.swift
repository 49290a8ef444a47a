import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL

/// Sets up TLS connections, over which clients speak HTTP/2 or HTTP/1.1 as negotiated (ALPN, RFC 7301).
struct SecureChannel: ServerChildChannel {
    /// The setup after the handshake.
    let base: HTTP2UpgradeChannel
    let connections: WaitingConnections
    let networks: ConnectionsByNetwork

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP2UpgradeChannel.Value> {
        if !networks.add(channel) {
            logger.debug("Refused a connection: its network has too many")
            // Closes it only after its setup: a server counts a connection that fails during the setup as open.
            channel.eventLoop.execute { channel.close(promise: nil) }
        }
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let security = try pipeline.handler(type: NIOSSLServerHandler.self)
            try pipeline.addHandler(HandshakeHandler(connections), position: .after(security))
            return value
        }
    }

    func handle(value: HTTP2UpgradeChannel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
