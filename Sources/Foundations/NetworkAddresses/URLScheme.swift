/// Schemes of URLs (RFC 3986, section 3.1).
package enum URLScheme {
    /// The schemes that surfaces open outside of Today.
    package static let external: Set<String> = ["https", "http", "mailto", "tel", "sms", "geo"]

    /// The largest length of a URL, in bytes.
    package static let maximumLength = 4096

    /// Returns the scheme in lower case; `nil` if the text is not a URL, is too long, or contains control characters.
    package static func scheme(of url: String) -> String? {
        guard url.utf8.count <= maximumLength,
            !url.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
        else { return nil }
        return prefix(of: url)
    }

    /// Returns the scheme at the beginning of a text in lower case, whatever follows it; `nil` if there is none.
    package static func prefix(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon].lowercased()
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
            scheme.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
            })
        else { return nil }
        return scheme
    }
}
