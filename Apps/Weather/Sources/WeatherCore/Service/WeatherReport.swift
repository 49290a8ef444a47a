public import TodayKit

/// The weather at a place, and when it was fetched.
public struct WeatherReport: Hashable, Sendable {
    /// The place.
    public var place: Place
    /// The weather there.
    public var conditions: Conditions
    /// When it came from the provider.
    public var updated: Date

    /// Makes a report.
    public init(place: Place, conditions: Conditions, updated: Date) {
        self.place = place
        self.conditions = conditions
        self.updated = updated
    }
}
