/// A time of day in minutes after midnight, 0 to 1439.
///
/// Its text is `08:30`.
public struct TimeOfDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The minutes after midnight.
    public let minutes: Int

    /// Midnight.
    public static let midnight = TimeOfDay(minutes: 0, checked: ())
    /// The latest time at which a day may begin: after that it would be unclear which day is meant.
    public static let latestBoundary = TimeOfDay(minutes: 11 * 60 + 59, checked: ())

    private init(minutes: Int, checked: Void) { self.minutes = minutes }

    /// Creates a time; returns `nil` if there is no such time.
    public init?(minutes: Int) {
        guard (0..<1440).contains(minutes) else { return nil }
        self.init(minutes: minutes, checked: ())
    }

    /// Parses `08:30`; returns `nil` for any other text.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), let hour = Digits.number(bytes[0..<2]),
            let minute = Digits.number(bytes[3..<5]), hour < 24, minute < 60
        else { return nil }
        self.init(minutes: hour * 60 + minute, checked: ())
    }

    /// The hour, 0 to 23.
    public var hour: Int { minutes / 60 }
    /// The minute, 0 to 59.
    public var minute: Int { minutes % 60 }

    /// The time in the form `08:30`.
    public var description: String { "\(Digits.pad(hour, 2)):\(Digits.pad(minute, 2))" }

    /// Compares two times.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}
