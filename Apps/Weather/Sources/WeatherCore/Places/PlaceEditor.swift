public import TodayKit

/// The actions of the page of places.
public enum PlacesAction: Codable, Hashable, Sendable {
    /// Chooses the place whose weather is shown.
    case choose(id: String)
    /// Adds the place that the inputs describe.
    case add
    /// Finds places whose names begin with the text in the field.
    case search
    /// Adds a place that a search found, and chooses it.
    case addFound(SavedPlace)
    /// Sets the units: `us` or `si`.
    case setUnits(String)
    /// Removes a place, but not My Location.
    case remove(id: String)
    /// Returns a place of the person that was removed, and chooses it if it was chosen.
    case putBack(SavedPlace, at: Int, isChosen: Bool)
    /// Returns a built-in place that was removed, and chooses it if it was chosen.
    case putBackBuiltIn(id: String, isChosen: Bool)
}

/// Performs the actions of the page of places by changing shared defaults.
public struct PlaceEditor: Sendable {
    private let context: AppContext

    /// Creates an editor for the context of an action.
    public init(_ context: AppContext) { self.context = context }

    /// Performs an action.
    ///
    /// - Throws: `InvalidInputs` for invalid inputs, a `Failure` for a place that was removed.
    public func perform(_ action: PlacesAction) async throws {
        let list = PlaceList(context)
        let texts = Texts(context.language)
        switch action {
        case .choose(let id):
            guard let place = list.place(id) else { throw Failure(texts.placeIsGone) }
            try await list.choose(place, context)
        case .add:
            let place = try PlaceForm.place(from: context.inputs, addedTo: list, texts)
            try await context.defaults.set(context.defaults[.places] + [place], for: .places)
        case .search: try await context.open(PlacesPage.url(finding: PlaceSearch.text(from: context.inputs, texts)))
        case .addFound(let place): try await add(place, to: list, texts)
        case .setUnits(let units):
            guard Units(rawValue: units) != nil else { throw Failure(texts.unknownUnits(units)) }
            try await context.defaults.set(units, for: .units)
        case .remove(let id): try await remove(id, from: list, texts)
        case .putBack(let place, _, let isChosen):
            try await putBack(Place.id(of: place.name), action, isChosen: isChosen, list)
        case .putBackBuiltIn(let id, let isChosen): try await putBack(id, action, isChosen: isChosen, list)
        }
    }

    private func putBack(_ id: String, _ action: PlacesAction, isChosen: Bool, _ list: PlaceList) async throws {
        // A repeated tap finds the place there already; and another place may have its name by now.
        guard !list.places.contains(where: { $0.id == id }) else { return }
        var stored = StoredPlaces(context)
        stored.putBack(action)
        try await stored.write(context)
        try await renew(isChosen ? PlaceList(context).place(id) : list.choice, isSet: isChosen)
    }

    /// Stores the choice once more after the list has changed, since its number may be another one.
    private func renew(_ choice: Place?, isSet: Bool) async throws {
        if isSet || context.defaults[.hasSetLocation] { try await PlaceList(context).choose(choice, context) }
    }

    /// Adds a place and chooses it; one that is there already is only chosen.
    private func add(_ place: SavedPlace, to list: PlaceList, _ texts: Texts) async throws {
        if list.place(place.name)?.coordinate != place.coordinate {
            let added = try PlaceForm.found(place, addedTo: list, texts)
            try await context.defaults.set(context.defaults[.places] + [added], for: .places)
            let changed = PlaceList(context)
            try await changed.choose(changed.place(added.name), context)
        } else {
            try await list.choose(list.place(place.name), context)
        }
        try await context.open(WidgetCards.appURL)
    }

    private func remove(_ id: String, from list: PlaceList, _ texts: Texts) async throws {
        let isChosen = list.choice?.id == id
        var stored = StoredPlaces(context)
        // A repeated tap finds the place already removed, which is the state to reach.
        guard let place = list.places.first(where: { $0.id == id }),
            let undo = stored.remove(place, isChosen: isChosen)
        else { return }
        try await stored.write(context)
        try await renew(isChosen ? Place.myLocation : list.choice, isSet: isChosen)
        try await context.offerUndo(texts.placeRemoved(texts.name(of: place)), undo)
    }
}

/// What is stored of the list of places: those that the person added, and the built-in ones that the person removed.
struct StoredPlaces: Hashable {
    /// The places that the person added, in their order.
    var own: [SavedPlace]
    /// The ids of the built-in places that the person removed.
    var removed: [String]

    /// Removes a place of the list.
    ///
    /// - Returns: The action that puts it back; `nil` for My Location, which stays.
    mutating func remove(_ place: Place, isChosen: Bool) -> PlacesAction? {
        switch place.kind {
        case .myLocation: return nil
        case .fixed:
            removed.append(place.id)
            return .putBackBuiltIn(id: place.id, isChosen: isChosen)
        case .own:
            guard let index = own.firstIndex(where: { Place.id(of: $0.name) == place.id }) else { return nil }
            let saved = own[index]
            own.removeAll { Place.id(of: $0.name) == place.id }
            return .putBack(saved, at: index, isChosen: isChosen)
        }
    }

    /// Puts a place back; any other action changes nothing.
    mutating func putBack(_ action: PlacesAction) {
        switch action {
        case .putBack(let place, let index, _): own.insert(place, at: min(max(index, 0), own.count))
        case .putBackBuiltIn(let id, _): removed.removeAll { $0 == id }
        default: break
        }
    }
}

extension StoredPlaces {
    /// Reads the shared defaults.
    init(_ context: some ProcessScoped) {
        self.init(own: context.defaults[.places], removed: context.defaults[.removedPlaces])
    }

    /// Writes what differs from the shared defaults.
    func write(_ context: some ProcessScoped) async throws {
        let stored = StoredPlaces(context)
        if own != stored.own { try await context.defaults.set(own, for: .places) }
        if removed != stored.removed { try await context.defaults.set(removed, for: .removedPlaces) }
    }
}
