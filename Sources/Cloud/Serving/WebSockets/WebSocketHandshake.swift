import Crypto
import Foundation
package import HTTPTypes
package import Hummingbird

/// The handshake with which a connection switches to WebSocket (RFC 6455, section 4).
///
/// A route answers with ``response(to:body:)``. On the switched connection each part that the body writes is one text
/// message, the end of the body closes the connection, and the client's close ends the request, which
/// ``Departure/wait(of:onDeparture:)`` notices.
package enum WebSocketHandshake {
    /// What the server adds to a client's key (RFC 6455, section 1.3).
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    private static let key = HTTPField.Name("Sec-WebSocket-Key")
    private static let version = HTTPField.Name("Sec-WebSocket-Version")
    private static let accept = HTTPField.Name("Sec-WebSocket-Accept")

    /// Whether a request asks for WebSocket.
    package static func isWanted(by headers: HTTPFields) -> Bool {
        headers[.upgrade]?.lowercased() == "websocket"
            && headers[.connection]?.lowercased().split(separator: ",").contains {
                $0.trimmingCharacters(in: .whitespaces) == "upgrade"
            } == true
    }

    /// The response that switches to WebSocket.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: What writes the messages.
    /// - Returns: The response; none if the request is no valid handshake.
    package static func response(to request: Request, body: ResponseBody) -> Response? {
        guard isWanted(by: request.headers), let version, request.headers[version] == "13", let key, let accept,
            let nonce = request.headers[key], Data(base64Encoded: nonce)?.count == 16
        else { return nil }
        let digest = Insecure.SHA1.hash(data: Data((nonce + suffix).utf8))
        return Response(
            status: .switchingProtocols,
            headers: [
                .upgrade: "websocket", .connection: "Upgrade", accept: Data(digest).base64EncodedString(),
            ],
            body: body
        )
    }
}
