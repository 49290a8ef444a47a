import AppLanguages
public import TodayKit

/// Finds places by their names: with Open-Meteo's geocoding, or in the app's own list where that cannot be reached.
public struct PlaceSearch: Sendable {
    /// The id of the input.
    public static let input = "search"
    /// The largest length of a text in characters.
    public static let textLimit = 60
    private static let origin = "https://geocoding-api.open-meteo.com"
    private static let maximumAge = Duration.seconds(86_400)

    private let process: ProcessContext
    private let texts: Texts

    /// Creates a search for the context of a request.
    public init(_ context: some ProcessScoped) {
        process = context.process
        texts = Texts(context.language)
    }

    /// Reads the text to search for.
    ///
    /// - Throws: `InvalidInputs` if there is none.
    static func text(from inputs: [String: String], _ texts: Texts) throws -> String {
        let words = (inputs[input] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !CityName.fold(words).isEmpty, words.count <= textLimit else {
            throw InvalidInputs([input: texts.searchMissing])
        }
        return words
    }

    /// Finds the places whose names begin with a text.
    public func places(beginningWith text: String) async -> FoundPlaces {
        if let places = await ask(text) { return FoundPlaces(text: text, places: places, isFromList: false) }
        let list = CityList(bundle: process.bundlePath)
        return FoundPlaces(text: text, places: list?.cities(beginningWith: text, texts) ?? [], isFromList: true)
    }

    /// Asks the service; returns `nil` if it does not answer as it should.
    private func ask(_ text: String) async -> [FoundPlace]? {
        let url = (process.defaults[.providerURL] ?? Self.origin) + Geocoding.path(text, texts)
        guard let response = try? await process.http.fetch(url, maximumAge: Self.maximumAge), response.isSuccess,
            let json = try? response.json()
        else { return nil }
        return Geocoding.places(json)
    }
}

/// The format of Open-Meteo's geocoding API.
enum Geocoding {
    private static let limit = 10

    /// Returns the path and query for the places that a text may mean.
    static func path(_ text: String, _ texts: Texts) -> String {
        "/v1/search?name=\(text.escapedForURLs)&count=\(limit)&language=\(texts.language.rawValue)&format=json"
    }

    /// Reads a response; a result without a name or a location is left out.
    ///
    /// - Returns: The places, or `nil` if the value is no response.
    static func places(_ json: JSONValue) -> [FoundPlace]? {
        guard json.objectValue != nil, json["error"] == nil else { return nil }
        return (json["results"]?.arrayValue ?? []).prefix(limit).compactMap { result in
            guard let name = text(result["name"]), let latitude = result["latitude"]?.numberValue,
                let longitude = result["longitude"]?.numberValue
            else { return nil }
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            guard coordinate.isValid else { return nil }
            let region = [text(result["admin1"]), text(result["country"])].compactMap(\.self).filter { $0 != name }
            return FoundPlace(name: name, region: region.joined(separator: ", "), coordinate: coordinate)
        }
    }

    private static func text(_ json: JSONValue?) -> String? {
        guard let text = json?.stringValue, (1...PlaceForm.nameLimit).contains(text.count) else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return isPlain ? text : nil
    }
}
