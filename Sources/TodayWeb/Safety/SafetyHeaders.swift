import HTTPTypes

/// What every response tells the browser to refuse.
enum SafetyHeaders {
    /// The policy of a page, whose one inline style sheet has a nonce.
    ///
    /// - Parameters:
    ///   - nonce: The nonce.
    ///   - hasFrame: Whether the page may hold the frame of a message's body.
    static func policy(nonce: String, hasFrame: Bool = false) -> String {
        """
        default-src 'none'; script-src 'self'; style-src 'self' 'nonce-\(nonce)'; img-src 'self' data:; \
        connect-src 'self'; \(hasFrame ? "frame-src 'self'; " : "")form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'
        """
    }

    /// The policy of what is no page.
    private static let closedPolicy = "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'"

    /// Adds the headers that are not there yet.
    static func add(to fields: inout HTTPFields) {
        for (name, value) in always where fields[name] == nil { fields[name] = value }
        if fields[.contentSecurityPolicy] == nil { fields[.contentSecurityPolicy] = closedPolicy }
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
    }

    private static let always: [(HTTPField.Name, String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"), ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
