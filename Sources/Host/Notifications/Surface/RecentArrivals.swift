import Foundation
import HostStorage
import TodayProtocol

/// The notifications that wanted a banner in the last seconds.
///
/// A page has no stream of events while it is being loaded, so it is told of these when its stream opens.
struct RecentArrivals {
    /// A notification and the commit that delivered it.
    struct Arrival: Hashable, Sendable {
        var id: DeliveredID
        var revision: Revision
        var date: Date
    }

    /// For how many seconds a notification is new.
    static let duration: TimeInterval = 10
    /// How many are kept; a page shows no more than three banners at once.
    static let limit = 16

    /// Oldest first.
    private var arrivals: [Arrival] = []

    /// Notes what a commit delivered and withdrew.
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

    /// The ones that are still new and that a surface does not show, oldest first.
    func arrivals(after revision: Revision, at now: Date) -> [Arrival] {
        // Also a clock that was set back makes nothing new.
        arrivals.filter { $0.revision > revision && abs(now.timeIntervalSince($0.date)) < Self.duration }
    }
}
