public import TodayKit

/// A query to a weather provider, from the person's settings at one moment.
public struct WeatherQuery: Hashable, Sendable {
    /// The place.
    public var place: Place
    /// The units of the response.
    public var units: Units
    /// The service.
    public var provider: WeatherProvider
    /// The texts of the surface's language.
    public var texts: Texts
    /// The URL.
    public var url: String

    /// Creates a query.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - provider: The name of the provider.
    ///   - origin: The origin to use instead of the provider's own, if any.
    ///   - key: The key for the provider.
    ///   - units: The name of the units, if set.
    ///   - language: The language of the surface, which determines the texts, and the units if none are set.
    /// - Throws: A `Failure` that says which setting is invalid.
    public init(
        place: Place,
        provider: String,
        origin: String?,
        key: String?,
        units: String?,
        language: String
    ) throws {
        texts = Texts(language)
        guard let service = WeatherProvider(rawValue: provider) else { throw Failure(texts.unknownProvider(provider)) }
        self.place = place
        self.provider = service
        if let units {
            guard let named = Units(rawValue: units) else { throw Failure(texts.unknownUnits(units)) }
            self.units = named
        } else {
            self.units = Units(language: language)
        }
        guard let coordinate = place.coordinate else { throw Failure(texts.locationUnknown) }
        let base = try origin.map { [texts] in try Self.checked($0, texts) } ?? service.origin
        switch service {
        case .openMeteo: url = base + OpenMeteo.path(coordinate, self.units)
        case .darkSky:
            guard let key, !key.isEmpty else { throw Failure(texts.keyMissing) }
            url = base + DarkSky.path(coordinate, self.units, key: key, texts)
        }
    }

    /// Creates a query from the shared defaults, for the place that ``place(_:named:)`` returns.
    ///
    /// - Parameters:
    ///   - context: The context of a request.
    ///   - name: The name of a place in the list; `nil` for the chosen one.
    ///   - tell: Learns the place before the other settings are read, which may be invalid.
    /// - Throws: A `Failure` that says which setting is invalid.
    public init(
        _ context: some ProcessScoped,
        place name: String? = nil,
        tell: @Sendable (Place) async -> Void = { _ in }
    ) async throws {
        try await PlaceList(context).moveOldChoice(context)
        let place = try await Self.place(context, named: name)
        await tell(place)
        let provider = context.defaults[.provider]
        // Open-Meteo needs none, so that without one nothing is asked.
        var key: String?
        if provider == WeatherProvider.darkSky.rawValue || context.defaults[.providerKey] != nil {
            key = try await ProviderKey.read(context)
        }
        try self.init(
            place: place,
            provider: provider,
            origin: context.defaults[.providerURL],
            key: key,
            units: context.defaults[.units],
            language: context.language
        )
    }

    /// Returns the place whose weather is shown, and asks the host where the person is if it is My Location; if nobody
    /// knows, it is Cupertino.
    ///
    /// - Parameters:
    ///   - context: The context of a request.
    ///   - name: The name of a place in the list; `nil` for the chosen one.
    /// - Returns: The place.
    /// - Throws: A `Failure` if there is no such place, or if the person's location is not known now.
    public static func place(_ context: some ProcessScoped, named name: String? = nil) async throws -> Place {
        let texts = Texts(context.language)
        var place = try PlaceList(context).chosen(or: name, texts)
        guard place.kind == .myLocation else { return place }
        guard let here = try await Self.here(context, texts) else { return PlaceList.cupertino }
        place.coordinate = here
        return place
    }

    /// Asks the host where the person is; returns `nil` if nobody knows, or if the app may not know it.
    private static func here(_ context: some ProcessScoped, _ texts: Texts) async throws -> Coordinate? {
        do {
            let location = try await context.location()
            return Coordinate(latitude: location.latitude, longitude: location.longitude)
        } catch let error as LocationError {
            guard error.code == .failed else { return nil }
            throw Failure(texts.locationFailed)
        }
    }

    /// Checks an origin and removes a slash at its end.
    private static func checked(_ origin: String, _ texts: Texts) throws -> String {
        let isPlain = origin.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
        guard isPlain, let scheme = ["https://", "http://"].first(where: origin.hasPrefix) else {
            throw Failure(texts.badOrigin(origin))
        }
        var host = origin.dropFirst(scheme.count)
        while host.last == "/" { host.removeLast() }
        guard !host.isEmpty, !host.contains(where: { "?#@".contains($0) }) else {
            throw Failure(texts.badOrigin(origin))
        }
        return scheme + host
    }
}
