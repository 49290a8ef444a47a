package import Foundation
import HostClock
package import TodayProtocol

/// How many updates of one widget run while nobody watches, and when the next one may.
///
/// A pure value. The limit holds for a civil day of the host; within it, updates are let go at the pace of
/// ``OpeningHistogram``, so that enough are left for the times at which the person usually looks.
package struct UnseenUpdateBudget: Hashable, Sendable {
    /// How many updates a day there are if nothing else is configured.
    package static let defaultLimit = 64
    /// The least time between two updates, in seconds.
    package static let spacing: TimeInterval = 15 * 60
    /// The greatest limit that makes sense, since more do not fit into a day.
    package static let largestLimit = Int(86_400 / spacing)

    /// The day of the newest update.
    package private(set) var day: CivilDay?
    private var count = 0
    /// When the newest update began.
    package private(set) var last: Date?

    /// Makes a budget of which nothing is spent.
    package init() {}

    /// Makes a budget from what was stored of it.
    package init(day: CivilDay?, used: Int, last: Date?) {
        self.day = day
        count = max(0, used)
        self.last = last
    }

    /// How many updates began on a day.
    package func used(on day: CivilDay) -> Int { self.day == day ? count : 0 }

    /// Records that an update begins.
    package mutating func spend(at now: Date, in zone: TimeZone) {
        let today = ClockDay(of: now, in: zone).day
        count = used(on: today) + 1
        day = today
        last = now
    }

    /// The earliest time at which the next update may begin.
    ///
    /// - Parameters:
    ///   - date: A time before which it does not begin.
    ///   - limit: How many may begin in a day.
    ///   - openings: When the person usually opens the screen.
    ///   - zone: The zone of the days.
    /// - Returns: The time, which is `date` itself if nothing stands against it; `nil` if the limit is 0.
    package func earliest(
        from date: Date,
        limit: Int,
        openings: OpeningHistogram,
        zone: TimeZone
    ) -> Date? {
        guard limit > 0 else { return nil }
        var earliest = date
        // A time in the future means that the clock was set back since.
        if let last, last <= date { earliest = max(earliest, last.addingTimeInterval(Self.spacing)) }
        let today = ClockDay(of: earliest, in: zone)
        let used = used(on: today.day)
        if used < limit {
            let share = Double(used) / Double(limit)
            let paced = max(earliest, today.date(atFraction: openings.dayFraction(atShare: share)))
            if paced < today.interval.end { return paced }
        }
        return today.interval.end
    }
}
