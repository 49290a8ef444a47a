package import Foundation
import HostClock
package import TodayProtocol

/// How many updates of one widget run while nobody watches, and when the next one may.
///
/// A pure value. The limit holds for a civil day of the host; within it, updates are let go at the pace of
/// ``OpeningHistogram``, so that enough are left for the times at which the person usually looks. A few updates for changes
/// may be ahead of that pace, and need not keep the ``spacing``: see ``quietTimes``.
package struct UnseenUpdateBudget: Hashable, Sendable {
    /// How many updates a day there are if nothing else is configured.
    package static let defaultLimit = 64
    /// The least time between two updates, in seconds.
    package static let spacing: TimeInterval = 15 * 60
    /// The greatest limit that makes sense, since more do not fit into a day.
    package static let largestLimit = Int(86_400 / spacing)
    /// For how many seconds nothing must have changed before an update for a change, if it does not keep the ``spacing``:
    /// the first such update, the second, and so on.
    ///
    /// After each ``spacing`` one of them is available again. Since each waits longer than the one before, one is left for
    /// the last of many changes. A limit below 32 has fewer of them, and always the longest; one below 16 has none: each of
    /// its updates for changes waits until nothing has changed for the longest of these times, so that the burst as a whole
    /// takes one. What never ends is shown all the same, as often as the limit allows in a day.
    package static let quietTimes: [TimeInterval] = [0, 5, 30, 120]

    /// The day of the newest update.
    package private(set) var day: CivilDay?
    private var count = 0
    /// When the newest update began.
    package private(set) var last: Date?
    /// When so much time will have passed as if all updates had kept the ``spacing``.
    private var spacedUntil: Date?

    /// Makes a budget of which nothing is spent.
    package init() {}

    /// Makes a budget from what was stored of it.
    package init(day: CivilDay?, used: Int, last: Date?) {
        self.day = day
        count = max(0, used)
        self.last = last
        spacedUntil = last?.addingTimeInterval(Self.spacing)
    }

    /// How many updates began on a day.
    package func used(on day: CivilDay) -> Int { self.day == day ? count : 0 }

    /// Records that an update begins.
    package mutating func spend(at now: Date, in zone: TimeZone) {
        let today = ClockDay(of: now, in: zone).day
        count = used(on: today) + 1
        day = today
        last = now
        spacedUntil = now.addingTimeInterval((spacingsLeft(at: now) + 1) * Self.spacing)
    }

    /// How many updates have not kept the ``spacing`` and are not available again; a fraction while time passes.
    private func spacingsLeft(at now: Date) -> Double {
        guard let spacedUntil else { return 0 }
        let spacings = spacedUntil.timeIntervalSince(now) / Self.spacing
        // More than there can be means that the clock was set back since.
        return spacings <= Double(Self.quietTimes.count) + 0.5 ? max(spacings, 0) : 0
    }

    /// Those of the ``quietTimes`` that a limit has: fewer if it is so low that they would take much of it.
    private static func quietTimes(of limit: Int) -> [TimeInterval] {
        let count = min(quietTimes.count, limit / 8)
        return count < 2 ? [] : [0] + quietTimes.suffix(count - 1)
    }

    /// The earliest time at which the next update may begin.
    ///
    /// - Parameters:
    ///   - date: A time before which it does not begin.
    ///   - changes: When something changed first and last that the update is to show; `nil` if nothing has changed.
    ///   - limit: How many may begin in a day.
    ///   - openings: When the person usually opens the screen.
    ///   - zone: The zone of the days.
    /// - Returns: The time, which is `date` itself if nothing stands against it; `nil` if the limit is 0.
    package func earliest(
        from date: Date,
        afterChanges changes: ClosedRange<Date>? = nil,
        limit: Int,
        openings: OpeningHistogram,
        zone: TimeZone
    ) -> Date? {
        guard limit > 0 else { return nil }
        let quietTimes = Self.quietTimes(of: limit)
        func end(of wait: TimeInterval, after change: Date) -> Date {
            // A time in the future means that the clock was set back since.
            change > date ? date : max(date, change.addingTimeInterval(wait))
        }
        var spaced = date
        if let changes, quietTimes.isEmpty, let longest = Self.quietTimes.last {
            let latest = end(of: 86_400 / Double(limit), after: changes.lowerBound)
            spaced = min(end(of: longest, after: changes.upperBound), latest)
        }
        if let last, last <= date { spaced = max(spaced, last.addingTimeInterval(Self.spacing)) }
        spaced = paced(spaced, ahead: 0, limit: limit, openings: openings, zone: zone)
        // The tolerance is for times that are rounded to milliseconds.
        let spent = Int((spacingsLeft(at: date) - 1e-3).rounded(.up))
        guard let changes, spent < quietTimes.count else { return spaced }
        let quiet = end(of: quietTimes[spent], after: changes.upperBound)
        return min(spaced, paced(quiet, ahead: quietTimes.count, limit: limit, openings: openings, zone: zone))
    }

    /// The earliest time from a date on that the limit and the pace allow, if an update may be some ahead of the pace.
    private func paced(
        _ date: Date,
        ahead: Int,
        limit: Int,
        openings: OpeningHistogram,
        zone: TimeZone
    ) -> Date {
        let today = ClockDay(of: date, in: zone)
        let used = used(on: today.day)
        guard used < limit else { return today.interval.end }
        let share = Double(max(0, used - ahead)) / Double(limit)
        let paced = max(date, today.date(atFraction: openings.dayFraction(atShare: share)))
        return min(paced, today.interval.end)
    }
}
