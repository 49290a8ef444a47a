/// A place that the person added, as it is kept.
public struct OwnPlace: Codable, Hashable, Sendable {
    /// Its name, unlike that of any other place.
    public var name: String
    /// Degrees north of the equator.
    public var latitude: Double
    /// Degrees east of Greenwich.
    public var longitude: Double

    /// Describes a place.
    public init(name: String, latitude: Double, longitude: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Where it is.
    public var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
}
