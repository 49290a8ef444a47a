public import FoundationEssentials

/// When a notification is delivered.
///
/// On the wire: `{"now": true}`; `{"after": 60.0, "repeats": true}`; `{"calendar": {"hour": 8, "minute": 30}, "timeZone":
/// "Europe/Berlin", "repeats": true}`.
public enum NotificationTrigger: Hashable, Sendable {
    /// At once.
    case now
    /// So many seconds after it was added, more than 0; then each time so many seconds later, if it repeats: at least 60.
    case timeInterval(Double, repeats: Bool = false)
    /// At the next time whose calendar units match, once or each time.
    ///
    /// The units are `year`, `month`, `day`, `weekday` (1 is Sunday), `weekdayOrdinal`, `hour`, `minute` and `second`;
    /// smaller units than the smallest one given count as 0. A time that a day skips (a DST gap) is delivered at the
    /// first moment after the gap; one that a day has twice, at the first of the two, unless no hour is given: what comes
    /// each hour comes in both. A day that a month lacks is passed over. The time zone is an IANA name; without one the
    /// trigger follows the person's.
    case calendar(DateComponents, timeZone: String? = nil, repeats: Bool = false)

    /// Whether it comes again.
    public var repeats: Bool {
        switch self {
        case .now: false
        case .timeInterval(_, let repeats), .calendar(_, _, let repeats): repeats
        }
    }
}

extension NotificationTrigger: Codable {
    private enum CodingKeys: CodingKey { case now, after, calendar, timeZone, repeats }

    /// Reads the form on the wire.
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

    /// Writes the form on the wire.
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

    /// Takes the units of a trigger; `nil` if there are others among them, which would be lost.
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
        // It says in which calendar the units count, which is no other than this one.
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
