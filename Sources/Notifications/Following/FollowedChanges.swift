import HostStore
import TodayProtocol

/// What a surface must still be told, merged; a value.
///
/// Each note carries the commit that made it, so that what a later reading shows anyway is not told twice.
struct FollowedChanges {
    /// How many notifications are told one by one; beyond that everything is told.
    static let limit = 256

    private struct Note {
        var revision: Revision
        var isThere: Bool
        /// A banner is wanted.
        var arrives: Bool
    }

    /// What there is to read.
    struct Work {
        var all: Bool
        var notifications: [DeliveredID]
    }

    private var all: Revision?
    private var summary: Revision?
    private var notes: [DeliveredID: Note] = [:]

    /// Begins with everything to tell, or with nothing.
    init(everythingAt revision: Revision?) { all = revision }

    /// What there is to read; `nil` if nothing is to be told.
    var work: Work? {
        guard all != nil || summary != nil || !notes.isEmpty else { return nil }
        return Work(all: all != nil, notifications: notes.keys.sorted())
    }

    /// Adds what a commit changed.
    ///
    /// - Returns: Whether it concerns surfaces at all.
    mutating func note(_ commit: Commit) -> Bool {
        var concerns = false
        for change in commit.changes {
            switch change {
            case .delivered(let id, _, let arrives):
                let before = notes[id].map { $0.isThere && $0.arrives } ?? false
                notes[id] = Note(revision: commit.revision, isThere: true, arrives: arrives || before)
            case .withdrawn(let id, _):
                notes[id] = Note(revision: commit.revision, isThere: false, arrives: false)
            case .authorization, .categories: all = commit.revision
            case .badge, .responses: break
            default: continue
            }
            summary = commit.revision
            concerns = true
        }
        if notes.count > Self.limit {
            notes = [:]
            all = commit.revision
        }
        return concerns
    }

    /// Wants everything told again.
    mutating func noteAll(_ revision: Revision) { all = revision }

    /// Notes that everything was read; what is to draw attention is still told.
    mutating func finishAll(readAt revision: Revision) {
        if let all, all <= revision { self.all = nil }
        if let summary, summary <= revision { self.summary = nil }
        notes = notes.filter { $0.value.revision > revision || $0.value.arrives }
    }

    /// Notes that notifications and the summary were read.
    ///
    /// - Returns: Of those, the ones that are to draw attention.
    mutating func finish(_ ids: [DeliveredID], readAt revision: Revision) -> Set<DeliveredID> {
        if let summary, summary <= revision { self.summary = nil }
        var arriving: Set<DeliveredID> = []
        for id in ids {
            guard let note = notes[id], note.revision <= revision else { continue }
            if note.arrives { arriving.insert(id) }
            notes[id] = nil
        }
        return arriving
    }
}
