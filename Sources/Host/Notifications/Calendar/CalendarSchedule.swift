package import FoundationEssentials

/// Finds the times of calendar triggers.
///
/// The calendar is the Gregorian one, in one time zone. Where the trigger names an hour it means a time of day, which
/// comes once on each day that matches: a time that the clocks skip comes at the first moment after the gap, one that
/// they show twice comes at the first of the two. Where it names no hour it means moments: each at which the clocks show
/// that minute and second, none in a gap, both where an hour comes twice. A day that a month, a year or the zone lacks
/// is passed over.
package enum CalendarSchedule {
    /// The years that are looked at.
    package static let years = 1...9999

    /// The first time after another at which a trigger falls due.
    ///
    /// - Parameters:
    ///   - date: The time after which to look.
    ///   - components: The units that have to match, each in its range; those left out are explained at
    ///     ``TodayProtocol/NotificationTrigger/calendar(_:timeZone:repeats:)``.
    ///   - zone: The time zone.
    /// - Returns: The time, in whole seconds; none if it never comes again.
    package static func next(after date: Date, components: DateComponents, zone: TimeZone) -> Date? {
        guard let pattern = CalendarPattern(components) else { return nil }
        let earliest = LocalDay(year: years.lowerBound, month: 1, day: 2).begin
        let latest = LocalDay(year: years.upperBound, month: 12, day: 30).begin
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard seconds < Double(latest) else { return nil }
        let start = max(Int(max(seconds, Double(earliest))) + 1, earliest)
        let offsets = ZoneOffsets(zone: zone)
        let found =
            pattern.hour == nil
            ? nextMoment(from: start, pattern, offsets) : nextTime(from: start, pattern, offsets)
        return found.map { Date(timeIntervalSince1970: Double($0)) }
    }

    /// Finds a time of day.
    private static func nextTime(from start: Int, _ pattern: CalendarPattern, _ offsets: ZoneOffsets) -> Int? {
        // A day earlier, since the first moment after a gap may be on the day after the time that it swallowed.
        var day = LocalDay(number: LocalDay(containing: start + offsets.offset(at: start)).number - 1)
        let minutes = pattern.minute.map { [$0] } ?? Array(0..<60)
        while let match = pattern.firstDay(from: day) {
            for minute in minutes {
                let time = (pattern.hour ?? 0) * 3600 + minute * 60 + (pattern.second ?? 0)
                switch offsets.place(of: match.begin + time) {
                case .at(let moment) where moment >= start: return moment
                case .skipped(let end, let length) where end >= start && length < 86_400: return end
                default: break
                }
            }
            day = LocalDay(number: match.number + 1)
        }
        return nil
    }

    /// Finds a moment at which the clocks show a minute and a second.
    private static func nextMoment(from start: Int, _ pattern: CalendarPattern, _ offsets: ZoneOffsets) -> Int? {
        var moment = start
        while true {
            let offset = offsets.offset(at: moment)
            let day = LocalDay(containing: moment + offset)
            guard let match = pattern.firstDay(from: day) else { return nil }
            guard match == day else {
                switch offsets.place(of: match.begin) {
                case .at(let begin), .skipped(let begin, _): moment = max(begin, moment + 1)
                }
                continue
            }
            let time = pattern.firstSecond(ofDayFrom: moment + offset - day.begin)
            // Without one left on the day the next day is looked at, as the clocks show it then.
            let candidate = time.map { day.begin + $0 - offset } ?? (day.begin + 86_400 - offset)
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

/// How far a time zone's clocks are from UTC, and where that changes; in whole seconds since 1970.
struct ZoneOffsets {
    /// Where a local time is in time.
    enum Place: Hashable {
        /// At this moment; if the clocks show the time twice, the first.
        case at(Int)
        /// Nowhere: the clocks skip it.
        ///
        /// - Parameters:
        ///   - end: The first moment after the gap.
        ///   - length: How many seconds are skipped.
        case skipped(end: Int, length: Int)
    }

    let zone: TimeZone

    /// The seconds to add to UTC at a moment.
    func offset(at moment: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
    }

    /// The first moment after `moment`, up to `end`, from which another offset holds; none if the same one holds at
    /// both.
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

    /// Finds the moment at which the clocks show a local time.
    func place(of local: Int) -> Place {
        // No zone is further than a day from UTC.
        let (early, late) = (local - 86_400, local + 86_400)
        guard let change = change(after: early, upTo: late) else { return .at(local - offset(at: early)) }
        let (before, after) = (offset(at: change - 1), offset(at: change))
        if local - before < change { return .at(local - before) }
        if local - after >= change { return .at(local - after) }
        return .skipped(end: change, length: after - before)
    }
}
