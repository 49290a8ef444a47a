extension CalendarDocument {
    /// Why a document is not read.
    public enum ReadingError: Error, Hashable, Sendable {
        /// It is no iCalendar document.
        case notACalendar
        /// It ends within a calendar, so that something is missing.
        case incomplete
    }

    /// How deep components may be nested.
    static let depthLimit = 8

    /// Reads an iCalendar document, or several in one file (RFC 5545).
    ///
    /// Lines and components that it does not know are skipped, and so are events without a start.
    ///
    /// - Parameter bytes: The document in UTF-8; invalid bytes become U+FFFD.
    /// - Throws: ``ReadingError``.
    public init(_ bytes: [UInt8]) throws(ReadingError) {
        self.init()
        var reader = DocumentReader()
        for line in ContentLines(bytes) {
            guard reader.read(line, into: &self) else { throw .notACalendar }
        }
        guard reader.hasCalendar else { throw .notACalendar }
        guard reader.isAtTop else { throw .incomplete }
    }
}

/// Follows the components of a document.
private struct DocumentReader {
    private(set) var hasCalendar = false
    /// The names of the open components.
    private var open: [String] = []
    private var event: EventReader?
    private var zone: ZoneDefinition?
    private var zoneName: String?
    private var observance: ObservanceReader?

    var isAtTop: Bool { open.isEmpty }

    /// Reads a line; `false` if no calendar contains it.
    mutating func read(_ line: ContentLine, into document: inout CalendarDocument) -> Bool {
        switch line.name {
        case "BEGIN": return begin(line.value.uppercased())
        case "END": return end(line.value.uppercased(), &document)
        default: break
        }
        switch open.last {
        case nil: return false
        case "VCALENDAR": readCalendar(line, &document)
        case "VEVENT": event?.read(line)
        case "VTIMEZONE": if line.name == "TZID" { zoneName = line.value }
        case "STANDARD", "DAYLIGHT": observance?.read(line)
        default: break
        }
        return true
    }

    private mutating func begin(_ name: String) -> Bool {
        guard open.count < CalendarDocument.depthLimit, !open.isEmpty || name == "VCALENDAR" else { return false }
        switch (open.last, name) {
        case (nil, _): hasCalendar = true
        case ("VCALENDAR", "VEVENT"): event = EventReader()
        case ("VCALENDAR", "VTIMEZONE"): (zone, zoneName) = (ZoneDefinition(), nil)
        case ("VTIMEZONE", "STANDARD"), ("VTIMEZONE", "DAYLIGHT"): observance = ObservanceReader()
        default: break
        }
        open.append(name)
        return true
    }

    private mutating func end(_ name: String, _ document: inout CalendarDocument) -> Bool {
        guard open.last == name else { return false }
        open.removeLast()
        switch (open.last, name) {
        case ("VCALENDAR", "VEVENT"):
            if let event = event?.event, document.events.count < CalendarDocument.eventLimit {
                document.events.append(event)
            }
            event = nil
        case ("VTIMEZONE", "STANDARD"), ("VTIMEZONE", "DAYLIGHT"):
            if let observance = observance?.observance,
                zone?.observances.count ?? 0 < ZoneDefinition.observanceLimit
            {
                zone?.observances.append(observance)
            }
            observance = nil
        case ("VCALENDAR", "VTIMEZONE"):
            if let zone, let zoneName, !zone.observances.isEmpty, document.zones.count < CalendarDocument.zoneLimit {
                document.zones[zoneName] = zone
            }
            zone = nil
        default: break
        }
        return true
    }

    private func readCalendar(_ line: ContentLine, _ document: inout CalendarDocument) {
        switch line.name {
        case "X-WR-CALNAME", "NAME":
            document.name = document.name ?? TextValue.line(line.value, limit: EventReader.textLimit)
        case "REFRESH-INTERVAL", "X-PUBLISHED-TTL":
            let length = EventLength.duration(line.value)
            document.interval = length.map { Double($0.days * 86_400 + $0.seconds) } ?? document.interval
        default: break
        }
    }
}

/// Collects the lines of one part of a zone.
private struct ObservanceReader {
    private var start: EventTime?
    private var from: Int?
    private var to: Int?
    private var rule: String?
    private var additions: [EventTime] = []

    mutating func read(_ line: ContentLine) {
        switch line.name {
        case "DTSTART": start = line.times(limit: 1).first
        case "TZOFFSETFROM": from = ZoneDefinition.offset(line.value)
        case "TZOFFSETTO": to = ZoneDefinition.offset(line.value)
        case "RRULE": rule = line.value
        case "RDATE": additions += line.times(limit: 200 - additions.count)
        default: break
        }
    }

    var observance: ZoneDefinition.Observance? {
        guard let start, let from, let to else { return nil }
        let rule = rule.flatMap { RecurrenceRule($0, start: start) }
        return ZoneDefinition.Observance(start: start, from: from, to: to, rule: rule, additions: additions)
    }
}
