/// An event of an iCalendar document (`VEVENT`), as far as it is shown.
public struct CalendarEvent: Codable, Hashable, Sendable {
    /// What identifies the event and its exceptions.
    public var uid: String
    /// Which time of the repeating event this one replaces; `nil` for the event itself.
    public var recurrenceID: EventTime?
    /// The first time.
    public var start: EventTime
    /// How long it is.
    public var length = EventLength.unknown
    /// The title as plain text; `nil` without one.
    public var title: String?
    /// The place as plain text; `nil` without one.
    public var place: String?
    /// Whether it was called off.
    public var isCancelled = false
    /// Whether it repeats in a way that is not supported, so that only its first time is known.
    public var isUnsupported = false
    /// How it repeats; `nil` if it does not.
    public var rule: RecurrenceRule?
    /// Further times (`RDATE`).
    public var additions: [EventTime] = []
    /// Times at which it does not repeat (`EXDATE`).
    public var exclusions: [EventTime] = []
    /// The number of its revision.
    public var sequence = 0

    /// Creates an event.
    public init(uid: String, start: EventTime) {
        self.uid = uid
        self.start = start
    }
}

/// What a document contains.
public struct CalendarDocument: Codable, Hashable, Sendable {
    /// How many events are read; the others are left out.
    public static let eventLimit = 5000
    /// How many zones are read.
    static let zoneLimit = 200

    /// What the calendar calls itself (`X-WR-CALNAME` or `NAME`).
    public var name: String?
    /// How often it changes, in seconds (`REFRESH-INTERVAL` or `X-PUBLISHED-TTL`).
    public var interval: Double?
    /// The events in the order of the document.
    public var events: [CalendarEvent] = []
    /// The zones that the document defines, by name.
    public var zones: [String: ZoneDefinition] = [:]

    /// Creates an empty document.
    public init() {}

    /// Adds the events and the zones of another document; the limits of one hold for both.
    public mutating func add(_ other: CalendarDocument) {
        name = name ?? other.name
        events += other.events.prefix(max(0, Self.eventLimit - events.count))
        for (name, zone) in other.zones where zones[name] == nil && zones.count < Self.zoneLimit { zones[name] = zone }
    }
}
