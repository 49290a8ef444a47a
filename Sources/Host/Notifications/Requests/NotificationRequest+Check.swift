package import FoundationEssentials
package import TodayProtocol

extension NotificationRequest {
    /// Validates the request; the error's sentence names it.
    package func check() throws(NotificationError) {
        try NotificationLimits.checkName(
            identifier,
            "A notification's identifier",
            bytes: NotificationLimits.identifierBytes
        )
        do throws(NotificationError) {
            try content.check()
            try trigger.check()
        } catch {
            throw NotificationError(error.code, "The notification \"\(identifier)\": \(error.message)")
        }
    }

    /// Computes the first due time of the request, which is added now; throws if it never falls due.
    package func firstDue(now: Date, zone: TimeZone) throws(NotificationError) -> Date {
        guard let due = trigger.firstDue(now: now, zone: zone) else {
            throw NotificationError(
                .invalid,
                """
                The notification "\(identifier)": the time of its trigger never comes again; give it a date that is to \
                come.
                """
            )
        }
        return due
    }
}

extension NotificationContent {
    /// `true` if it has a badge and no text, so that it changes the badge and shows nothing.
    package var isBadgeOnly: Bool {
        badge != nil && [title, subtitle, body].allSatisfy { $0?.isEmpty ?? true }
    }

    /// Validates the content.
    package func check() throws(NotificationError) {
        guard !title.isEmpty || isBadgeOnly else {
            throw NotificationError(.invalid, "Its title is empty; give it a text or a key, or only a badge.")
        }
        if let badge { try Self.check(badge: badge) }
        let names = [
            (sound?.rawValue, "A sound's name", NotificationLimits.soundBytes),
            (threadIdentifier, "A thread's identifier", NotificationLimits.threadBytes),
            (categoryIdentifier, "A category's identifier", NotificationLimits.nameBytes),
            (deepLink, "A deep link", NotificationLimits.addressBytes),
        ]
        for case (let name?, let what, let bytes) in names {
            try NotificationLimits.checkName(name, what, bytes: bytes)
        }
        if let userInfo {
            try NotificationLimits.checkSize(userInfo, "Its user info", bytes: NotificationLimits.userInfoBytes)
        }
        try NotificationLimits.checkSize(self, "Its content", bytes: NotificationLimits.contentBytes)
    }

    /// Validates the range of a badge.
    package static func check(badge: Int) throws(NotificationError) {
        guard (0...NotificationLimits.badge).contains(badge) else {
            throw NotificationError(.invalid, "A badge is 0 to \(NotificationLimits.badge), not \(badge); 0 clears it.")
        }
    }
}

extension NotificationTrigger {
    /// Validates the trigger; ``NotificationRequest/firstDue(now:zone:)`` checks whether it ever falls due.
    package func check() throws(NotificationError) {
        switch self {
        case .now: break
        case .timeInterval(let seconds, let repeats): try Self.check(interval: seconds, repeats: repeats)
        case .calendar(let components, let zone, _):
            try Self.check(components)
            if let zone { try Self.check(zone: zone) }
        }
    }

    private static func check(interval: Double, repeats: Bool) throws(NotificationError) {
        guard interval > 0, interval <= NotificationLimits.interval else {
            throw NotificationError(
                .invalid,
                "Its interval is \(interval) seconds; it must be more than 0 and at most a hundred years."
            )
        }
        guard !repeats || interval >= NotificationLimits.repeatedInterval else {
            throw NotificationError(
                .invalid,
                "It repeats every \(interval) seconds; an interval that repeats has at least 60 seconds."
            )
        }
    }

    private static func check(_ components: DateComponents) throws(NotificationError) {
        let units: [(name: String, value: Int?, range: ClosedRange<Int>)] = [
            ("year", components.year, CalendarSchedule.years),
            ("month", components.month, 1...12),
            ("day", components.day, 1...31),
            ("weekday", components.weekday, 1...7),
            ("weekdayOrdinal", components.weekdayOrdinal, 1...5),
            ("hour", components.hour, 0...23),
            ("minute", components.minute, 0...59),
            ("second", components.second, 0...59),
        ]
        for unit in units {
            guard let value = unit.value, !unit.range.contains(value) else { continue }
            throw NotificationError(
                .invalid,
                "The \(unit.name) of its trigger is \(unit.range.lowerBound) to \(unit.range.upperBound), not \(value)."
            )
        }
        guard units.contains(where: { $0.value != nil }) else {
            let names = units.map(\.name).joined(separator: ", ")
            throw NotificationError(.invalid, "Its calendar trigger has no unit; name at least one of \(names).")
        }
        guard components.weekdayOrdinal == nil || components.weekday != nil else {
            throw NotificationError(.invalid, "Its trigger has a weekdayOrdinal; name the weekday that it counts.")
        }
    }

    private static func check(zone: String) throws(NotificationError) {
        // Foundation also accepts offsets such as GMT+3, which the time zone database does not have.
        let isOffset = zone.hasPrefix("GMT") && zone != "GMT"
        guard !isOffset, zone.utf8.count <= 64, TimeZone(identifier: zone) != nil else {
            throw NotificationError(
                .invalid,
                "There is no time zone \"\(zone.prefix(64))\"; use an IANA name such as Europe/Berlin."
            )
        }
    }
}
