/// A place that a search found.
public struct FoundPlace: Hashable, Sendable {
    /// The name.
    public var name: String
    /// Where it is: a region and a country, or only a country.
    public var region: String
    /// The location.
    public var coordinate: Coordinate

    /// Creates a place.
    public init(name: String, region: String, coordinate: Coordinate) {
        self.name = name
        self.region = region
        self.coordinate = coordinate
    }
}

/// What a search found.
public struct FoundPlaces: Hashable, Sendable {
    /// The text that was searched for.
    public var text: String
    /// The places, the best first.
    public var places: [FoundPlace]
    /// Whether the places are from the list of the app, since the service could not be reached.
    public var isFromList: Bool

    /// Creates a result.
    public init(text: String, places: [FoundPlace], isFromList: Bool) {
        self.text = text
        self.places = places
        self.isFromList = isFromList
    }
}
