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
    /// Returns a place that was removed, and chooses it if it was chosen.
    case putBack(SavedPlace, at: Int, isChosen: Bool)
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
        case .putBack(let place, let index, let isChosen):
            var own = context.defaults[.places]
            let removed = context.defaults[.removedPlaces]
            if removed.contains(Place.id(of: place.name)) {
                try await context.defaults.set(removed.filter { $0 != Place.id(of: place.name) }, for: .removedPlaces)
                return try await renew(isChosen ? PlaceList(context).place(place.name) : list.choice, isSet: isChosen)
            }
            guard !own.contains(where: { $0.name == place.name }) else { return }
            own.insert(place, at: min(max(index, 0), own.count))
            try await context.defaults.set(own, for: .places)
            try await renew(isChosen ? PlaceList(context).place(place.name) : list.choice, isSet: isChosen)
        }
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
        let own = context.defaults[.places]
        let isChosen = list.choice?.id == id
        let index = own.firstIndex { Place.id(of: $0.name) == id }
        let builtIn = PlaceList.fixed.first { $0.id == id }
        // A repeated tap finds the place already removed, which is the state to reach.
        guard list.places.contains(where: { $0.id == id }), index != nil || builtIn != nil else { return }
        if index != nil {
            try await context.defaults.set(own.filter { Place.id(of: $0.name) != id }, for: .places)
        } else {
            try await context.defaults.set(context.defaults[.removedPlaces] + [id], for: .removedPlaces)
        }
        try await renew(isChosen ? Place.myLocation : list.choice, isSet: isChosen)
        let place = index.map { own[$0] } ?? SavedPlace(name: builtIn?.name ?? "", latitude: 0, longitude: 0)
        try await context.offerUndo(
            texts.placeRemoved(list.place(id).map(texts.name) ?? place.name),
            PlacesAction.putBack(place, at: index ?? 0, isChosen: isChosen)
        )
    }
}
