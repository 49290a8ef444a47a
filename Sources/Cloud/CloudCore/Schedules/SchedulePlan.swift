package import Foundation

/// The times at which a scheduled push is sent.
package struct SchedulePlan: Hashable, Sendable, Codable {
    /// The number of consecutive excluded times after which a schedule counts as ended.
    private static let exclusionLimit = 10_000

    /// The first time; a local time is represented by the date at which a clock in UTC shows it.
    package var start: Date
    /// `true` if each channel receives the push when a clock in its own time zone shows that time.
    package var isLocal: Bool
    package var recurrence: Recurrence?

    package init(start: Date, isLocal: Bool = false, recurrence: Recurrence? = nil) {
        self.start = start
        self.isLocal = isLocal
        self.recurrence = recurrence
    }

    /// Returns the first time that is later than a date and not excluded; `nil` if there is none.
    package func time(after date: Date) -> Date? {
        guard let recurrence else { return start > date ? start : nil }
        var last = date
        for _ in 0..<Self.exclusionLimit {
            guard let time = plainTime(after: last, recurrence), time <= recurrence.end ?? .distantFuture else {
                return nil
            }
            guard recurrence.exclusions.contains(where: { $0.contains(time) }) else { return time }
            last = time
        }
        return nil
    }

    private func plainTime(after date: Date, _ recurrence: Recurrence) -> Date? {
        let count = max(1, recurrence.count)
        switch recurrence.unit {
        case .hourly: return time(after: date, every: 3600 * Double(count))
        case .daily: return time(after: date, every: 86_400 * Double(count))
        case .weekly: return weeklyTime(after: date, every: count, on: recurrence.days)
        case .monthly: return time(after: date, every: count, .month, about: 28 * 86_400)
        case .yearly: return time(after: date, every: count, .year, about: 365 * 86_400)
        }
    }

    private func time(after date: Date, every step: Double) -> Date {
        guard start <= date else { return start }
        let number = (date.timeIntervalSince(start) / step).rounded(.down) + 1
        return start.addingTimeInterval(number * step)
    }

    private func time(after date: Date, every count: Int, _ unit: Calendar.Component, about length: Double) -> Date? {
        guard start <= date else { return start }
        // Each time is computed from the first one, so that a short month does not affect later months.
        var number = max(0, Int(date.timeIntervalSince(start) / length) / count * 9 / 10)
        while let time = CivilTime.calendar.date(byAdding: unit, value: number * count, to: start) {
            if time > date { return time }
            number += 1
        }
        return nil
    }

    private func weeklyTime(after date: Date, every count: Int, on days: Set<Int>) -> Date? {
        let days = days.isEmpty ? [CivilTime.weekday(of: start)] : days
        let firstWeek = CivilTime.week(of: start)
        let skipped = max(0, ((date.timeIntervalSince(start)) / 86_400).rounded(.down))
        for offset in 0...(7 * (count + 1)) {
            let time = start.addingTimeInterval((skipped + Double(offset)) * 86_400)
            let isRightWeek = (CivilTime.week(of: time) - firstWeek) % count == 0
            if time > date, isRightWeek, days.contains(CivilTime.weekday(of: time)) { return time }
        }
        return nil
    }
}
