public import TodayKit

/// What a person can do on the page of places.
public enum PlacesAction: Codable, Hashable, Sendable {
    /// Shows the weather of a place from now on.
    case choose(id: String)
    /// Adds the place that is described in the inputs.
    case add
    /// Removes a place that the person added.
    case remove(id: String)
    /// Says where My Location is, as the inputs have it.
    case locate
}

/// Does what a person asks for on the page of places, in the shared defaults.
public struct PlaceEditor: Sendable {
    private let context: AppContext

    /// Takes the context of a perform.
    public init(_ context: AppContext) { self.context = context }

    /// Does it.
    ///
    /// - Throws: `InvalidInputs` for what was typed, a `Failure` for a place that is gone.
    public func perform(_ action: PlacesAction) async throws {
        let list = PlaceList(context)
        switch action {
        case .choose(let id):
            guard let place = list.place(id) else { throw Failure(Texts.placeIsGone) }
            try await context.defaults.set(place.id, for: .choice)
        case .add:
            let place = try PlaceForm.place(from: context.inputs, addedTo: list)
            try await context.defaults.set(context.defaults[.places] + [place], for: .places)
        case .remove(let id): try await remove(id, from: list)
        case .locate: try await context.defaults.set(PlaceForm.myLocation(from: context.inputs), for: .myLocation)
        }
    }

    private func remove(_ id: String, from list: PlaceList) async throws {
        let own = context.defaults[.places]
        // A tap that is handed over again finds the place gone, which is what was asked for.
        try await context.defaults.set(own.filter { Place.id(of: $0.name) != id }, for: .places)
        if list.place(list.choice)?.id == id { try await context.defaults.set(Place.myLocationID, for: .choice) }
    }
}
