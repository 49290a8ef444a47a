import Foundation
import HTTPTypes
import HostAPIServer
import Hummingbird
import Synchronization

/// The links that sign a browser in and lead to a page; each works once, for ten minutes, until the host ends.
///
/// At most 16 are open at a time; a new one replaces the oldest. Only their hashes are stored.
final class OneTimeLinks: Sendable {
    /// How long a link works, in seconds.
    static let lifetime = 600
    /// How many may be open.
    static let limit = 16

    private struct Link {
        var hash: String
        var end: Date
        var page: PagePath
    }

    private let links = Mutex<[Link]>([])
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Makes a link's token.
    func make(to page: PagePath = .today) -> Token {
        let token = Token.random()
        let date = now()
        links.withLock { links in
            links.removeAll { $0.end <= date }
            links.append(Link(hash: token.hash, end: date.addingTimeInterval(Double(Self.lifetime)), page: page))
            links.removeFirst(max(0, links.count - Self.limit))
        }
        return token
    }

    /// Uses a link, which cannot be used again.
    ///
    /// - Returns: The page that it leads to; `nil` if there is no such link, or it is too old.
    func use(_ token: Token) -> PagePath? {
        let hash = token.hash
        let date = now()
        return links.withLock { links in
            links.removeAll { $0.end <= date }
            guard let index = links.firstIndex(where: { Token.equal($0.hash, hash) }) else { return nil }
            return links.remove(at: index).page
        }
    }
}

/// The address of a page of this surface, without its origin: `/notifications?answer=7`.
struct PagePath: Hashable, Sendable {
    /// How long one may be, in bytes.
    static let limit = 2048
    /// The Today screen.
    static let today = PagePath(text: "/")

    /// The path and the query.
    let text: String

    private init(text: String) { self.text = text }

    /// Makes a path from text; `nil` if it could lead to another site, or has characters that no address has.
    init?(_ text: String) {
        guard text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= Self.limit,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C })
        else { return nil }
        self.text = text
    }
}

/// Signs browsers in and out.
struct LinkController: Sendable {
    let links: OneTimeLinks
    let sessions: Sessions
    let cookie: SessionCookie
    let streams: StreamLimiter
    let viewers: ViewerReader

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("link/:token", use: follow)
        router.post("sign-out", use: signOut)
    }

    @Sendable @concurrent private func follow(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        guard let token = context.parameters.get("token").flatMap(Token.init(sent:)), let page = links.use(token)
        else {
            return PageResponse.make(.usedLink, status: .gone, for: viewer)
        }
        let session = try await sessions.begin(
            replacing: cookie.token(of: request),
            browser: BrowserName.name(of: request.headers[.userAgent] ?? "")
        )
        // A browser does not send a strict cookie on a redirect that another site began; a page of our own does.
        var response =
            RequestCheck.isFromOtherSite(request.headers)
            ? PageResponse.make(
                PlainPage(
                    title: .welcome,
                    sentence: .signedIn,
                    button: (.goToToday, page.text),
                    forward: page.text
                ),
                for: viewer
            )
            : PageResponse.redirect(to: page.text)
        response.headers[.setCookie] = cookie.setting(session)
        return response
    }

    @Sendable @concurrent private func signOut(_ request: Request, _ context: WebContext) async throws -> Response {
        if let token = cookie.token(of: request) {
            try await sessions.end(token)
            streams.end(token.hash)
        }
        var response = PageResponse.redirect(to: "/")
        response.headers[.setCookie] = cookie.setting(nil)
        response.headers[SecurityHeaders.clearingField] = SecurityHeaders.clearing
        return response
    }
}
