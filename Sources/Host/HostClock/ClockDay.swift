package import Foundation
package import TodayProtocol

/// A civil day in one time zone, with the times at which it begins and ends.
package struct ClockDay: Hashable, Sendable {
    package let day: CivilDay
    /// The time from the start of the day to that of the next one; 23 to 25 hours in most zones.
    package let interval: DateInterval

    package init(of date: Date, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        day = CivilDay(year: parts.year ?? 1970, month: parts.month ?? 1, day: parts.day ?? 1)
        let start = calendar.startOfDay(for: date)
        let end = calendar.date(byAdding: .day, value: 1, to: start).map(calendar.startOfDay(for:))
        interval = DateInterval(start: start, end: max(end ?? start, start.addingTimeInterval(3600)))
    }

    package func fraction(at date: Date) -> Double {
        min(max(date.timeIntervalSince(interval.start) / interval.duration, 0), 1)
    }

    package func date(atFraction fraction: Double) -> Date {
        interval.start.addingTimeInterval(fraction * interval.duration)
    }
}

extension TimeZone {
    /// Returns `true` if clocks in both zones show the same time from a date until the third daylight saving transition
    /// after it.
    ///
    /// A zone may have several names, such as `Etc/UTC` and `UTC`, and many zones have had the same time for decades.
    package func agrees(with other: TimeZone, from date: Date) -> Bool {
        guard identifier != other.identifier else { return true }
        var date = date
        for _ in 0..<3 {
            guard secondsFromGMT(for: date) == other.secondsFromGMT(for: date) else { return false }
            let changes = [self, other].map { $0.nextDaylightSavingTimeTransition(after: date) }
            guard changes[0] == changes[1] else { return false }
            guard let next = changes[0] else { return true }
            date = next
        }
        return true
    }
}
