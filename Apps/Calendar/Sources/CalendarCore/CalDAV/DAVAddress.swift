import TodayKit

/// Addresses of CalDAV servers.
enum DAVAddress {
    /// Whether a password may be sent there: encrypted, or to this machine.
    static func mayReceivePassword(_ address: String) -> Bool {
        guard let url = URL(string: address), let host = url.host()?.lowercased() else { return false }
        if url.scheme?.lowercased() == "https" { return true }
        return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

    /// Resolves what a server writes for a resource.
    ///
    /// The result is on the same server or, as with iCloud, on one beside it: `p42-caldav.icloud.com` for
    /// `caldav.icloud.com`. So no server gets the login of another one's.
    ///
    /// - Returns: `nil` if it is no address, elsewhere, or less well protected.
    static func resolve(_ href: String, against base: String) -> String? {
        guard href.utf8.count <= 2000, href.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
            let baseURL = URL(string: base), let url = URL(string: href, relativeTo: baseURL)?.absoluteURL,
            let host = url.host()?.lowercased(), let baseHost = baseURL.host()?.lowercased(),
            url.user() == nil, url.password() == nil, mayReceivePassword(url.absoluteString)
        else { return nil }
        if host == baseHost { return port(url) == port(baseURL) ? url.absoluteString : nil }
        let parent = baseHost.drop { $0 != "." }
        // A parent such as ".com" or ".co.uk" has strangers below it; the person must still allow the other server.
        return parent.dropFirst().contains(".") && host.hasSuffix(parent) ? url.absoluteString : nil
    }

    private static func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
}
