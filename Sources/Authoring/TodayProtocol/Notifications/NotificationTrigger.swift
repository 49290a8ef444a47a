public import FoundationEssentials

/// The rule that determines when a notification is delivered.
///
/// On the wire: `{"now": true}`; `{"after": 60.0, "repeats": true}`; `{"calendar": {"hour": 8, "minute": 30},
/// "timeZone": "Europe/Berlin", "repeats": true}`.
public enum NotificationTrigger: Hashable, Sendable {
    /// Immediately.
    case now
    /// A number of seconds after the request was added, greater than 0; at least 60 for a trigger that repeats at that
    /// interval.
    case timeInterval(Double, repeats: Bool = false)
    /// The next time that matches all calendar units, or each such time.
    ///
    /// The units are `year`, `month`, `day`, `weekday` (1 is Sunday), `weekdayOrdinal`, `hour`, `minute` and `second`;
    /// units smaller than the smallest given one count as 0. If a day skips the time (a DST gap), the notification is
    /// delivered at the first moment after the gap. If a day has the time twice, it is delivered at the first, unless
    /// no hour is given: an hourly notification is delivered at both. A month without the day is skipped. The time zone
    /// is an IANA name; `nil` means the person's current time zone.
    case calendar(DateComponents, timeZone: String? = nil, repeats: Bool = false)

    /// `true` if the notification is delivered repeatedly.
    public var repeats: Bool {
        switch self {
        case .now: false
        case .timeInterval(_, let repeats), .calendar(_, _, let repeats): repeats
        }
    }
}

extension NotificationTrigger: Codable {
    private enum CodingKeys: CodingKey { case now, after, calendar, timeZone, repeats }

    /// Decodes the wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let repeats = try container.decodeIfPresent(Bool.self, forKey: .repeats) ?? false
        let kinds = [CodingKeys.now, .after, .calendar].filter(container.contains)
        switch kinds.first {
        case .after? where kinds.count == 1:
            self = .timeInterval(try container.decode(Double.self, forKey: .after), repeats: repeats)
        case .calendar? where kinds.count == 1:
            self = .calendar(
                try container.decode(CalendarUnits.self, forKey: .calendar).components,
                timeZone: try container.decodeIfPresent(String.self, forKey: .timeZone),
                repeats: repeats
            )
        case .now? where try kinds.count == 1 && container.decode(Bool.self, forKey: .now):
            self = .now
        default:
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a trigger has one of \"now\": true, \"after\" and \"calendar\""
                )
            )
        }
    }

    /// Encodes the wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .now:
            try container.encode(true, forKey: .now)
        case .timeInterval(let seconds, let repeats):
            try container.encode(seconds, forKey: .after)
            if repeats { try container.encode(true, forKey: .repeats) }
        case .calendar(let components, let timeZone, let repeats):
            guard let units = CalendarUnits(components) else {
                throw EncodingError.invalidValue(
                    components,
                    .init(
                        codingPath: encoder.codingPath + [CodingKeys.calendar],
                        debugDescription: "a calendar trigger takes year, month, day, weekday, weekdayOrdinal, hour, "
                            + "minute and second of the Gregorian calendar; its time zone is the trigger's own"
                    )
                )
            }
            try container.encode(units, forKey: .calendar)
            try container.encodeIfPresent(timeZone, forKey: .timeZone)
            if repeats { try container.encode(true, forKey: .repeats) }
        }
    }
}

/// The units of a calendar trigger on the wire.
private struct CalendarUnits: Codable {
    var year: Int?
    var month: Int?
    var day: Int?
    var weekday: Int?
    var weekdayOrdinal: Int?
    var hour: Int?
    var minute: Int?
    var second: Int?

    /// Creates the units of a trigger, or returns `nil` if it has other units, which would be lost.
    init?(_ components: DateComponents) {
        year = components.year
        month = components.month
        day = components.day
        weekday = components.weekday
        weekdayOrdinal = components.weekdayOrdinal
        hour = components.hour
        minute = components.minute
        second = components.second
        var rest = components
        // The calendar of the units is always the Gregorian one.
        if rest.calendar?.identifier == .gregorian { rest.calendar = nil }
        if rest.isLeapMonth == false { rest.isLeapMonth = nil }
        guard rest == self.components else { return nil }
    }

    var components: DateComponents {
        DateComponents(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second,
            weekday: weekday,
            weekdayOrdinal: weekdayOrdinal
        )
    }
}
