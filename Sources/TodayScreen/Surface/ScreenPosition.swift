package import TodayProtocol

/// What a page has seen: `epoch.revision` on the wire.
///
/// The epoch is new with each start of the host; a page from another epoch is given everything.
package struct ScreenPosition: Hashable, Sendable, CustomStringConvertible {
    /// The host's run.
    package var epoch: String
    /// The newest change that the page shows.
    package var revision: Revision

    /// Makes a position.
    package init(epoch: String, revision: Revision) {
        self.epoch = epoch
        self.revision = revision
    }

    /// Reads `epoch.revision`; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...32).contains(parts[0].utf8.count), let number = Int64(parts[1]) else { return nil }
        self.init(epoch: String(parts[0]), revision: Revision(number))
    }

    /// The position as `epoch.revision`.
    package var description: String { "\(epoch).\(revision)" }
}
