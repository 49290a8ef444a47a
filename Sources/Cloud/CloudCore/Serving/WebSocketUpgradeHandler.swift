import Crypto
import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// The handshake with which a connection switches to WebSocket (RFC 6455, section 4).
///
/// A route answers with ``response(to:body:)``. On the upgraded connection each part of the body is one text message,
/// the end of the body closes the connection, and a close by the client ends the request, which
/// ``Hummingbird/Request/waitForDisconnect(_:)`` notices.
package enum WebSocketHandshake {
    /// The text that the server appends to the client's key (RFC 6455, section 1.3).
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    private static let key = HTTPField.Name("Sec-WebSocket-Key")
    private static let version = HTTPField.Name("Sec-WebSocket-Version")
    private static let accept = HTTPField.Name("Sec-WebSocket-Accept")

    /// Returns `true` if a request asks for an upgrade to WebSocket.
    package static func isWanted(by headers: HTTPFields) -> Bool {
        headers[.upgrade]?.lowercased() == "websocket"
            && headers[.connection]?.lowercased().split(separator: ",").contains {
                $0.trimmingCharacters(in: .whitespaces) == "upgrade"
            } == true
    }

    /// Makes the response that switches to WebSocket, whose body writes the messages; `nil` for an invalid handshake.
    package static func response(to request: Request, body: ResponseBody) -> Response? {
        guard isWanted(by: request.headers), let version, request.headers[version] == "13", let key, let accept,
            let nonce = request.headers[key], Data(base64Encoded: nonce)?.count == 16
        else { return nil }
        let digest = Insecure.SHA1.hash(data: Data((nonce + suffix).utf8))
        return Response(
            status: .switchingProtocols,
            headers: [.upgrade: "websocket", .connection: "Upgrade", accept: Data(digest).base64EncodedString()],
            body: body
        )
    }
}

/// Switches an HTTP connection to WebSocket when the response to any of its requests has the status 101.
///
/// The HTTP handlers are removed, and ``WebSocketMessageHandler`` takes their place in the pipeline.
final class WebSocketUpgradeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum State {
        case http
        /// The decoder is being removed; writes are queued.
        case switching([(NIOAny, EventLoopPromise<Void>?)])
        case switched
    }

    private var state = State.http

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch state {
        case .http:
            guard case .head(let head) = unwrapOutboundIn(data), head.status == .switchingProtocols else {
                context.write(data, promise: promise)
                return
            }
            state = .switching([(data, promise)])
            removeDecoder(context)
        case .switching(let waiting):
            state = .switching(waiting + [(data, promise)])
        case .switched:
            context.write(data, promise: promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        if case .switching = state { return }
        context.flush()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        guard case .switching(let waiting) = state else { return }
        state = .switched
        for (_, promise) in waiting { promise?.fail(ChannelError.ioOnClosedChannel) }
    }

    private func removeDecoder(_ context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
            // The client sends nothing before it has the response, which is written after this.
            pipeline.removeHandler(context: decoder).assumeIsolated().whenComplete { result in
                switch result {
                case .success: self.finish(context)
                case .failure: context.close(promise: nil)
                }
            }
        } catch {
            context.close(promise: nil)
        }
    }

    private func finish(_ context: ChannelHandlerContext) {
        guard case .switching(let waiting) = state, let head = waiting.first else { return }
        let pipeline = context.pipeline.syncOperations
        do {
            context.writeAndFlush(head.0, promise: head.1)
            let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self)
            let codec = try pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self)
            pipeline.removeHandler(context: encoder, promise: nil)
            pipeline.removeHandler(context: codec, promise: nil)
            let handlers: [any ChannelHandler] = [
                WebSocketFrameEncoder(),
                ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: WebSocketMessageHandler.frameLimit)),
                WebSocketProtocolErrorHandler(),
                WebSocketMessageHandler(),
            ]
            try pipeline.addHandlers(handlers, position: .before(self))
        } catch {
            context.close(promise: nil)
            return
        }
        state = .switched
        for (data, promise) in waiting.dropFirst() { context.write(data, promise: promise) }
        context.flush()
        pipeline.removeHandler(context: context, promise: nil)
    }
}
