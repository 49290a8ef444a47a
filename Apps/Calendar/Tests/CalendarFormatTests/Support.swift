import CalendarFormat
import CivilTime
import Testing

/// Documents and lists for tests.
enum Sample {
    /// A document with the lines of events.
    static func document(_ lines: String) throws -> CalendarDocument {
        try CalendarDocument(Array("BEGIN:VCALENDAR\n\(lines)\nEND:VCALENDAR\n".utf8))
    }

    /// The times of one event, in UTC or as days.
    static func times(
        _ lines: String,
        zone: String = "Europe/Berlin",
        _ first: String,
        _ last: String
    ) throws -> [String] {
        let document = try document("BEGIN:VEVENT\nUID:1\n\(lines)\nEND:VEVENT")
        return try times(document, zone: zone, first, last)
    }

    /// The times of a document's events, in UTC or as days.
    static func times(
        _ document: CalendarDocument,
        zone: String = "Europe/Berlin",
        _ first: String,
        _ last: String
    ) throws -> [String] {
        let range = try #require(Day(first))...(try #require(Day(last)))
        let rules = try #require(ZoneFolder.system.rules(of: zone))
        return OccurrenceList(document, in: range, viewer: rules).occurrences.map { occurrence in
            switch occurrence.time {
            case .days: "\(occurrence.days.lowerBound)/\(occurrence.days.upperBound)"
            case .span(let start, let end): "\(text(start))/\(text(end))"
            }
        }
    }

    private static func text(_ time: Int) -> String {
        let day = EventTime(local: time, zone: .utc).day
        let second = time - day.number * 86_400
        return "\(day)T\(Digits.pad(second / 3600, 2)):\(Digits.pad(second % 3600 / 60, 2))"
    }
}
