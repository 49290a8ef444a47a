import HostModel
import HostStorage
import TodayProtocol

/// The changes of complications that a surface has not received yet.
///
/// Changes are delivered one by one and in order, since a status bar shows each of them. Only beyond ``limit`` is a
/// change dropped, if a later one of the same app supersedes it.
struct UndeliveredComplications {
    /// The number of waiting changes beyond which superseded ones are dropped.
    static let limit = 64

    struct Change: Hashable {
        var revision: Revision
        var app: AppID
        var complication: Complication?
    }

    private(set) var needsEverything = false
    private var state: ComplicationsState?
    private var changes: [Change] = []

    /// Adds the last change of each app in a commit, which becomes visible as a whole; `true` if there are any.
    mutating func add(_ commit: Commit) -> Bool {
        let added = Self.changes(of: commit)
        changes += added
        while changes.count > Self.limit, let obsolete = obsoleteIndex { changes.remove(at: obsolete) }
        return !added.isEmpty
    }

    mutating func addEverything() { needsEverything = true }

    /// Begins to read everything; changes added meanwhile are kept.
    mutating func beginReading() { needsEverything = false }

    /// Sets the state that was read, and drops the changes that it includes.
    mutating func finishReading(_ state: ComplicationsState) {
        self.state = state
        changes.removeAll { $0.revision <= state.revision }
    }

    /// Removes and returns the next event; `nil` if there is none, or if everything must be read first.
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

    static func changes(of commit: Commit) -> [Change] {
        var changes: [Change] = []
        for case .complication(let app, let complication) in commit.changes {
            changes.removeAll { $0.app == app }
            changes.append(Change(revision: commit.revision, app: app, complication: complication))
        }
        return changes
    }

    private var obsoleteIndex: Int? {
        changes.indices.first { index in changes[(index + 1)...].contains { $0.app == changes[index].app } }
    }
}
