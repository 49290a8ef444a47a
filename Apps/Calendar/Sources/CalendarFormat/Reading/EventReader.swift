/// Collects the lines of one event.
struct EventReader {
    /// The longest title and the longest place in characters.
    static let textLimit = 200
    /// The longest identifier in bytes; a longer one is cut.
    static let identifierLimit = 512
    /// How many times `RDATE` and `EXDATE` may name each.
    static let dateLimit = 2000

    private var uid = ""
    private var start: EventTime?
    private var recurrenceID: EventTime?
    private var length = EventLength.unknown
    private var title: String?
    private var place: String?
    private var isCancelled = false
    private var rules: [String] = []
    private var additions: [EventTime] = []
    private var exclusions: [EventTime] = []
    private var sequence = 0

    /// Reads a line of the event.
    mutating func read(_ line: ContentLine) {
        switch line.name {
        case "UID": uid = String(decoding: line.value.utf8.prefix(Self.identifierLimit), as: UTF8.self)
        case "DTSTART": start = line.times(limit: 1).first
        case "RECURRENCE-ID": recurrenceID = line.times(limit: 1).first
        case "DTEND": length = line.times(limit: 1).first.map { .end($0) } ?? length
        case "DURATION":
            length = EventLength.duration(line.value).map { .duration(days: $0.days, seconds: $0.seconds) } ?? length
        case "SUMMARY": title = TextValue.line(line.value, limit: Self.textLimit)
        case "LOCATION": place = TextValue.line(line.value, limit: Self.textLimit)
        case "STATUS": isCancelled = line.value.uppercased() == "CANCELLED"
        case "SEQUENCE": sequence = Int(line.value) ?? 0
        case "RRULE": if rules.count < 8 { rules.append(line.value) }
        // Excluding rules were withdrawn with RFC 5545; an event with one is shown without its repetitions.
        case "EXRULE": rules.append("")
        case "RDATE": additions += line.times(limit: Self.dateLimit - additions.count)
        case "EXDATE": exclusions += line.times(limit: Self.dateLimit - exclusions.count)
        default: break
        }
    }

    /// The event; `nil` if it has no start.
    var event: CalendarEvent? {
        guard let start else { return nil }
        var event = CalendarEvent(uid: uid, start: start)
        event.recurrenceID = recurrenceID
        event.length = length
        event.title = title
        event.place = place
        event.isCancelled = isCancelled
        event.rule = rules.count == 1 ? RecurrenceRule(rules[0], start: start) : nil
        event.isUnsupported = !rules.isEmpty && event.rule == nil
        event.additions = additions
        event.exclusions = exclusions
        event.sequence = sequence
        return event
    }
}

extension ContentLine {
    /// The times in the value, separated by commas; of a period its beginning.
    ///
    /// - Parameter limit: How many are read.
    /// - Returns: The times; those that are malformed are left out.
    func times(limit: Int) -> [EventTime] {
        value.split(separator: ",").prefix(Swift.max(0, limit)).compactMap { text in
            EventTime(text.prefix { $0 != "/" && !$0.isWhitespace }, zone: parameters["TZID"].flatMap(Self.zoneName))
        }
    }

    private static func zoneName(_ text: String) -> String? {
        text.isEmpty || text.utf8.count > 255 ? nil : text
    }
}
