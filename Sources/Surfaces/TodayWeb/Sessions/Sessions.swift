import Foundation
import HTTPTypes
import HostClock
import HostModel
import Hummingbird
import LocalAPI

/// The sessions of browsers, which survive a restart of the host.
///
/// A session expires 180 days after the browser was last seen. It ends when the person signs out, or when the host
/// needs its place for a newer one. Changes of the system clock sign nobody out: the days are counted by elapsed time,
/// and a clock that is behind changes no date. If the clock is ahead when the host starts, sessions are refused only
/// until it is right again. The host stores only hashes of the tokens.
struct Sessions: Sendable {
    /// Lifetime of a session after the browser was last seen, in seconds.
    static let lifetime = 180 * 86_400
    /// Lifetime of the cookie, in seconds: longer than a session, since the browser's clock may be wrong too.
    static let cookieLifetime = 400 * 86_400
    /// Age of the stored date after which it is updated, in seconds; each update writes to the disk.
    static let freshness = 300.0

    /// The scope of new tokens.
    var scope = Token.Scope.encrypted
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
    /// The session of the browser's `former` token ends, and its passkeys move to the new one. Returns the token for the
    /// cookie, once the session is on disk.
    func begin(
        replacing former: Token?,
        browser: String? = nil,
        name: String? = nil,
        rights: DeviceRights = .change
    ) async throws(HostError) -> Token {
        let token = Token.random(scope)
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

    /// Signs in the device of a passkey whose signature was verified.
    ///
    /// If the browser's `former` token belongs to another device, that device is signed out. Returns the token for the
    /// cookie, once the session is on disk; throws `notFound` or `invalid` if the passkey was removed or used meanwhile.
    func begin(
        with passkey: Passkey,
        signCount: UInt32,
        replacing former: Token?,
        browser: String?
    ) async throws(HostError) -> Token {
        let token = Token.random(scope)
        try await host.send(
            SignInWithPasskeyRequest(passkey.id, signCount: signCount, tokenHash: token.hash, browser: browser)
        )
        if let former { try await signOut(former) }
        return token
    }

    /// Returns the rights of a browser; `nil` if it is not signed in.
    ///
    /// This also updates the time at which the browser was last seen.
    func rights(of token: Token) async throws(HostError) -> DeviceRights? {
        let hash = token.hash
        guard let session = try await host.send(GetSessionRequest(tokenHash: hash)) else { return nil }
        guard present.value.timeIntervalSince(session.lastSeen) <= Double(Self.lifetime) else { return nil }
        if now().timeIntervalSince(session.lastSeen) > Self.freshness || session.contact.pushesEnded != nil {
            try await host.send(ChangeSessionRequest(.touch, tokenHash: hash))
        }
        return session.rights
    }

    /// Signs out a browser by the hash of its token, and removes its passkeys; does nothing if there is none.
    func end(hash: String) async throws(HostError) {
        try await host.send(ChangeSessionRequest(.end, tokenHash: hash))
    }

    /// Signs a browser out at its own request; it can sign in again with a passkey.
    func signOut(_ token: Token) async throws(HostError) {
        try await host.send(ChangeSessionRequest(.signOut, tokenHash: token.hash))
    }
}

/// The cookie that holds the token of a session.
struct SessionCookie: Sendable {
    private let name: String
    private let attributes: String
    private let scope: Token.Scope

    /// Makes the cookie of an origin.
    init(of origin: WebOrigin) {
        // A browser accepts a name with this prefix only over TLS, and from this server itself (RFC 6265bis, section
        // 4.1.3).
        name = origin.isSecure ? "__Host-today_session" : "today_session"
        scope = origin.reach == .privateNetwork ? .privateNetwork : .encrypted
        attributes = "HttpOnly; SameSite=Lax" + (origin.isSecure ? "; Secure" : "")
    }

    /// Returns the token that a browser sends, valid or not.
    func token(of request: Request) -> Token? {
        request.headers.cookie(named: name).flatMap { Token(sent: $0, scope) }
    }

    /// Returns the value of `Set-Cookie` that sets a token, or deletes it if `nil`.
    func setting(_ token: Token?) -> String {
        let age = token == nil ? 0 : Sessions.cookieLifetime
        return "\(name)=\(token?.text ?? ""); Path=/; Max-Age=\(age); \(attributes)"
    }
}

extension Request {
    /// Name of the browser, for people.
    var browserName: String? { BrowserName.name(of: headers[.userAgent] ?? "") }
}

/// The names of browsers and systems in `User-Agent` headers, as people know them.
enum BrowserName {
    /// Ordered by precedence: most browsers also claim to be Safari, and Edge and Opera also to be Chrome.
    private static let browsers = [
        ("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Macintosh", "Mac"), ("Windows", "Windows"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    /// Returns the browser and the system in a `User-Agent` header, such as `Firefox, Linux`; `nil` if it names
    /// neither.
    static func name(of userAgent: String) -> String? {
        let known = [browsers, systems].compactMap { list in list.first { userAgent.contains($0.0) }?.1 }
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }
}
