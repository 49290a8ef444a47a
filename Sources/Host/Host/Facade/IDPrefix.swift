/// Finds ids by how they begin, as git finds commits.
enum IDPrefix {
    /// How many characters the beginning of an id must have at least.
    static let shortest = 4
    /// How many ids the error for an ambiguous beginning lists.
    private static let listed = 10

    /// Whether a text is long enough to stand for an id that begins with it.
    static func isUsable(_ text: String) -> Bool { text.count >= shortest }

    /// The only one of several candidates.
    ///
    /// - Parameters:
    ///   - candidates: The ids that begin with the text.
    ///   - text: What the person wrote.
    /// - Returns: The id; `nil` if there is no candidate.
    /// - Throws: ``HostError`` with code `invalid` that lists the candidates if there are several.
    static func only(of candidates: [String], beginning text: String) throws(HostError) -> String? {
        guard candidates.count > 1 else { return candidates.first }
        let shown = candidates.sorted().prefix(listed).joined(separator: ", ")
        let more = candidates.count > listed ? ", and \(candidates.count - listed) more" : ""
        throw HostError(.invalid, "\(candidates.count) ids begin with \(text.prefix(128)): \(shown)\(more).")
    }
}
