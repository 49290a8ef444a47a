import CalendarFormat
import CivilTime
import FuzzTargets
import XMLReading

extension FuzzTarget {
    /// Reads a calendar and lists what happens in two weeks.
    static let calendars = FuzzTarget("calendars") { input in
        guard let document = try? CalendarDocument(input), let first = Day("2026-11-23"), let last = Day("2026-12-06")
        else { return nil }
        let list = OccurrenceList(document, in: first...last, viewer: ZoneRules(offset: 3600))
        return list.occurrences.count <= OccurrenceList.limit ? nil : "\(list.occurrences.count) occurrences"
    }

    /// Reads the XML of a feed or of a CalDAV server, with all of its texts.
    static let xml = FuzzTarget("xml") { input in
        var reader = XMLReader(input)
        var depth = 0
        while let event = try? reader.next() {
            switch event {
            case .start: depth += 1
            case .end: depth -= 1
            case .text(let text): _ = reader.text(text, limit: 256)
            }
            if !(0...XMLReader.depthLimit).contains(depth) { return "depth \(depth)" }
        }
        return nil
    }
}
