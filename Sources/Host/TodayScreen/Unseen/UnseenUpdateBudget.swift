package import Foundation
import HostClock
package import TodayProtocol

/// Limits the number and the times of a widget's updates while no page shows the screen.
///
/// A pure value. The limit applies to a civil day of the host. Within the day, updates are released at the pace of
/// ``OpeningHistogram``, so that enough remain for the times at which the person usually opens the screen. A few
/// updates for changes may run ahead of that pace and without the ``spacing``: see ``quietTimes``.
package struct UnseenUpdateBudget: Hashable, Sendable {
    /// Default number of updates a day.
    package static let defaultLimit = 64
    /// Shortest time between two updates, in seconds.
    package static let spacing: TimeInterval = 15 * 60
    /// Largest useful limit: a day has no room for more updates at this spacing.
    package static let largestLimit = Int(86_400 / spacing)
    /// Seconds without a change that must pass before an update for a change may ignore the ``spacing``, for the first
    /// such update, the second, and so on.
    ///
    /// Each ``spacing`` that passes makes one of them available again. Each wait is longer than the one before, so that
    /// one remains for the last of many changes. A limit below 32 permits fewer of them, and always the longest. A
    /// limit below 16 permits none: an update for changes then waits until nothing has changed for the longest of these
    /// times, so that a burst of changes costs one update. Changes that never pause are shown nevertheless, as often as
    /// the limit allows in a day.
    package static let quietTimes: [TimeInterval] = [0, 5, 30, 120]

    /// Day of the newest update.
    package private(set) var day: CivilDay?
    private var count = 0
    /// Time at which the newest update began.
    package private(set) var last: Date?
    /// Time by which all updates so far could have kept the ``spacing``.
    private var spacedUntil: Date?

    /// Creates an unused budget.
    package init() {}

    /// Restores a budget from its stored values.
    package init(day: CivilDay?, used: Int, last: Date?) {
        self.day = day
        count = max(0, used)
        self.last = last
        spacedUntil = last?.addingTimeInterval(Self.spacing)
    }

    /// Returns the number of updates that began on a day.
    package func used(on day: CivilDay) -> Int { self.day == day ? count : 0 }

    /// Counts an update that begins.
    package mutating func spend(at now: Date, in zone: TimeZone) {
        let today = ClockDay(of: now, in: zone).day
        count = used(on: today) + 1
        day = today
        last = now
        spacedUntil = now.addingTimeInterval((spacingsLeft(at: now) + 1) * Self.spacing)
    }

    /// Returns the number of updates that ignored the ``spacing`` and are not available again, as a fraction while time
    /// passes.
    private func spacingsLeft(at now: Date) -> Double {
        guard let spacedUntil else { return 0 }
        let spacings = spacedUntil.timeIntervalSince(now) / Self.spacing
        // A larger number means that the clock was set back.
        return spacings <= Double(Self.quietTimes.count) + 0.5 ? max(spacings, 0) : 0
    }

    /// Returns the ``quietTimes`` that a limit permits: fewer if the limit is so low that they would use up much of it.
    private static func quietTimes(of limit: Int) -> [TimeInterval] {
        let count = min(quietTimes.count, limit / 8)
        return count < 2 ? [] : [0] + quietTimes.suffix(count - 1)
    }

    /// Returns the earliest time at which the next update may begin.
    ///
    /// - Parameters:
    ///   - date: Lower bound of the result.
    ///   - changes: Times of the first and the last change for which the update runs; `nil` if there was none.
    ///   - limit: Largest number of updates in a day.
    ///   - openings: The times at which the person usually opens the screen.
    ///   - zone: The time zone in which days begin.
    /// - Returns: The time, which is `date` if the update may begin at once; `nil` if the limit is 0.
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
            // A time in the future means that the clock was set back.
            change > date ? date : max(date, change.addingTimeInterval(wait))
        }
        var spaced = date
        if let changes, quietTimes.isEmpty, let longest = Self.quietTimes.last {
            let latest = end(of: 86_400 / Double(limit), after: changes.lowerBound)
            spaced = min(end(of: longest, after: changes.upperBound), latest)
        }
        if let last, last <= date { spaced = max(spaced, last.addingTimeInterval(Self.spacing)) }
        spaced = paced(spaced, ahead: 0, limit: limit, openings: openings, zone: zone)
        // The tolerance covers times that are rounded to milliseconds.
        let spent = Int((spacingsLeft(at: date) - 1e-3).rounded(.up))
        guard let changes, spent < quietTimes.count else { return spaced }
        let quiet = end(of: quietTimes[spent], after: changes.upperBound)
        return min(spaced, paced(quiet, ahead: quietTimes.count, limit: limit, openings: openings, zone: zone))
    }

    /// Returns the earliest time from a date on that the limit and the pace allow, if `ahead` updates may be ahead of
    /// the pace.
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
