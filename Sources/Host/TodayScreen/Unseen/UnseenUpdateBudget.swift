package import Foundation
import HostClock
package import TodayProtocol

/// Limits the number and the times of a widget's updates while no page shows the screen, as a pure value.
///
/// The limit applies to a civil day of the host. Within the day, updates are released at the pace of
/// ``OpeningHistogram``. Some updates for changes may run ahead of that pace and without the ``spacing``: see
/// ``quietTimes``. Asking later without a new change returns the same time, so one timer is enough.
package struct UnseenUpdateBudget: Hashable, Sendable {
    /// Default number of updates a day.
    package static let defaultLimit = 64
    /// Shortest time between two updates, in seconds.
    package static let spacing: TimeInterval = 15 * 60
    /// Largest useful limit: a day has no room for more updates at this spacing.
    package static let largestLimit = Int(86_400 / spacing)
    /// Seconds without a change that must pass before an update for a change may ignore the ``spacing``, for the first
    /// such update, the second, and so on; the longest also for all that follow.
    ///
    /// Each ``spacing`` that passes makes one of them available again. Those that follow a shorter silence run out
    /// first, and half of the limit may be spent after the longest one. So the last of changes that follow one another
    /// within the longest time is shown when that time has passed, however many there are, unless the limit is used
    /// up. Changes further apart may each be the last, so each has an update after at most the longest time, until half
    /// of the limit is spent in this way. The rest of a steady stream then waits for the ``spacing`` and the pace, its
    /// last change too, so that the other half is spread over the day and over the times at which the person looks.
    ///
    /// A limit below 32 permits fewer of the shorter times. A limit below 16 permits none: an update for changes then
    /// keeps the pace, and waits until nothing has changed for the longest of these times, so that a burst of changes
    /// costs one update. Changes that never pause are shown nevertheless, as often as the limit allows in a day.
    package static let quietTimes: [TimeInterval] = [0, 5, 30, 120]
    /// Largest number of failed updates that need keep neither the ``spacing`` nor the pace nor a silence.
    private static let failureBurst = 8

    /// Day of the newest update.
    package private(set) var day: CivilDay?
    private var count = 0
    /// Time at which the newest update began.
    package private(set) var last: Date?
    /// Time by which all updates so far could have kept the ``spacing``.
    private var spacedUntil: Date?

    package init() {}

    package init(day: CivilDay?, used: Int, last: Date?) {
        self.day = day
        count = max(0, used)
        self.last = last
        spacedUntil = last?.addingTimeInterval(Self.spacing)
    }

    package func used(on day: CivilDay) -> Int { self.day == day ? count : 0 }

    package mutating func spend(at now: Date, in zone: TimeZone) {
        let today = ClockDay(of: now, in: zone).day
        count = used(on: today) + 1
        day = today
        spacedUntil = max(debtEnd(at: now) ?? now, now).addingTimeInterval(Self.spacing)
        last = now
    }

    /// Returns the time by which all updates so far could have kept the ``spacing``; `nil` if there was none or the
    /// clock was set back.
    private func debtEnd(at now: Date) -> Date? { last.flatMap { $0 <= now ? spacedUntil : nil } }

    /// Returns the earliest time from `date` on at which at most `count` updates have ignored the ``spacing`` and are
    /// not available again.
    private func available(from date: Date, after count: Int) -> Date {
        max(date, debtEnd(at: date)?.addingTimeInterval(-Double(count) * Self.spacing) ?? date)
    }

    /// Returns the end of a wait after a change, but at least a date.
    private static func end(of wait: TimeInterval, after change: Date, from date: Date) -> Date {
        // A time in the future means that the clock was set back.
        change > date ? date : max(date, change.addingTimeInterval(wait))
    }

    /// Returns the ``quietTimes`` that a limit permits: fewer if the limit is so low that they would use up much of it.
    private static func quietTimes(of limit: Int) -> [TimeInterval] {
        let count = min(quietTimes.count, limit / 8)
        return count < 2 ? [] : [0] + quietTimes.suffix(count - 1)
    }

    /// Returns the earliest time from `date` on at which the next update may begin; `nil` if the limit is 0.
    ///
    /// The changes are the times of the first and the last change for which the update runs, and the limit is the
    /// largest number of updates in a day, which begins in a time zone.
    package func earliest(
        from date: Date,
        afterChanges changes: ClosedRange<Date>? = nil,
        limit: Int,
        openings: OpeningHistogram,
        zone: TimeZone
    ) -> Date? {
        guard limit > 0 else { return nil }
        let quietTimes = Self.quietTimes(of: limit)
        var spaced = date
        if let changes, quietTimes.isEmpty, let longest = Self.quietTimes.last {
            let latest = Self.end(of: 86_400 / Double(limit), after: changes.lowerBound, from: date)
            spaced = min(Self.end(of: longest, after: changes.upperBound, from: date), latest)
        }
        if let last, last <= date { spaced = max(spaced, last.addingTimeInterval(Self.spacing)) }
        spaced = paced(spaced, ahead: 0, limit: limit, openings: openings, zone: zone)
        guard let changes, let longest = quietTimes.last else { return spaced }
        func quiet(_ wait: TimeInterval, after count: Int) -> Date {
            max(Self.end(of: wait, after: changes.upperBound, from: date), available(from: date, after: count))
        }
        // Each of these times is reached without a new change: a shorter silence suffices once enough time has passed.
        let early = quietTimes.dropLast().enumerated().map { quiet($1, after: $0) }.min() ?? spaced
        let reserve = limit / 2 - 1
        return min(
            spaced,
            paced(early, ahead: quietTimes.count, limit: limit, openings: openings, zone: zone),
            paced(quiet(longest, after: reserve), ahead: reserve, limit: limit, openings: openings, zone: zone)
        )
    }

    /// Returns the earliest time from `date` on at which an update may begin that follows failed ones, if this budget
    /// has those, at most `limit` in a day.
    ///
    /// The first few may begin at any time. A change since the newest failed update began may then begin one after the
    /// longest of the ``quietTimes``, until half of the limit is spent. Retries keep the ``spacing`` and the pace, and
    /// leave an eighth of the limit to updates for changes.
    package func earliestAfterFailures(
        from date: Date,
        lastChange change: Date?,
        limit: Int,
        openings: OpeningHistogram,
        zone: TimeZone
    ) -> Date {
        // One failure may not use up the only update of the day.
        let limit = max(limit, 2)
        let burst = min(Self.failureBurst, limit / 4)
        let early = available(from: date, after: burst)
        let retry = paced(early, ahead: burst, limit: limit - limit / 8, openings: openings, zone: zone)
        guard let change, let longest = Self.quietTimes.last else { return retry }
        let reserve = limit / 2
        let quiet = max(Self.end(of: longest, after: change, from: date), available(from: date, after: reserve))
        return min(retry, paced(quiet, ahead: reserve, limit: limit, openings: openings, zone: zone))
    }

    /// Returns the earliest time from a date on that the limit and the pace allow, if `ahead` updates may be ahead of
    /// the pace.
    private func paced(_ date: Date, ahead: Int, limit: Int, openings: OpeningHistogram, zone: TimeZone) -> Date {
        let today = ClockDay(of: date, in: zone)
        let used = used(on: today.day)
        guard used < limit else { return today.interval.end }
        // The others are spread over the day, so that some remain until its end.
        let share = Double(max(0, used - ahead)) / Double(limit - ahead)
        let paced = max(date, today.date(atFraction: openings.dayFraction(atShare: share)))
        return min(paced, today.interval.end)
    }
}
