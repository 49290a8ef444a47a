import HTTPServing
import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI
import NetworkAddresses

/// What signs browsers in and out.
struct SignIn: Sendable {
    let sessions: Sessions
    let cookie: SessionCookie
    let streams: StreamLimiter
    let refusals: LinkRefusals

    /// Signs out a browser: its open pages receive no further events, and ask to sign in.
    ///
    /// - Parameter token: The browser's own token; `nil` if it has none.
    /// - Returns: A redirect that makes the browser delete its data.
    /// - Throws: The error of the host's database.
    func signOut(_ token: Token?) async throws -> Response {
        if let token {
            try await sessions.signOut(token)
            streams.end(token.hash)
        }
        var response = PageResponse.redirect(to: "/")
        response.headers[.setCookie] = cookie.setting(nil)
        // One by one, since `Clear-Site-Data` would delete the cookies of other services on the same domain too.
        for name in [TodayController.expandedCookie, TodayController.wideCookie, ViewerReader.zoneCookie] {
            response.headers.append(HTTPField(name: .setCookie, value: "\(name)=; Path=/; Max-Age=0; SameSite=Strict"))
        }
        response.headers[SecurityHeaders.clearingField] = SecurityHeaders.clearing
        return response
    }
}

/// Answers links that do not sign in, and counts them together with wrong passkeys.
struct LinkRefusals: Sendable {
    let wrongLinks: WrongLinks
    /// Proxies through which all requests come; empty if they come directly.
    let proxies: [AddressRange]
    let viewers: ViewerReader

    /// Counts a wrong link, and returns the page for it, or the error 429 if there were too many.
    func response(_ page: PlainPage, to request: Request, _ context: WebContext) -> Response {
        let viewer = viewers.viewer(of: request.headers)
        guard isTooMany(request, context) else {
            return PageResponse.make(page, status: .gone, for: viewer)
        }
        var response = PageResponse.make(.tooManyLinks, status: .tooManyRequests, for: viewer)
        response.headers[.retryAfter] = String(WrongLinks.period.components.seconds)
        return response
    }

    /// Counts a request that does not sign in; returns `true` if there were too many from its network.
    func isTooMany(_ request: Request, _ context: WebContext) -> Bool {
        let network = ForwardedAddress.network(in: request.headers, from: context.peer, behind: proxies)
        return wrongLinks.add(from: network?.description ?? "this machine")
    }
}

extension PlainPage {
    /// For a network that has followed too many wrong links.
    static let tooManyLinks = PlainPage(title: .tooManyLinks, sentence: .waitAMinute, command: "today pair")
}
