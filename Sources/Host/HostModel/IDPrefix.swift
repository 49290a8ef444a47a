import TodayProtocol

/// Finds ids by an unambiguous prefix, as git finds commits.
package enum IDPrefix {
    /// The least number of characters in a prefix.
    package static let shortest = 4
    /// The number of ids that the error for an ambiguous prefix lists.
    private static let listed = 10

    /// Returns `true` if a text is long enough to be the prefix of an id.
    package static func isUsable(_ text: String) -> Bool { text.count >= shortest }

    /// Returns the only candidate.
    ///
    /// - Parameters:
    ///   - candidates: The ids with the prefix.
    ///   - text: The prefix, as the person entered it.
    /// - Returns: The id; `nil` if there is no candidate.
    /// - Throws: ``HostError`` with code `invalid` that lists the candidates if there are several.
    package static func only(of candidates: [String], beginning text: String) throws(HostError) -> String? {
        guard candidates.count > 1 else { return candidates.first }
        let shown = candidates.sorted().prefix(listed).joined(separator: ", ")
        let more = candidates.count > listed ? ", and \(candidates.count - listed) more" : ""
        throw HostError(.invalid, "\(candidates.count) ids begin with \(text.prefix(128)): \(shown)\(more).")
    }
}
