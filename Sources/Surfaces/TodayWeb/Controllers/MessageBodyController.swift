import Foundation
import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI
import NIOCore
import TodayProtocol

/// Serves the bodies of messages and their pictures, for the frame on a page of their app.
///
/// A body was sanitized when it arrived. Its policy does not rely on that: it allows no scripts and no forms, and no
/// requests but for the pictures of this message.
struct MessageBodyController: PageController {
    let source: PageSource
    let origin: WebOrigin

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("messages/:app/:id/body", use: body)
        router.get("messages/:app/:id/images/:name", use: image)
    }

    /// Returns the content security policy of a message's body.
    static func policy(of message: MessageID, of app: AppID, origin: WebOrigin) -> String {
        """
        default-src 'none'; img-src \(origin.url)\(PageLink.folder(of: message, of: app))images/ data:; style-src 'unsafe-inline'; \
        sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'self'
        """
    }

    /// Inserts this surface's style into a document, before the sender's own style.
    ///
    /// Links follow the color scheme of the document, which is always light if the sender chose colors.
    static func insertStyle(_ html: String, language: PageLanguage) -> [UInt8] {
        guard let head = html.range(of: "</head>", options: .caseInsensitive) else { return Array(html.utf8) }
        let text = LocalizableText.imageNotLoaded.text(in: language)
        let label = "<style>.missing::before{content:\"\(styleSheetString(text))\"}</style>"
        return Array((html[..<head.lowerBound] + surfaceStyle + label + html[head.lowerBound...]).utf8)
    }

    /// Returns a text for quotation marks in a style sheet, which is within a document.
    private static func styleSheetString(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            "\"\\<\n".unicodeScalars.contains(scalar) ? "\\\(String(scalar.value, radix: 16)) " : String(scalar)
        }.joined()
    }

    private static let surfaceStyle = """
        <style>body{padding:16px;font-size:16px;font-family:-apple-system,BlinkMacSystemFont,"SF Pro Text",Inter,"Segoe UI",\
        Roboto,"Helvetica Neue",system-ui,"Noto Sans",sans-serif;overflow-wrap:break-word}\
        body>:first-child{margin-top:0}\
        body>:last-child{margin-bottom:0}h1{font-size:1.5em;font-weight:600;line-height:1.2}\
        :any-link{color:light-dark(#0757b8,#8cc8ff)}</style>
        """

    @Sendable @concurrent private func body(_ request: Request, _ context: WebContext) async throws -> Response {
        let (app, id) = try message(context)
        do throws(HostError) {
            return frame(
                Self.insertStyle(
                    try await host.send(GetMessageBodyRequest(id, of: app)).html,
                    language: viewer(of: request).pageLanguage
                ),
                of: id,
                of: app
            )
        } catch {
            // Pages of Today must not be framed, so the frame gets a document with the error's message.
            var page = PageWriter(viewer(of: request).pageLanguage)
            page.markup(
                """
                <!DOCTYPE html><html\("lang", page.language.tag)><head><meta charset="utf-8"><title></title><style>\
                :root{color-scheme:light dark}body{margin:0;padding:16px;font:15px/1.45 system-ui,sans-serif}</style>\
                </head><body><p>\(error.pageText)</p></body></html>
                """
            )
            return frame(page.bytes, of: id, of: app, status: error.code.status)
        }
    }

    private func frame(
        _ bytes: [UInt8],
        of id: MessageID,
        of app: AppID,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .contentLength: String(bytes.count),
            .contentSecurityPolicy: Self.policy(of: id, of: app, origin: origin),
        ]
        if let name = HTTPField.Name("X-Frame-Options") { headers[name] = "SAMEORIGIN" }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    @Sendable @concurrent private func image(_ request: Request, _ context: WebContext) async throws -> Response {
        let (app, id) = try message(context)
        guard let name = context.parameters.get("name").flatMap({ PercentCoding.decode($0) }), isPlain(name) else {
            throw HTTPError(.notFound)
        }
        return try PageResponse.image(
            try await host.send(GetMessageImageRequest(name, of: id, of: app)),
            cache: nil
        )
    }

    /// Returns the message that a path names; malformed names are not found, without asking the host.
    private func message(_ context: WebContext) throws -> (AppID, MessageID) {
        guard let app = context.parameters.get("app").flatMap({ PercentCoding.decode($0) }), isPlain(app),
            let id = context.parameters.get("id").flatMap({ PercentCoding.decode($0) }).map({ MessageID($0) }),
            id.isWellFormed
        else { throw HTTPError(.notFound) }
        return (AppID(app), id)
    }

    /// Returns `true` if a text has 1 to 255 of the characters `A-Za-z0-9._-` and does not begin with a dot.
    private func isPlain(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
