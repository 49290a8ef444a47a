import Foundation
import HostModel
import HostStorage
import TodayProtocol

/// The merged changes that a surface has not received yet; a pure value.
///
/// Each change has the revision of its commit, so that a read that includes it makes it obsolete.
struct UndeliveredChanges {
    /// Maximum number of notifications that are delivered one by one; beyond it, everything is read again and only the
    /// newest banner of each app is kept.
    static let limit = 64

    private struct Change {
        var revision: Revision
        var isThere: Bool
        /// `true` if the notification is to be shown with a banner.
        var arrives: Bool
        var app: AppID?
    }

    struct Work {
        var everything: Bool
        var notifications: [DeliveredID]
    }

    private var everything: Revision?
    private var summary: Revision?
    private var changes: [DeliveredID: Change] = [:]

    var work: Work? {
        guard everything != nil || summary != nil || !changes.isEmpty else { return nil }
        return Work(everything: everything != nil, notifications: changes.keys.sorted())
    }

    /// Adds the changes of a commit; `true` if the commit concerns surfaces.
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

    /// Drops all but the newest banner of each app, so that a flood displaces only the app's own banners.
    private mutating func keepNewestBanners() {
        var newest: [AppID: DeliveredID] = [:]
        for (id, change) in changes where change.arrives {
            guard let app = change.app else { continue }
            newest[app] = max(newest[app] ?? id, id)
        }
        let kept = Set(newest.values.sorted().suffix(Self.limit / 2))
        changes = changes.filter { kept.contains($0.key) }
    }

    /// Adds a notification that a surface missed while it was loading, unless a later commit has changed it.
    mutating func add(_ arrival: RecentArrivals.Arrival) {
        if changes[arrival.id] != nil { return }
        changes[arrival.id] = Change(revision: arrival.revision, isThere: true, arrives: true)
    }

    mutating func addEverything(at revision: Revision) { everything = revision }

    /// Records that everything was read up to a revision; later changes and notifications with a banner remain.
    mutating func finishEverything(readAt revision: Revision) {
        if let everything, everything <= revision { self.everything = nil }
        if let summary, summary <= revision { self.summary = nil }
        changes = changes.filter { $0.value.revision > revision || $0.value.arrives }
    }

    /// Records that notifications and the summary were read; returns those to be shown with a banner.
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

/// The notifications of the last seconds that are shown with a banner.
///
/// A page has no stream of events while it is loading, so it receives these when its stream opens.
struct RecentArrivals {
    struct Arrival: Hashable, Sendable {
        var id: DeliveredID
        var revision: Revision
        var date: Date
    }

    /// Time for which a notification is new, in seconds.
    static let duration: TimeInterval = 10
    /// Maximum number of kept notifications; a page shows at most three banners at once.
    static let limit = 16

    private var arrivals: [Arrival] = []

    /// Records the notifications that a commit delivered and withdrew.
    mutating func add(_ commit: Commit, at now: Date) {
        for change in commit.changes {
            switch change {
            case .delivered(let id, _, let arrives):
                arrivals.removeAll { $0.id == id }
                if arrives { arrivals.append(Arrival(id: id, revision: commit.revision, date: now)) }
            case .withdrawn(let id, _): arrivals.removeAll { $0.id == id }
            default: break
            }
        }
        arrivals.removeFirst(max(0, arrivals.count - Self.limit))
    }

    /// Returns the notifications that are still new and that a surface does not show, oldest first.
    func arrivals(after revision: Revision, at now: Date) -> [Arrival] {
        // The absolute value, so that setting the clock back makes no notification new.
        arrivals.filter { $0.revision > revision && abs(now.timeIntervalSince($0.date)) < Self.duration }
    }
}
