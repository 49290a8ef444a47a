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
