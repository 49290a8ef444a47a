/// A place whose weather can be shown.
public struct Place: Hashable, Sendable {
    /// What kind of place it is.
    public enum Kind: Hashable, Sendable {
        /// Where the person said to be, or Cupertino.
        case myLocation
        /// One that everybody has.
        case fixed
        /// One that the person added and can remove.
        case own
    }

    /// The id of My Location.
    public static let myLocationID = "my-location"

    /// What a choice names: the name in lower case, with hyphens for spaces.
    public var id: String
    /// What people call it.
    public var name: String
    /// Where it is.
    public var coordinate: Coordinate
    /// What kind of place it is.
    public var kind: Kind

    init(_ name: String, _ latitude: Double, _ longitude: Double, kind: Kind = .fixed) {
        id = Self.id(of: name)
        self.name = name
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
        self.kind = kind
    }

    /// Whether a choice, an id or a name in any case of letters, means this place.
    func isNamed(by choice: String) -> Bool { id == Self.id(of: choice) }

    /// Makes an id from a name; what differs only in spaces and in the case of letters has the same.
    static func id(of name: String) -> String {
        name.lowercased().split { $0.isWhitespace || $0 == "-" }.joined(separator: "-")
    }
}

/// A place that the person added, as it is kept.
public struct SavedPlace: Codable, Hashable, Sendable {
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
