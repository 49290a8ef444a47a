import HTTPServing
import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI
import Logging
import NIOCore
import TodayProtocol

/// Makes responses from pages.
enum PageResponse {
    /// Makes a page with a new nonce, and its content security policy.
    ///
    /// `hasFrame` says that the page may contain the frame of a message's body.
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
                .contentSecurityPolicy: SecurityHeaders.policy(nonce: nonce, hasFrame: hasFrame),
                .cacheControl: "no-store", SecurityHeaders.permissionsField: SecurityHeaders.pagePermissions,
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// Makes a page with a new nonce.
    static func make(_ page: some Page, status: HTTPResponse.Status = .ok, hasFrame: Bool = false) -> Response {
        make(status: status, hasFrame: hasFrame, page.html)
    }

    /// Makes a page with a form, whose status says if the host refused what was sent.
    static func make(_ page: some Page, problem: LocalizableText?) -> Response {
        make(page, status: problem == nil ? .ok : .unprocessableContent)
    }

    /// Makes a page with one sentence.
    static func make(_ page: PlainPage, status: HTTPResponse.Status = .ok, for viewer: Viewer) -> Response {
        make(status: status) { page.html(nonce: $0, language: viewer.pageLanguage) }
    }

    /// Makes a file.
    ///
    /// `cache` says how long browsers may keep it, as in `Cache-Control`; `nil` for not at all. Without a `policy` it has
    /// that of everything that is no page.
    static func file(_ bytes: ByteBuffer, as mediaType: String, cache: String?, policy: String? = nil) -> Response {
        var headers: HTTPFields = [.contentType: mediaType, .contentLength: String(bytes.readableBytes)]
        headers[.cacheControl] = cache
        headers[.contentSecurityPolicy] = policy
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }

    /// Makes an image that a server or an app chose, if its type cannot contain scripts.
    ///
    /// - Throws: An error with the status 415 for other types.
    static func image(_ image: ImageFile, cache: String?) throws(HTTPError) -> Response {
        guard imageTypes.contains(image.mediaType) else { throw HTTPError(.unsupportedMediaType) }
        return file(ByteBuffer(bytes: image.bytes), as: image.mediaType, cache: cache)
    }

    private static let imageTypes: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]

    /// Makes a redirect that a browser follows with GET.
    static func redirect(to location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location, .contentLength: "0"])
    }
}

extension ErrorMiddleware<WebContext> {
    /// Returns a middleware that translates errors into pages.
    ///
    /// `offersPasskeys` says that the sign-in page offers to use a passkey.
    static func pages(_ viewers: ViewerReader, offersPasskeys: Bool) -> ErrorMiddleware {
        ErrorMiddleware { error, request, logger in
            let (page, status) = page(for: error, offersPasskeys: offersPasskeys, logger)
            return PageResponse.make(page, status: status, for: viewers.viewer(of: request.headers))
        }
    }

    private static func page(
        for error: any Error,
        offersPasskeys: Bool,
        _ logger: Logger
    ) -> (PlainPage, HTTPResponse.Status) {
        switch error {
        case let error as HTTPError where error.status == .unauthorized: return (.signIn(offersPasskeys), error.status)
        case let error as HTTPError where error.status == .notFound: return (.notFound, error.status)
        case let error as HTTPError:
            let sentence = LocalizableText.text(error.body ?? error.status.reasonPhrase)
            return (PlainPage(title: .didNotWork, sentence: sentence), error.status)
        case let error as RequestBodyError:
            let page = PlainPage(title: .didNotWork, sentence: .text(error.description))
            return (page, error.code == .tooLarge ? .contentTooLarge : .badRequest)
        case let error as HostError:
            if let cause = error.cause { logger.debug("A page failed", metadata: ["cause": "\(cause)"]) }
            let title: LocalizableText =
                switch error.code {
                case .notFound: .notHere
                case .notAllowed: .notAllowedHere
                default: .didNotWork
                }
            let page = PlainPage(title: title, sentence: error.pageText, buttons: [(.goToToday, "/")])
            return (page, error.code.status)
        default:
            logger.error("A page failed", metadata: ["error": "\(error)"])
            return (PlainPage(title: .didNotWork, sentence: .logHasTheRest), .internalServerError)
        }
    }
}
