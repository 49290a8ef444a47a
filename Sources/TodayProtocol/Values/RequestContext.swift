public import FoundationEssentials

/// What a process cannot know by itself; the host sends it with every request.
public struct RequestContext: Codable, Hashable, Sendable {
    /// The host's time.
    public var now: Date
    /// The day on the person's calendar.
    public var day: CivilDay
    /// The person's time zone, an IANA name such as `Europe/Berlin`.
    public var zone: String
    /// The language of the surface, a BCP 47 tag such as `en-US`.
    public var language: String

    /// Describes a moment at a place.
    public init(now: Date, day: CivilDay, zone: String, language: String) {
        self.now = now
        self.day = day
        self.zone = zone
        self.language = language
    }
}
