import HostModel
import Hummingbird

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
        cookie.forget(in: &response)
        return response
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
