import TodayKit

/// A weather service, identified by its format.
public enum WeatherProvider: String, Hashable, Sendable {
    /// Open-Meteo; it needs no key.
    case openMeteo = "openmeteo"
    /// Dark Sky's format, as Pirate Weather serves it; it needs a key.
    case darkSky = "darksky"

    /// The default origin of the service.
    var origin: String {
        switch self {
        case .openMeteo: "https://api.open-meteo.com"
        case .darkSky: "https://api.pirateweather.net"
        }
    }

    /// Parses a response.
    ///
    /// - Parameters:
    ///   - response: The server's response.
    ///   - query: The query of the request.
    /// - Returns: The conditions.
    /// - Throws: A `Failure` that says why there are none.
    func conditions(_ response: HTTPResponse, for query: WeatherQuery) throws -> Conditions {
        guard response.isSuccess else { throw Failure(sentence(for: response, query.texts)) }
        let found: Conditions?
        do {
            let json = try response.json()
            switch self {
            case .openMeteo: found = try OpenMeteo.conditions(json, query.units)
            case .darkSky: found = try DarkSky.conditions(json, query.units)
            }
        } catch {
            throw Failure(query.texts.malformed)
        }
        guard let found else { throw Failure(query.texts.noWeather(query.texts.name(of: query.place))) }
        return found
    }

    private func sentence(for response: HTTPResponse, _ texts: Texts) -> String {
        switch response.status {
        case 400: texts.badRequest(reason(response))
        case 401, 403: self == .darkSky ? texts.keyRefused : texts.refused
        case 404: texts.unknownAddress
        case 429: texts.tooManyRequests
        case 500...599: texts.outOfOrder(response.status)
        default: texts.unexpectedStatus(response.status)
        }
    }

    /// Returns the server's error message, if it is short.
    private func reason(_ response: HTTPResponse) -> String? {
        guard let json = try? response.json() else { return nil }
        let reason = self == .openMeteo ? OpenMeteo.reason(json) : DarkSky.reason(json)
        return reason.flatMap { (1...200).contains($0.count) ? $0 : nil }
    }
}
