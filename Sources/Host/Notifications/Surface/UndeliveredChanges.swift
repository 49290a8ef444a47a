import HostStorage
import TodayProtocol

/// The changes that a surface must still be told, merged; a pure value.
///
/// Each change carries the revision of its commit, so that what a later reading shows already is not told again.
struct UndeliveredChanges {
    /// How many notifications are told one by one; beyond that everything is read again, and only the newest banner of each
    /// app is told.
    static let limit = 64

    private struct Change {
        var revision: Revision
        var isThere: Bool
        /// A banner is wanted.
        var arrives: Bool
        /// The app, if it is known.
        var app: AppID?
    }

    /// What must be read from the store.
    struct Work {
        var everything: Bool
        var notifications: [DeliveredID]
    }

    private var everything: Revision?
    private var summary: Revision?
    private var changes: [DeliveredID: Change] = [:]

    /// What there is to read; `nil` if nothing changed.
    var work: Work? {
        guard everything != nil || summary != nil || !changes.isEmpty else { return nil }
        return Work(everything: everything != nil, notifications: changes.keys.sorted())
    }

    /// Adds what a commit changed.
    ///
    /// - Returns: Whether it concerns surfaces at all.
    mutating func add(_ commit: Commit) -> Bool {
        var concerns = false
        for change in commit.changes {
            switch change {
            case .delivered(let id, let app, let arrives):
                let before = changes[id].map { $0.isThere && $0.arrives } ?? false
                changes[id] = Change(revision: commit.revision, isThere: true, arrives: arrives || before, app: app)
            case .withdrawn(let id, _):
                changes[id] = Change(revision: commit.revision, isThere: false, arrives: false)
            case .authorization, .categories, .setting(QuietHours.key): everything = commit.revision
            case .badge, .responses: break
            default: continue
            }
            summary = commit.revision
            concerns = true
        }
        if changes.count > Self.limit {
            keepNewestBanners()
            everything = commit.revision
        }
        return concerns
    }

    /// Drops all but the newest banner of each app, so that an app that floods the screen displaces its own banners alone.
    private mutating func keepNewestBanners() {
        var newest: [AppID: DeliveredID] = [:]
        for (id, change) in changes where change.arrives {
            guard let app = change.app else { continue }
            newest[app] = max(newest[app] ?? id, id)
        }
        let kept = Set(newest.values.sorted().suffix(Self.limit / 2))
        changes = changes.filter { kept.contains($0.key) }
    }

    /// Adds a notification that a surface missed while it was being loaded; what a commit says of it since then counts.
    mutating func add(_ arrival: RecentArrivals.Arrival) {
        if changes[arrival.id] != nil { return }
        changes[arrival.id] = Change(revision: arrival.revision, isThere: true, arrives: true)
    }

    /// Has everything read again.
    mutating func addEverything(at revision: Revision) { everything = revision }

    /// Records that everything was read; a notification that wants a banner is still told.
    mutating func finishEverything(readAt revision: Revision) {
        if let everything, everything <= revision { self.everything = nil }
        if let summary, summary <= revision { self.summary = nil }
        changes = changes.filter { $0.value.revision > revision || $0.value.arrives }
    }

    /// Records that notifications and the summary were read.
    ///
    /// - Returns: Of those, the ones that want a banner.
    mutating func finish(_ ids: [DeliveredID], readAt revision: Revision) -> Set<DeliveredID> {
        if let summary, summary <= revision { self.summary = nil }
        var arriving: Set<DeliveredID> = []
        for id in ids {
            guard let change = changes[id], change.revision <= revision else { continue }
            if change.arrives { arriving.insert(id) }
            changes[id] = nil
        }
        return arriving
    }
}
