package import NIOCore
package import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Keeps the server name in the target of an HTTP/1.1 request (`GET http://name/path`), which the codec of
/// `HTTPRequest` drops.
///
/// RFC 9112, section 3.2.2, describes such targets. A name that differs from that of the `Host` field is added as a
/// second `Host` field, and a target that names no HTTP server becomes `*`. So a check of the request sees every name
/// that a client or a proxy could have meant.
package final class AbsoluteTargetHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart

    /// Creates a handler for one connection; it must be placed before the codec.
    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), !head.uri.hasPrefix("/") else {
            context.fireChannelRead(data)
            return
        }
        if let name = Self.name(in: head.uri) {
            if head.headers["Host"].first?.lowercased() != name { head.headers.add(name: "Host", value: name) }
        } else {
            head.uri = "*"
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Returns the name and the port in an absolute target, in lower case; `nil` if it has none.
    private static func name(in target: String) -> String? {
        let target = target.lowercased()
        guard let scheme = ["http://", "https://"].first(where: target.hasPrefix) else { return nil }
        let name = target.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        return name.isEmpty ? nil : String(name)
    }
}

/// Adds an ``AbsoluteTargetHandler`` before the codec of an HTTP/1.1 connection, which comes before all handlers that a
/// server can add; HTTP/2 needs none.
package final class AbsoluteTargetInstaller: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = Any

    package init() {}

    package func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        do {
            try pipeline.addHandler(AbsoluteTargetHandler(), position: .before(codec))
        } catch {
            // Without the handler, the name in a target would be ignored.
            context.close(promise: nil)
        }
    }
}
