public import TodayKit

/// The actions of the page of places.
public enum PlacesAction: Codable, Hashable, Sendable {
    /// Chooses the place whose weather is shown.
    case choose(id: String)
    /// Adds the place that the inputs describe.
    case add
    /// Removes a place that the person added.
    case remove(id: String)
    /// Sets the location of My Location from the inputs.
    case locate
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
            try await context.defaults.set(place.id, for: .choice)
        case .add:
            let place = try PlaceForm.place(from: context.inputs, addedTo: list, texts)
            try await context.defaults.set(context.defaults[.places] + [place], for: .places)
        case .remove(let id): try await remove(id, from: list)
        case .locate:
            try await context.defaults.set(PlaceForm.myLocation(from: context.inputs, texts), for: .myLocation)
        }
    }

    private func remove(_ id: String, from list: PlaceList) async throws {
        let own = context.defaults[.places]
        // A repeated tap finds the place already removed, which is the state to reach.
        try await context.defaults.set(own.filter { Place.id(of: $0.name) != id }, for: .places)
        if list.place(list.choice)?.id == id { try await context.defaults.set(Place.myLocationID, for: .choice) }
    }
}
