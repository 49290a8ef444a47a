import Foundation
import HTTPTypes
import Host
import HostAPI
import Hummingbird

/// The browsers that are signed in; they stay so when the host starts again.
///
/// A session ends 180 days after the browser was last seen, when the person signs out, or when the host's limit of
/// them makes it give way. The host keeps only hashes of the tokens.
struct Sessions: Sendable {
    /// How long a browser that is not seen stays signed in, in seconds.
    static let lifetime = 180 * 86_400
    /// How old "last seen" may become before it is noted anew, in seconds.
    private static let freshness = 86_400.0

    private let host: any HostFacade
    private let now: @Sendable () -> Date

    init(host: any HostFacade, now: @escaping @Sendable () -> Date = { Date() }) {
        self.host = host
        self.now = now
    }

    /// Signs a browser in.
    ///
    /// - Parameter former: The token that the browser had until now; its session ends.
    /// - Returns: The token for its cookie; on disk when this returns.
    /// - Throws: What the host's database throws.
    func begin(replacing former: Token?) async throws(HostError) -> Token {
        let token = Token.random()
        try await host.beginSession(tokenHash: token.hash)
        if let former { try await host.endSession(tokenHash: former.hash) }
        return token
    }

    /// Whether a browser is signed in; it counts as seen.
    func isSignedIn(_ token: Token) async throws(HostError) -> Bool {
        let hash = token.hash
        guard let seen = try await host.sessionLastSeen(tokenHash: hash) else { return false }
        let age = now().timeIntervalSince(seen)
        guard age <= Double(Self.lifetime) else {
            try await host.endSession(tokenHash: hash)
            return false
        }
        if age > Self.freshness { try await host.touchSession(tokenHash: hash) }
        return true
    }

    /// Signs a browser out.
    func end(_ token: Token) async throws(HostError) { try await host.endSession(tokenHash: token.hash) }
}

/// Lets only browsers that are signed in pass.
struct SessionMiddleware: RouterMiddleware {
    typealias Context = WebContext

    /// The name of the cookie that holds the token.
    static let cookie = "today_session"

    let sessions: Sessions

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard let token = Self.token(of: request), try await sessions.isSignedIn(token) else {
            throw HTTPError(.unauthorized, message: "Sign in first: today link")
        }
        var context = context
        context.session = token
        return try await next(request, context)
    }

    /// The token that a browser sends, whether or not it is one of a session.
    static func token(of request: Request) -> Token? {
        request.headers.cookie(named: cookie).flatMap(Token.init(sent:))
    }

    /// The value of `Set-Cookie` that keeps a token, or forgets it.
    static func setCookie(_ token: Token?) -> String {
        let age = token == nil ? 0 : Sessions.lifetime
        return "\(cookie)=\(token?.text ?? ""); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
    }
}
