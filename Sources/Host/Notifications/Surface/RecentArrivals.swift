import Foundation
import HostModel
import HostStorage
import TodayProtocol

/// The notifications of the last seconds that are shown with a banner.
///
/// A page has no stream of events while it is loading, so it receives these when its stream opens.
struct RecentArrivals {
    /// A notification and the commit that delivered it.
    struct Arrival: Hashable, Sendable {
        var id: DeliveredID
        var revision: Revision
        var date: Date
    }

    /// Time for which a notification is new, in seconds.
    static let duration: TimeInterval = 10
    /// Maximum number of kept notifications; a page shows at most three banners at once.
    static let limit = 16

    /// The arrivals, oldest first.
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
