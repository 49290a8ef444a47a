/// A point on the Earth.
public struct Coordinate: Codable, Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double

    /// Takes two numbers, in range or not.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both numbers are in their range.
    public var isValid: Bool {
        Self.latitudes.contains(latitude) && Self.longitudes.contains(longitude)
    }

    static let latitudes = -90.0...90.0
    static let longitudes = -180.0...180.0

    /// Degrees with at most four decimals, about ten metres, never with an exponent.
    static func text(_ degrees: Double) -> String {
        let rounded = (degrees * 10_000).rounded() / 10_000
        return rounded == 0 ? "0.0" : "\(rounded)"
    }
}
