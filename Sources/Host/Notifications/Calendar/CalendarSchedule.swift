import CivilDates
package import FoundationEssentials

/// Computes the due times of calendar triggers.
///
/// The calendar is the Gregorian one in one time zone. A trigger with an hour is a time of day that occurs once on each
/// matching day: at the end of the gap if the clocks skip that time, and the first time if they repeat it. A trigger
/// without an hour occurs at every moment when the clocks show its minute and second: not in a gap, and twice in a
/// repeated hour. A day that a month, a year or the zone does not have is skipped.
package enum CalendarSchedule {
    package static let years = 1...9999

    /// Computes the first due time after a date, in whole seconds; `nil` if there is none; for missing units see
    /// ``TodayProtocol/NotificationTrigger/calendar(_:timeZone:repeats:)``.
    package static func next(after date: Date, components: DateComponents, zone: TimeZone) -> Date? {
        guard let pattern = CalendarPattern(components) else { return nil }
        let earliest = GregorianDay(year: years.lowerBound, month: 1, day: 2).firstSecond
        let latest = GregorianDay(year: years.upperBound, month: 12, day: 30).firstSecond
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard seconds < Double(latest) else { return nil }
        let start = max(Int(max(seconds, Double(earliest))) + 1, earliest)
        let offsets = ZoneOffsets(zone: zone)
        let found =
            pattern.units.hour == nil
            ? nextMoment(from: start, pattern, offsets) : nextTime(from: start, pattern, offsets)
        return found.map { Date(timeIntervalSince1970: Double($0)) }
    }

    private static func nextTime(from start: Int, _ pattern: CalendarPattern, _ offsets: ZoneOffsets) -> Int? {
        // A day earlier, because a skipped time may occur on the next day, after the gap.
        var day = GregorianDay(number: GregorianDay(containing: start + offsets.offset(at: start)).number - 1)
        let minutes = pattern.units.minute.map { [$0] } ?? Array(0..<60)
        while let match = pattern.firstDay(from: day) {
            for minute in minutes {
                let time = (pattern.units.hour ?? 0) * 3600 + minute * 60 + (pattern.units.second ?? 0)
                switch offsets.resolve(match.firstSecond + time) {
                case .at(let moment) where moment >= start: return moment
                case .skipped(let end, let length) where end >= start && length < 86_400: return end
                default: break
                }
            }
            day = GregorianDay(number: match.number + 1)
        }
        return nil
    }

    private static func nextMoment(from start: Int, _ pattern: CalendarPattern, _ offsets: ZoneOffsets) -> Int? {
        var moment = start
        while true {
            let offset = offsets.offset(at: moment)
            let day = GregorianDay(containing: moment + offset)
            guard let match = pattern.firstDay(from: day) else { return nil }
            guard match == day else {
                switch offsets.resolve(match.firstSecond) {
                case .at(let begin), .skipped(let begin, _): moment = max(begin, moment + 1)
                }
                continue
            }
            let time = pattern.firstSecond(ofDayFrom: moment + offset - day.firstSecond)
            // If no time is left on this day, the search continues with the next day as the clocks show it.
            let candidate = time.map { day.firstSecond + $0 - offset } ?? (day.firstSecond + 86_400 - offset)
            if let change = offsets.change(after: moment, upTo: candidate) {
                moment = change
            } else if time != nil {
                return candidate
            } else {
                moment = candidate
            }
        }
    }
}

/// The offsets of a time zone from UTC; moments and local times are whole seconds since 1970.
struct ZoneOffsets {
    /// The result of converting a local time to a moment.
    enum Resolution: Hashable {
        /// A moment; the first one if the clocks show the time twice.
        case at(Int)
        /// No moment, because the clocks skip the time; the first moment after the gap, and the skipped seconds.
        case skipped(end: Int, length: Int)
    }

    let zone: TimeZone

    /// Returns the offset from UTC at a moment, in seconds.
    func offset(at moment: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
    }

    /// Finds the first moment after `moment`, up to `end`, with another offset; `nil` if both have the same offset.
    func change(after moment: Int, upTo end: Int) -> Int? {
        let before = offset(at: moment)
        guard offset(at: end) != before else { return nil }
        var (low, high) = (moment, end)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(at: middle) == before { low = middle } else { high = middle }
        }
        return high
    }

    func resolve(_ local: Int) -> Resolution {
        // Every offset is less than a day.
        let (early, late) = (local - 86_400, local + 86_400)
        guard let change = change(after: early, upTo: late) else { return .at(local - offset(at: early)) }
        let (before, after) = (offset(at: change - 1), offset(at: change))
        if local - before < change { return .at(local - before) }
        if local - after >= change { return .at(local - after) }
        return .skipped(end: change, length: after - before)
    }
}

/// The calendar units of a trigger with their defaults.
///
/// Units smaller than the smallest given one default to their first value; other missing units match any value.
struct CalendarPattern {
    private(set) var units: DateComponents

    /// Creates a pattern from a trigger's units; `nil` if it has none.
    init?(_ components: DateComponents) {
        units = components
        let namesDay = units.day != nil || units.weekday != nil || units.weekdayOrdinal != nil
        guard units.second == nil else { return }
        guard units.minute != nil || units.hour != nil || namesDay || units.month != nil || units.year != nil else {
            return nil
        }
        units.second = 0
        guard units.minute == nil else { return }
        units.minute = 0
        guard units.hour == nil else { return }
        units.hour = 0
        guard !namesDay else { return }
        units.day = 1
        units.month = units.month ?? 1
    }

    func matches(_ day: Int, of month: GregorianDay) -> Bool {
        if let wanted = units.day, wanted != day { return false }
        if let ordinal = units.weekdayOrdinal, ordinal != (day - 1) / 7 + 1 { return false }
        if let weekday = units.weekday, weekday != GregorianDay(number: month.number + day - 1).weekday { return false }
        return true
    }

    /// Returns the first matching day on or after a day; `nil` if none is within 400 years, when the calendar repeats.
    func firstDay(from start: GregorianDay) -> GregorianDay? {
        var (year, month, _) = start.date
        if let wanted = units.year {
            if wanted > year { (year, month) = (wanted, 1) }
        }
        let lastYear = units.year ?? (year + 400)
        while year <= lastYear {
            if units.month == nil || units.month == month {
                let first = GregorianDay(year: year, month: month, day: 1)
                for day in 1...GregorianDay.count(year: year, month: month)
                where first.number + day - 1 >= start.number && matches(day, of: first) {
                    return GregorianDay(number: first.number + day - 1)
                }
            }
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
        return nil
    }

    /// Returns the first second of the day, at or after a second, whose minute and second match in any hour.
    func firstSecond(ofDayFrom start: Int) -> Int? {
        let minutes = units.minute.map { [$0] } ?? Array(0..<60)
        for hour in (start / 3600)..<24 {
            for minute in minutes {
                let time = hour * 3600 + minute * 60 + (units.second ?? 0)
                if time >= start { return time }
            }
        }
        return nil
    }
}
