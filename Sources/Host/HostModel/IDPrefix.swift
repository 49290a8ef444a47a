import TodayProtocol

/// Finds ids by an unambiguous prefix, as git finds commits.
package enum IDPrefix {
    package static let shortest = 4
    /// The number of ids that the error for an ambiguous prefix lists.
    private static let listed = 10

    /// Returns `true` if a text is long enough to be the prefix of an id.
    package static func isUsable(_ text: String) -> Bool { text.count >= shortest }

    /// Returns the only candidate; fails with `invalid` and a list of them if there are several.
    package static func only(of candidates: [String], beginning text: String) throws(HostError) -> String? {
        guard candidates.count > 1 else { return candidates.first }
        let shown = candidates.sorted().prefix(listed).joined(separator: ", ")
        let more = candidates.count > listed ? ", and \(candidates.count - listed) more" : ""
        throw HostError(.invalid, "\(candidates.count) ids begin with \(text.prefix(128)): \(shown)\(more).")
    }
}
