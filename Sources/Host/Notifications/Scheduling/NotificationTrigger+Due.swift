import CivilDates
package import FoundationEssentials
package import TodayProtocol

extension NotificationTrigger {
    /// `true` if the due time follows the person's time zone.
    package var floats: Bool {
        if case .calendar(_, nil, _) = self { true } else { false }
    }

    /// Computes the first due time of a request that is added now; `nil` if it never falls due.
    package func firstDue(now: Date, zone: TimeZone) -> Date? {
        switch self {
        case .now: now
        case .timeInterval(let seconds, _): now.addingTimeInterval(seconds)
        case .calendar(let components, let name, _):
            CalendarSchedule.next(after: now, components: components, zone: Self.zone(name, else: zone))
        }
    }

    /// Computes the next future due time of a repeating request, skipping those that have passed.
    package func nextDue(after due: Date, now: Date, zone: TimeZone) -> Date? {
        switch self {
        case .now: return nil
        case .timeInterval(let seconds, let repeats):
            guard repeats, seconds > 0 else { return nil }
            let passed = max(0, (now.timeIntervalSince(due) / seconds).rounded(.down))
            let next = due.addingTimeInterval((passed + 1) * seconds)
            // Rounding of the division may give a time that has just passed.
            return next > now ? next : next.addingTimeInterval(seconds)
        case .calendar(let components, let name, let repeats):
            guard repeats else { return nil }
            return CalendarSchedule.next(
                after: max(due, now),
                components: components,
                zone: Self.zone(name, else: zone)
            )
        }
    }

    /// Computes the due time of a floating request in another time zone; the same if it matches there.
    ///
    /// A trigger with an hour keeps its day and its time of day, so that it occurs once a day however the person
    /// travels; if that time has passed in the new zone, it is due at once. A trigger without an hour occurs at the
    /// next match.
    package func movedDue(_ due: Date, from old: TimeZone, to zone: TimeZone, now: Date) -> Date {
        guard case .calendar(let components, nil, _) = self else { return due }
        func next(after date: Date) -> Date? { CalendarSchedule.next(after: date, components: components, zone: zone) }
        if next(after: due.addingTimeInterval(-1)) == due { return due }
        guard CalendarPattern(components)?.units.hour != nil else { return due <= now ? due : next(after: now) ?? due }
        let local = Int(due.timeIntervalSince1970.rounded(.down)) + old.secondsFromGMT(for: due)
        let begin: Int
        switch ZoneOffsets(zone: zone).resolve(GregorianDay(containing: local).firstSecond) {
        case .at(let moment), .skipped(let moment, _): begin = moment
        }
        return next(after: Date(timeIntervalSince1970: Double(begin - 1))) ?? due
    }

    private static func zone(_ name: String?, else zone: TimeZone) -> TimeZone {
        name.flatMap(TimeZone.init(identifier:)) ?? zone
    }
}
