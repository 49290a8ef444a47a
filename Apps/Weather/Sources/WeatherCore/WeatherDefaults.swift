public import TodayKit

extension GroupID {
    /// The app group of Weather and its widget.
    public static let weather = GroupID("group.today.weather")
}

// The values of Weather in its group: plain property-list values, so that a person can set them on the command line.
extension DefaultsKey where Value == String {
    /// The id or the name of the chosen place.
    public static var choice: Self { Self("choice", in: .weather, default: PlaceList.cupertino.id) }
    /// The provider: `openmeteo` or `darksky`.
    public static var provider: Self { Self("provider", in: .weather, default: WeatherProvider.openMeteo.rawValue) }
}

extension DefaultsKey where Value == String? {
    /// The origin of the provider, if it is not the default one.
    public static var providerURL: Self { Self("provider.url", in: .weather) }
    /// A new key for the provider; `ProviderKey` moves it to the keychain, and an empty one deletes it there.
    public static var providerKey: Self { Self("provider.key", in: .weather) }
    /// The units: `us` or `si`; those of the language if not set.
    public static var units: Self { Self("units", in: .weather) }
}

extension DefaultsKey where Value == [SavedPlace] {
    /// The places that the person added, in their order.
    public static var places: Self { Self("places", in: .weather, default: []) }
}
