public import CivilTime

/// When something is, as iCalendar writes it: a day, or a local time and the zone that it is meant in.
public struct EventTime: Codable, Hashable, Sendable {
    /// What a local time refers to.
    public enum Zone: Codable, Hashable, Sendable {
        /// A whole day, the same wherever the viewer is.
        case day
        /// The zone of the viewer.
        case floating
        /// UTC.
        case utc
        /// The zone of this name (`TZID`).
        case named(String)
    }

    /// Seconds since 1970 began in the zone; the beginning of the day if it is a day.
    public var local: Int
    /// The zone.
    public var zone: Zone

    /// Creates a time.
    public init(local: Int, zone: Zone) {
        self.local = local
        self.zone = zone
    }

    /// Reads a DATE or a DATE-TIME (RFC 5545, sections 3.3.4 and 3.3.5); `nil` if it is neither.
    ///
    /// - Parameters:
    ///   - text: Such as `20261123`, `20261123T090000` or `20261123T080000Z`.
    ///   - name: The parameter `TZID`, without which a local time is the viewer's.
    init?(_ text: some StringProtocol, zone name: String?) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 8, let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[4..<6]),
            let number = Digits.number(bytes[6..<8]), let day = Day(year: year, month: month, day: number)
        else { return nil }
        local = day.number * 86_400
        guard bytes.count > 8 else {
            zone = .day
            return
        }
        let isUTC = bytes.count == 16 && (bytes[15] == UInt8(ascii: "Z") || bytes[15] == UInt8(ascii: "z"))
        guard bytes.count == 15 || isUTC, bytes[8] == UInt8(ascii: "T") || bytes[8] == UInt8(ascii: "t"),
            let hour = Digits.number(bytes[9..<11]), let minute = Digits.number(bytes[11..<13]),
            let second = Digits.number(bytes[13..<15]), hour < 24, minute < 60, second <= 60
        else { return nil }
        // A leap second is shown as the second before it.
        local += hour * 3600 + minute * 60 + min(second, 59)
        zone = isUTC ? .utc : name.map { .named($0) } ?? .floating
    }

    /// The day that clocks show in the zone.
    public var day: Day { Day(number: local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)) }
    /// The seconds after the midnight of ``day``.
    var secondOfDay: Int { local - day.number * 86_400 }
    /// Whether it is a day without a time.
    public var isDay: Bool { zone == .day }
}
