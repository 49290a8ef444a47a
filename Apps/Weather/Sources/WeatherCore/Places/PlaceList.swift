public import TodayKit

/// All places in the order of the list, and the chosen one.
public struct PlaceList: Hashable, Sendable {
    /// The largest number of places that a person can add.
    public static let ownLimit = 50

    static let cupertino = Place("Cupertino", 37.3230, -122.0322, title: "Cupertino, CA")
    static let fixed = [
        cupertino, Place("Redmond", 47.6740, -122.1215, title: "Redmond, WA"),
        Place("Menlo Park", 37.4530, -122.1817, title: "Menlo Park, CA"),
        Place("Mountain View", 37.3861, -122.0839, title: "Mountain View, CA"), Place("Tokyo", 35.6895, 139.6917),
        Place("Berlin", 52.5200, 13.4050),
    ]

    /// The places.
    public let places: [Place]
    /// The person's choice: an id, or a name from the command line.
    public let choice: String

    /// Creates the list from stored values; added places with an invalid location are left out.
    public init(choice: String, own: [SavedPlace]) {
        self.choice = choice
        var places = [Place.myLocation] + Self.fixed
        for place in own.prefix(Self.ownLimit) where place.coordinate.isValid {
            let added = Place(place.name, place.latitude, place.longitude, kind: .own)
            if !places.contains(where: { $0.id == added.id }) { places.append(added) }
        }
        self.places = places
    }

    /// Creates the list from the shared defaults.
    public init(_ context: some ProcessScoped) {
        self.init(choice: context.defaults[.choice], own: context.defaults[.places])
    }

    /// Returns the place that a choice names, or `nil` if there is none.
    public func place(_ choice: String) -> Place? { places.first { $0.isNamed(by: choice) } }

    /// Returns the chosen place.
    ///
    /// - Parameters:
    ///   - other: The name of a place that is meant instead of the choice; `nil` if none.
    ///   - texts: The texts of the surface's language.
    /// - Returns: The place.
    /// - Throws: A `Failure` if it names no place.
    public func chosen(or other: String? = nil, _ texts: Texts) throws -> Place {
        let name = other ?? choice
        guard let place = place(name) else { throw Failure(texts.noSuchPlace(name)) }
        return place
    }
}
