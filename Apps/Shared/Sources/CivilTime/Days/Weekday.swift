/// A day of the week.
public enum Weekday: Int, CaseIterable, Hashable, Comparable, Codable, Sendable {
    // The raw values are those of the Gregorian calendar in Foundation.
    case sunday = 1
    case monday, tuesday, wednesday, thursday, friday, saturday

    /// Creates a weekday from its index, 0 for Sunday to 6 for Saturday.
    public init(index: Int) { self = Self.allCases[index] }

    /// The index, 0 for Sunday to 6 for Saturday.
    public var index: Int { rawValue - 1 }

    /// The days of a week in their order.
    ///
    /// - Parameter first: The weekday on which weeks begin.
    /// - Returns: The seven days.
    public static func week(from first: Weekday) -> [Weekday] {
        (0..<7).map { Weekday(index: (first.index + $0) % 7) }
    }

    /// Compares two weekdays; Sunday comes first.
    public static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}
