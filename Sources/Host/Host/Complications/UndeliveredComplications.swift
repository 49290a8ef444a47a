import HostStorage
import TodayProtocol

/// The complications that a surface must still be told; a pure value.
///
/// A status bar shows each change, so changes wait one by one and in order. Only beyond ``limit`` is a change dropped that a
/// later one of the same app makes obsolete.
struct UndeliveredComplications {
    /// How many changes wait one by one.
    static let limit = 64

    /// One change of one app.
    struct Change: Hashable {
        var revision: Revision
        var app: AppID
        var complication: Complication?
    }

    /// Everything must be read again before further changes are told.
    private(set) var needsEverything = false
    /// The complications that were read and not told yet.
    private var state: ComplicationsState?
    private var changes: [Change] = []

    /// Adds what a commit changed: of each app the last change, since a commit shows at once.
    ///
    /// - Returns: Whether it concerns surfaces at all.
    mutating func add(_ commit: Commit) -> Bool {
        let added = Self.changes(of: commit)
        changes += added
        while changes.count > Self.limit, let obsolete = obsoleteIndex { changes.remove(at: obsolete) }
        return !added.isEmpty
    }

    /// Has everything read again.
    mutating func addEverything() { needsEverything = true }

    /// Begins to read everything; what is added while it is read is kept.
    mutating func beginReading() { needsEverything = false }

    /// Adds what was read, which includes the changes up to its revision.
    mutating func finishReading(_ state: ComplicationsState) {
        self.state = state
        changes.removeAll { $0.revision <= state.revision }
    }

    /// Takes the next event.
    ///
    /// - Parameter show: Adds an app's name and address; returns `nil` if the app is not installed.
    /// - Returns: The event; `nil` if there is none, or if everything must be read first.
    mutating func takeEvent(_ show: (AppID, Complication) -> ShownComplication?) -> ComplicationEvent? {
        if needsEverything { return nil }
        if let state {
            self.state = nil
            return ComplicationEvent(revision: state.revision, change: .all(state))
        }
        guard !changes.isEmpty else { return nil }
        let change = changes.removeFirst()
        let shown = change.complication.flatMap { show(change.app, $0) }
        // The surface has all of a commit once it shows the last of its changes.
        let isLast = changes.first?.revision != change.revision
        let revision = isLast ? change.revision : Revision(change.revision.number - 1)
        return ComplicationEvent(revision: revision, change: shown.map { .set($0) } ?? .removed(change.app))
    }

    /// The changes of complications in a commit.
    static func changes(of commit: Commit) -> [Change] {
        var changes: [Change] = []
        for case .complication(let app, let complication) in commit.changes {
            changes.removeAll { $0.app == app }
            changes.append(Change(revision: commit.revision, app: app, complication: complication))
        }
        return changes
    }

    /// The oldest change that a later one of the same app makes obsolete.
    private var obsoleteIndex: Int? {
        changes.indices.first { index in changes[(index + 1)...].contains { $0.app == changes[index].app } }
    }
}
