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
