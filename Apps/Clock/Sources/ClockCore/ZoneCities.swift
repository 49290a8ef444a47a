import AppLanguages

/// The cities after which time zones are called, from the catalog that script/update-zone-cities.py writes.
struct ZoneCities: AppTexts {
    static let app = "Clock"
    static let table = "Cities"

    let surface: String

    /// Creates the names for the language of the surface, a BCP 47 tag.
    init(_ surface: String) { self.surface = surface }

    /// Returns the city of a zone, an IANA name; its English name if the catalog has none in the language.
    func city(of zone: String) -> String {
        let name = text(zone)
        return name == zone ? ZoneList.city(of: zone) : name
    }
}
