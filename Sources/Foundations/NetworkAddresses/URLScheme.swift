/// The scheme of an address (RFC 3986, section 3.1).
package enum URLScheme {
    /// The schemes that every surface knows, and that lead out of Today.
    package static let external: Set<String> = ["https", "http", "mailto", "tel", "sms", "geo"]

    /// How long an address may be, in bytes.
    package static let addressBytes = 4096

    /// The scheme in lower case; `nil` if the text is no address, is too long, or holds control characters.
    package static func of(_ url: String) -> String? {
        guard url.utf8.count <= addressBytes,
            !url.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
        else { return nil }
        return beginning(url)
    }

    /// The scheme with which a text begins, in lower case, whatever follows it; `nil` if it begins with none.
    package static func beginning(_ text: String) -> String? {
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
