import Foundation
import HTTPTypes
import Host
import HostAPIServer
import Hummingbird

/// The sessions of browsers, which outlive a restart of the host.
///
/// A session is refused when the browser was last seen more than 180 days ago. It ends when the person signs out, or when the
/// host needs the place for a newer one. So a clock that is wrong by months signs nobody out for good: once it is right
/// again, the sessions are too. The host stores only hashes of the tokens.
struct Sessions: Sendable {
    /// How long a session lasts after the browser was last seen, in seconds.
    static let lifetime = 180 * 86_400
    /// How long a browser keeps the cookie, in seconds: longer than a session, since its clock may be wrong too.
    static let cookieLifetime = 400 * 86_400
    /// How old the stored date may become before it is updated, in seconds.
    private static let freshness = 86_400.0

    private let host: any HostAccess
    private let now: @Sendable () -> Date

    init(host: any HostAccess, now: @escaping @Sendable () -> Date = { Date() }) {
        self.host = host
        self.now = now
    }

    /// Signs a browser in.
    ///
    /// - Parameters:
    ///   - former: The token that the browser had until now; its session ends.
    ///   - browser: What the browser calls itself, for people.
    /// - Returns: The token for the cookie; the session is on disk when this returns.
    /// - Throws: What the host's database throws.
    func begin(replacing former: Token?, browser: String? = nil) async throws(HostError) -> Token {
        let token = Token.random()
        try await host.send(ChangeSessionRequest(.begin, tokenHash: token.hash, browser: browser))
        if let former { try await host.send(ChangeSessionRequest(.end, tokenHash: former.hash)) }
        return token
    }

    /// Whether a browser is signed in; this also updates when it was last seen.
    func isSignedIn(_ token: Token) async throws(HostError) -> Bool {
        let hash = token.hash
        guard let seen = try await host.send(GetSessionLastSeenRequest(tokenHash: hash)) else { return false }
        let age = now().timeIntervalSince(seen)
        guard age <= Double(Self.lifetime) else { return false }
        // A date in the future is of a clock that was wrong.
        if abs(age) > Self.freshness { try await host.send(ChangeSessionRequest(.touch, tokenHash: hash)) }
        return true
    }

    /// Signs a browser out that is known by the hash of its token; does nothing if there is none.
    func end(hash: String) async throws(HostError) {
        try await host.send(ChangeSessionRequest(.end, tokenHash: hash))
    }

    /// Signs a browser out.
    func end(_ token: Token) async throws(HostError) {
        try await host.send(ChangeSessionRequest(.end, tokenHash: token.hash))
    }
}

/// Refuses requests of browsers that are not signed in.
struct SessionMiddleware: RouterMiddleware {
    typealias Context = WebContext

    let sessions: Sessions
    let cookie: SessionCookie

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard let token = cookie.token(of: request), try await sessions.isSignedIn(token) else {
            throw HTTPError(.unauthorized, message: "Sign in first: today link")
        }
        var context = context
        context.session = token
        return try await next(request, context)
    }
}

/// The cookie that holds the token of a session.
struct SessionCookie: Sendable {
    private let name: String
    private let attributes: String

    /// Makes the cookie of an origin.
    init(of origin: WebOrigin) {
        // A browser takes a name with this prefix only over TLS, and from this host itself (RFC 6265bis, section 4.1.3).
        name = origin.isSecure ? "__Host-today_session" : "today_session"
        attributes = "HttpOnly; SameSite=Lax" + (origin.isSecure ? "; Secure" : "")
    }

    /// The token that a browser sends, valid or not.
    func token(of request: Request) -> Token? { request.headers.cookie(named: name).flatMap(Token.init(sent:)) }

    /// The value of `Set-Cookie` that sets a token, or deletes it if `nil`.
    func setting(_ token: Token?) -> String {
        let age = token == nil ? 0 : Sessions.cookieLifetime
        return "\(name)=\(token?.text ?? ""); Path=/; Max-Age=\(age); \(attributes)"
    }
}
