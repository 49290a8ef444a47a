public import TodayKit

extension GroupID {
    /// The app group of Clock and its widget.
    public static let clock = GroupID("group.today.clock")
}

/// A clock that the person added, as it is stored.
public struct SavedClock: Codable, Hashable, Sendable {
    /// How many clocks a person can have.
    public static let limit = 24

    /// The IANA name of the time zone.
    public var zone: String
    /// What the person calls it; `nil` for the name of the zone's city.
    public var label: String?

    /// Creates a clock.
    public init(zone: String, label: String? = nil) {
        self.zone = zone
        self.label = label
    }
}

extension DefaultsKey where Value == [SavedClock] {
    /// The clocks, in their order.
    public static var clocks: Self {
        Self(
            "clocks",
            in: .clock,
            default: [
                SavedClock(zone: "America/New_York"), SavedClock(zone: "Europe/London"), SavedClock(zone: "Asia/Tokyo"),
            ]
        )
    }
}
