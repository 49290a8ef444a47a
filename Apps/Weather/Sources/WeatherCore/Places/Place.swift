/// A place whose weather can be shown.
public struct Place: Hashable, Sendable {
    /// The kinds of places.
    public enum Kind: Hashable, Sendable {
        /// Where the person is, as far as the host knows and the person allows.
        case myLocation
        /// A built-in place.
        case fixed
        /// A place that the person added and can remove.
        case own
    }

    /// The id, by which a choice names the place: the name in lower case, with hyphens for spaces.
    public var id: String
    /// The name in the list of places.
    public var name: String
    /// The name on the widget, such as `Cupertino, CA`.
    public var title: String
    /// The location; `nil` for My Location until the host is asked.
    public var coordinate: Coordinate?
    /// The kind.
    public var kind: Kind

    init(_ name: String, _ latitude: Double, _ longitude: Double, kind: Kind = .fixed, title: String? = nil) {
        id = Self.id(of: name)
        self.name = name
        self.title = title ?? name
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
        self.kind = kind
    }

    /// My Location, of which only the host knows where it is.
    static let myLocation: Place = {
        var place = Place("My Location", 0, 0, kind: .myLocation)
        place.coordinate = nil
        return place
    }()

    /// Returns `true` if a choice names this place, by its id or by its name in any case; My Location also by its name
    /// in any language.
    func isNamed(by choice: String) -> Bool {
        let choice = Self.id(of: choice)
        return id == choice || kind == .myLocation && Texts.myLocationNames.contains { Self.id(of: $0) == choice }
    }

    /// Returns the id for a name; names that differ only in spaces and case have the same id.
    static func id(of name: String) -> String {
        name.lowercased().split { $0.isWhitespace || $0 == "-" }.joined(separator: "-")
    }
}

/// A place that the person added, as it is stored.
public struct SavedPlace: Codable, Hashable, Sendable {
    /// The name, which is unique among all places.
    public var name: String
    /// Degrees north of the equator.
    public var latitude: Double
    /// Degrees east of Greenwich.
    public var longitude: Double

    /// Creates a place.
    public init(name: String, latitude: Double, longitude: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The location.
    public var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }
}

/// A point on the Earth.
public struct Coordinate: Codable, Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double

    /// Creates a point from two numbers, without a check of their range.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both numbers are in their ranges.
    public var isValid: Bool {
        Self.latitudes.contains(latitude) && Self.longitudes.contains(longitude)
    }

    /// The two numbers with a comma between them, each with at most four decimals.
    var latLong: String { "\(Self.text(latitude)),\(Self.text(longitude))" }

    static let latitudes = -90.0...90.0
    static let longitudes = -180.0...180.0

    /// Returns degrees with at most four decimals (about ten metres), never with an exponent.
    static func text(_ degrees: Double) -> String {
        let rounded = (degrees * 10_000).rounded() / 10_000
        return rounded == 0 ? "0.0" : "\(rounded)"
    }
}
