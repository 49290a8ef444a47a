import HTTPTypes
import Hummingbird
import NIOCore

/// Makes responses out of pages.
enum PageResponse {
    /// A page with the policy that fits its nonce, which is new for each response.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - hasFrame: Whether the page may hold the frame of a message's body.
    ///   - html: Writes the page.
    /// - Returns: The response.
    static func make(
        status: HTTPResponse.Status = .ok,
        hasFrame: Bool = false,
        _ html: (_ nonce: String) -> [UInt8]
    ) -> Response {
        let nonce = String(Token.random().text.prefix(22))
        let bytes = html(nonce)
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .contentLength: String(bytes.count),
                .contentSecurityPolicy: SafetyHeaders.policy(nonce: nonce, hasFrame: hasFrame),
                .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// A page of a few sentences.
    static func make(_ page: PlainPage, status: HTTPResponse.Status = .ok) -> Response {
        make(status: status) { page.html(nonce: $0) }
    }

    /// A way to another address; a browser follows it with GET.
    static func redirect(to location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location, .contentLength: "0"])
    }
}
