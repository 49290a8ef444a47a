public import FoundationEssentials

/// Values that a process cannot determine by itself; the host sends them with every request.
public struct RequestContext: Codable, Hashable, Sendable {
    /// The host's time.
    public var now: Date
    /// The current day in the person's time zone.
    public var day: CivilDay
    /// The person's time zone, an IANA name such as `Europe/Berlin`.
    public var zone: String
    /// The language of the surface, a BCP 47 tag such as `en-US`.
    public var language: String
    /// The clock of the surface where the person is, which enters values in its time zone, if that is not ``zone``;
    /// otherwise, and for requests that no person waits for, `nil`.
    public var surface: SurfaceClock?

    /// Creates a context.
    public init(now: Date, day: CivilDay, zone: String, language: String, surface: SurfaceClock? = nil) {
        self.now = now
        self.day = day
        self.zone = zone
        self.language = language
        self.surface = surface
    }
}

/// The clock of a surface with another time zone than the host's: a browser in another country.
///
/// A process may lack a time zone database, so it gets the current values.
public struct SurfaceClock: Codable, Hashable, Sendable {
    /// The current day there.
    public var day: CivilDay
    /// The time of day there, such as `08:30`.
    public var time: String
    /// The time zone, an IANA name such as `America/New_York`.
    public var zone: String

    /// Creates a clock.
    public init(day: CivilDay, time: String, zone: String) {
        self.day = day
        self.time = time
        self.zone = zone
    }
}

/// A day of the Gregorian calendar, without a time zone; on the wire it is `"2026-11-21"`.
public struct CivilDay: Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The year.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int

    /// Creates a day, without a check that it exists.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Parses `2026-11-21`; returns `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isDigits = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
        guard isDigits, parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Decodes `"2026-11-21"`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = CivilDay(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a day looks like 2026-11-21")
        }
        self = day
    }

    /// Encodes `"2026-11-21"`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The day in the form `2026-11-21`.
    public var description: String { "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))" }

    /// Compares two days by date.
    public static func < (left: CivilDay, right: CivilDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
