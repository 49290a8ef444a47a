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
    /// The chosen place: one of the places, or one that another process described; `nil` if what is stored is none.
    public let choice: Place?
    /// What is stored, for the message if it is none.
    private let stored: String

    /// Creates the list from the id or the name of the choice.
    public init(choice: String, own: [SavedPlace], removed: [String] = []) {
        let places = Self.places(own, removed)
        self.init(places: places, choice: Self.place(choice, in: places), stored: choice)
    }

    /// Creates the list from stored values.
    ///
    /// If the number and the description contradict each other, the number counts, unless the description is of a place
    /// that is not in the list. A number that is not in the list leaves the choice to the description.
    ///
    /// - Parameters:
    ///   - own: The places that the person added; those with an invalid location are left out.
    ///   - removed: The ids of the built-in places that the person removed.
    ///   - location: The number of the chosen place; `nil` if none was chosen, which means My Location.
    ///   - data: The description of the chosen place.
    public init(own: [SavedPlace], removed: [String] = [], location: Int?, data: LocationData?) {
        let places = Self.places(own, removed)
        let number = location ?? 0
        var choice = places.indices.contains(number) ? places[number] : nil
        if location != nil, let described = data?.place {
            let listed = Self.place(described.name, in: places)
            // My Location has no position in the list, and may have any in a description.
            let isListed = listed?.coordinate.map { $0.latLong == described.coordinate?.latLong }
            choice = listed == nil || isListed == false ? described : choice ?? listed
        }
        self.init(places: places, choice: choice, stored: "\(number)")
    }

    /// Creates the list from the shared defaults.
    public init(_ context: some ProcessScoped) {
        let defaults = context.defaults
        let location = defaults[.hasSetLocation] ? defaults[.location] : nil
        self.init(
            own: defaults[.places],
            removed: defaults[.removedPlaces],
            former: defaults[.choice],
            location: location,
            data: defaults[.locationData]
        )
    }

    /// Creates the list from stored values of this version, and the choice of an earlier one, which counts if it names a
    /// place.
    init(own: [SavedPlace], removed: [String] = [], former: String?, location: Int?, data: LocationData?) {
        if let former, Self.place(former, in: Self.places(own, removed)) != nil {
            self.init(choice: former, own: own, removed: removed)
        } else {
            self.init(own: own, removed: removed, location: location, data: data)
        }
    }

    private init(places: [Place], choice: Place?, stored: String) {
        self.places = places
        self.choice = choice
        self.stored = stored
    }

    private static func places(_ own: [SavedPlace], _ removed: [String]) -> [Place] {
        var places = [Place.myLocation] + fixed.filter { !removed.contains($0.id) }
        for place in own.prefix(ownLimit) where place.coordinate.isValid {
            let added = Place(place.name, place.latitude, place.longitude, kind: .own)
            if !places.contains(where: { $0.id == added.id }) { places.append(added) }
        }
        return places
    }

    private static func place(_ name: String, in places: [Place]) -> Place? {
        // My Location, which is first, has a name in each language.
        places.last { $0.isNamed(by: name) }
    }

    /// Returns the places whose names fit a search, as the list of places has them.
    public func entries(fitting text: String) -> [SearchEntry] {
        let search = SearchText(text)
        return places.filter { $0.kind != .myLocation && search.fits($0.name) }
            .map { SearchEntry(title: $0.title, url: PlacesPage.url) }
    }

    /// Returns the place of an id or a name, or `nil` if there is none.
    public func place(_ name: String) -> Place? { Self.place(name, in: places) }

    /// Returns the chosen place.
    ///
    /// - Parameters:
    ///   - other: The name of a place that is meant instead of the choice; `nil` if none.
    ///   - texts: The texts of the surface's language.
    /// - Returns: The place.
    /// - Throws: A `Failure` if it names no place.
    public func chosen(or other: String? = nil, _ texts: Texts) throws -> Place {
        // A widget may be configured for a built-in place that was removed from the list.
        let named = other.flatMap { place($0) ?? Self.place($0, in: Self.fixed) }
        guard let place = other == nil ? choice : named else { throw Failure(texts.noSuchPlace(other ?? stored)) }
        return place
    }

    /// Stores a choice, as its number and its description; a place that is not in the list is left as it is stored.
    ///
    /// What an earlier version stored counts until it is removed, so that nobody reads one half.
    func choose(_ place: Place?, _ context: some ProcessScoped) async throws {
        guard let place, let location = places.firstIndex(of: place) else { return }
        try await context.defaults.set(location, for: .location)
        try await context.defaults.set(LocationData(place), for: .locationData)
        try await context.defaults.set(true, for: .hasSetLocation)
        if context.defaults[.choice] != nil { try await context.defaults.remove(.choice) }
    }

    /// Moves the choice that an earlier version stored to the keys of this one; one that does not count is removed.
    func moveOldChoice(_ context: some ProcessScoped) async throws {
        guard let former = context.defaults[.choice] else { return }
        if let choice, choice.isNamed(by: former) {
            try await choose(choice, context)
        } else {
            // What this version or another process has stored stays as it is.
            try await context.defaults.remove(.choice)
        }
    }
}
