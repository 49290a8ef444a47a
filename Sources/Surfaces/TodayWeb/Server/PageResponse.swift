import HTTPTypes
import Host
import HostAPI
import Hummingbird
import Logging
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
                .contentSecurityPolicy: SecurityHeaders.policy(nonce: nonce, hasFrame: hasFrame),
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

/// Translates errors into pages, once, at the edge.
struct PageErrorMiddleware: RouterMiddleware {
    typealias Context = WebContext

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .unauthorized {
            return PageResponse.make(.signIn, status: .unauthorized)
        } catch let error as HTTPError where error.status == .notFound {
            return PageResponse.make(.notFound, status: .notFound)
        } catch let error as HTTPError {
            let page = PlainPage(title: "That Did Not Work", sentence: error.body ?? error.status.reasonPhrase)
            return PageResponse.make(page, status: error.status)
        } catch let error as HostError {
            if let cause = error.cause { context.logger.debug("A page failed", metadata: ["cause": "\(cause)"]) }
            return PageResponse.make(page(for: error), status: error.code.status)
        } catch let error as CancellationError {
            throw error
        } catch {
            context.logger.error("A page failed", metadata: ["error": "\(error)"])
            let page = PlainPage(
                title: "That Did Not Work",
                sentence: "Something went wrong; Today's log has the rest."
            )
            return PageResponse.make(page, status: .internalServerError)
        }
    }

    private func page(for error: HostError) -> PlainPage {
        PlainPage(
            title: error.code == .notFound ? "Not Here" : "That Did Not Work",
            sentence: error.message,
            button: ("Go to Today", "/")
        )
    }
}
