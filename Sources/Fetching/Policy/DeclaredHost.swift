/// A host that a bundle declares: a name, or all names below one.
struct DeclaredHost: Hashable, Sendable {
    private let name: String
    private let coversSubdomains: Bool

    /// Reads `example.com` or `*.example.com`.
    ///
    /// - Returns: `nil` for what is neither; a star needs at least two labels after it.
    init?(_ text: String) {
        let text = text.lowercased()
        coversSubdomains = text.hasPrefix("*.")
        name = coversSubdomains ? String(text.dropFirst(2)) : text
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let areWellFormed = labels.allSatisfy { label in
            !label.isEmpty && label.utf8.count <= 63
                && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        }
        guard areWellFormed, name.utf8.count <= 253, !coversSubdomains || labels.count >= 2 else { return nil }
    }

    /// Whether a host, in lower case, is meant.
    func covers(_ host: String) -> Bool { coversSubdomains ? host.hasSuffix("." + name) : host == name }
}
