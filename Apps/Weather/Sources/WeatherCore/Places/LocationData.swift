/// The chosen place, as any process of the group can read and write it.
public struct LocationData: Codable, Hashable, Sendable {
    /// The name.
    public var name: String
    /// Degrees north of the equator and east of Greenwich, with a comma between them: `37.323,-122.0322`.
    public var latLong: String

    /// Creates the data of a place; that of My Location is where Cupertino is, since only the host knows where it is.
    init(_ place: Place) {
        name = place.name
        latLong = (place.coordinate ?? PlaceList.cupertino.coordinate)?.latLong ?? ""
    }

    /// The place; `nil` if the name or the position cannot be that of one.
    var place: Place? {
        let degrees = latLong.split(separator: ",", omittingEmptySubsequences: false)
            .map { PlaceForm.number(PlaceForm.trim(String($0))) }
        guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1],
            Coordinate(latitude: latitude, longitude: longitude).isValid, PlaceForm.isUsable(name)
        else { return nil }
        return Place(name, latitude, longitude, kind: .own)
    }
}
