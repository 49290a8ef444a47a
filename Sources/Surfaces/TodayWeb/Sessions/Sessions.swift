import Foundation
import HTTPTypes
import Host
import HostAPIServer
import HostClock
import HostStorage
import Hummingbird

/// The sessions of browsers, which outlive a restart of the host.
///
/// A session is refused when the browser was last seen more than 180 days ago. It ends when the person signs out, or when the
/// host needs the place for a newer one. A clock that is set signs nobody out: the days are counted at the pace of time, and a
/// clock that is behind changes no date. One that is ahead when the host starts signs nobody out for good: once it is right
/// again, the sessions are too. The host stores only hashes of the tokens.
struct Sessions: Sendable {
    /// How long a session lasts after the browser was last seen, in seconds.
    static let lifetime = 180 * 86_400
    /// How long a browser keeps the cookie, in seconds: longer than a session, since its clock may be wrong too.
    static let cookieLifetime = 400 * 86_400
    /// How old the stored date may become before it is updated, in seconds: each update is written to the disk.
    static let freshness = 300.0

    private let host: any HostAccess
    private let now: @Sendable () -> Date
    private let present: SteadyDate

    init(host: any HostAccess, now: @escaping @Sendable () -> Date = { Date() }, present: SteadyDate? = nil) {
        self.host = host
        self.now = now
        self.present = present ?? SteadyDate(now: now)
    }

    /// Signs a browser in.
    ///
    /// - Parameters:
    ///   - former: The token that the browser had until now; its session ends, and its passkeys are those of the new one.
    ///   - browser: What the browser calls itself, for people.
    ///   - name: What the person calls the device.
    ///   - rights: What the device may do.
    /// - Returns: The token for the cookie; the session is on disk when this returns.
    /// - Throws: What the host's database throws.
    func begin(
        replacing former: Token?,
        browser: String? = nil,
        name: String? = nil,
        rights: DeviceRights = .change
    ) async throws(HostError) -> Token {
        let token = Token.random()
        present.follow()
        try await host.send(
            ChangeSessionRequest(
                .begin,
                tokenHash: token.hash,
                browser: browser,
                name: name,
                rights: rights,
                replacing: former?.hash
            )
        )
        return token
    }

    /// Signs the device of a passkey in, whose signature was checked.
    ///
    /// - Parameters:
    ///   - passkey: The passkey.
    ///   - signCount: How many signatures its authenticator has made.
    ///   - former: The token that the browser had until now; its device is signed out, if it is another one.
    ///   - browser: What the browser calls itself, for people.
    /// - Returns: The token for the cookie; the session is on disk when this returns.
    /// - Throws: `notFound` or `invalid` if the passkey was removed or used meanwhile, or what the host's database throws.
    func begin(
        with passkey: Passkey,
        signCount: UInt32,
        replacing former: Token?,
        browser: String?
    ) async throws(HostError) -> Token {
        let token = Token.random()
        try await host.send(
            SignInWithPasskeyRequest(passkey.id, signCount: signCount, tokenHash: token.hash, browser: browser)
        )
        if let former { try await signOut(former) }
        return token
    }

    /// What a browser may do; `nil` if it is not signed in.
    ///
    /// This also updates when the browser was last seen.
    func rights(of token: Token) async throws(HostError) -> DeviceRights? {
        let hash = token.hash
        guard let session = try await host.send(GetSessionRequest(tokenHash: hash)) else { return nil }
        guard present.value.timeIntervalSince(session.lastSeen) <= Double(Self.lifetime) else { return nil }
        if now().timeIntervalSince(session.lastSeen) > Self.freshness || session.contact.pushesEnded != nil {
            try await host.send(ChangeSessionRequest(.touch, tokenHash: hash))
        }
        return session.rights
    }

    /// Signs a browser out that is known by the hash of its token, and removes its passkeys; does nothing if there is none.
    func end(hash: String) async throws(HostError) {
        try await host.send(ChangeSessionRequest(.end, tokenHash: hash))
    }

    /// Signs a browser out as it asks for it: with a passkey it can sign in again.
    func signOut(_ token: Token) async throws(HostError) {
        try await host.send(ChangeSessionRequest(.signOut, tokenHash: token.hash))
    }
}

/// Refuses requests of browsers that are not signed in, and those that a device has no right to, as ``RouteRights`` says.
struct SessionMiddleware: RouterMiddleware {
    typealias Context = WebContext

    let sessions: Sessions
    let cookie: SessionCookie

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard let token = cookie.token(of: request), let rights = try await sessions.rights(of: token) else {
            throw HTTPError(.unauthorized, message: "Sign in first: today link")
        }
        if let refusal = RouteRights.refusal(of: request.method, context.endpointPath ?? "", with: rights) {
            throw refusal
        }
        var changed = context
        changed.session = token
        changed.rights = rights
        let signedIn = changed
        var response = try await PageRights.$current.withValue(rights) { try await next(request, signedIn) }
        response.headers[PageRights.field] = rights.rawValue
        return response
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

    /// Tells a browser to forget the session, and everything that it has kept of the person.
    ///
    /// Cookies are named one by one: `Clear-Site-Data` would delete those of other services of the same domain too.
    func forget(in response: inout Response) {
        response.headers[.setCookie] = setting(nil)
        for name in [TodayController.expandedCookie, TodayController.wideCookie, ViewerReader.zoneCookie] {
            response.headers.append(HTTPField(name: .setCookie, value: "\(name)=; Path=/; Max-Age=0; SameSite=Strict"))
        }
        response.headers[SecurityHeaders.clearingField] = SecurityHeaders.clearing
    }
}
