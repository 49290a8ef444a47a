package import FoundationEssentials
package import TodayProtocol

extension NotificationTrigger {
    /// Whether it falls due by the person's own time zone, so that another zone means another time.
    package var floats: Bool {
        if case .calendar(_, nil, _) = self { true } else { false }
    }

    /// When a request falls due for the first time.
    ///
    /// - Parameters:
    ///   - now: When it is added.
    ///   - zone: The person's time zone.
    /// - Returns: The time; none if it never comes.
    package func firstDue(now: Date, zone: TimeZone) -> Date? {
        switch self {
        case .now: now
        case .timeInterval(let seconds, _): now.addingTimeInterval(seconds)
        case .calendar(let components, let name, _):
            CalendarSchedule.next(after: now, components: components, zone: Self.zone(name, else: zone))
        }
    }

    /// When a request falls due again: the first of its times that is still to come, however many passed meanwhile.
    ///
    /// - Parameters:
    ///   - due: When it fell due.
    ///   - now: When that is seen to.
    ///   - zone: The person's time zone.
    /// - Returns: The time; none if it does not repeat, or never comes again.
    package func nextDue(after due: Date, now: Date, zone: TimeZone) -> Date? {
        switch self {
        case .now: return nil
        case .timeInterval(let seconds, let repeats):
            guard repeats, seconds > 0 else { return nil }
            let passed = max(0, (now.timeIntervalSince(due) / seconds).rounded(.down))
            let next = due.addingTimeInterval((passed + 1) * seconds)
            // The division may round up to a time that is just over.
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

    /// When a request falls due that follows the person's time zone, once that is another.
    ///
    /// What names an hour keeps its day and its time of day, so that it comes once a day however the person travels; if
    /// that is over in the new zone, it is due at once. What names no hour comes at the next moment that fits.
    ///
    /// - Parameters:
    ///   - due: When it was to fall due in the old zone.
    ///   - old: The old zone.
    ///   - zone: The new zone.
    ///   - now: The time now.
    /// - Returns: The time; `due` itself if it fits the new zone.
    package func movedDue(_ due: Date, from old: TimeZone, to zone: TimeZone, now: Date) -> Date {
        guard case .calendar(let components, nil, _) = self else { return due }
        func next(after date: Date) -> Date? { CalendarSchedule.next(after: date, components: components, zone: zone) }
        if next(after: due.addingTimeInterval(-1)) == due { return due }
        guard CalendarPattern(components)?.hour != nil else { return due <= now ? due : next(after: now) ?? due }
        let local = Int(due.timeIntervalSince1970.rounded(.down)) + old.secondsFromGMT(for: due)
        let begin: Int
        switch ZoneOffsets(zone: zone).place(of: LocalDay(containing: local).begin) {
        case .at(let moment), .skipped(let moment, _): begin = moment
        }
        return next(after: Date(timeIntervalSince1970: Double(begin - 1))) ?? due
    }

    private static func zone(_ name: String?, else zone: TimeZone) -> TimeZone {
        name.flatMap(TimeZone.init(identifier:)) ?? zone
    }
}
