public import TodayKit

extension GroupID {
    /// The app group of Weather and its widget.
    public static let weather = GroupID("group.today.weather")
}

// The values of Weather in its group: plain property-list values, so that a person can set them on the command line.
extension DefaultsKey where Value == Bool {
    /// Whether a place was chosen; until then it is My Location.
    public static var hasSetLocation: Self { Self("hasSetLocation", in: .weather, default: false) }
}

extension DefaultsKey where Value == Int {
    /// The chosen place, by its number in the list, which begins with 0.
    public static var location: Self { Self("location", in: .weather, default: 0) }
}

extension DefaultsKey where Value == LocationData? {
    /// The name and the position of the chosen place, for processes that do not know the list.
    public static var locationData: Self { Self("locationData", in: .weather) }
}

extension DefaultsKey where Value == String {
    /// The provider: `openmeteo` or `darksky`.
    public static var provider: Self { Self("provider", in: .weather, default: WeatherProvider.openMeteo.rawValue) }
}

extension DefaultsKey where Value == String? {
    /// The id or the name of the chosen place, as earlier versions stored it; `PlaceList` moves it to the keys above.
    public static var choice: Self { Self("choice", in: .weather) }
    /// The origin of the provider, if it is not the default one.
    public static var providerURL: Self { Self("provider.url", in: .weather) }
    /// A new key for the provider; `ProviderKey` moves it to the keychain, and an empty one deletes it there.
    public static var providerKey: Self { Self("provider.key", in: .weather) }
    /// The units: `us` or `si`; those of the language if not set.
    public static var units: Self { Self("units", in: .weather) }
}

extension DefaultsKey where Value == [String] {
    /// The ids of the built-in places that the person removed.
    public static var removedPlaces: Self { Self("places.removed", in: .weather, default: []) }
}

extension DefaultsKey where Value == [SavedPlace] {
    /// The places that the person added, in their order.
    public static var places: Self { Self("places", in: .weather, default: []) }
}
