import CivilTime
import Testing

extension Day {
    /// Returns the day of a text.
    static func at(_ text: String) throws -> Day { try #require(Day(text)) }
}

extension TimeOfDay {
    /// Returns the time of a text.
    static func at(_ text: String) throws -> TimeOfDay { try #require(TimeOfDay(text)) }
}
