import TodayKit

/// The format of Dark Sky's forecast API, version 2, which Pirate Weather serves.
enum DarkSky {
    /// Returns the path and query for the current weather; the key is part of the path.
    static func path(_ coordinate: Coordinate, _ units: Units, key: String, _ texts: Texts) -> String {
        let place = "\(Coordinate.text(coordinate.latitude)),\(Coordinate.text(coordinate.longitude))"
        let query = "units=\(units.rawValue)&lang=\(texts.language.rawValue)&exclude=minutely,hourly,daily,alerts"
        return "/forecast/\(escape(key))/\(place)?\(query)"
    }

    /// Parses a response.
    ///
    /// - Returns: The conditions, or `nil` if the response has no value at all.
    static func conditions(_ json: JSONValue, _ units: Units) throws(ResponseFields.Malformed) -> Conditions? {
        let currently = try ResponseFields(json["currently"], "currently")
        var conditions = Conditions(units: units)
        conditions.temperature = try currently.number("temperature", in: Plausible.temperature)
        conditions.feelsLike = try currently.number("apparentTemperature", in: Plausible.temperature)
        conditions.humidity = try currently.number("humidity", in: Plausible.fraction)
        conditions.precipitationChance = try currently.number("precipProbability", in: Plausible.fraction)
        conditions.precipitation = try currently.number("precipIntensity", in: Plausible.precipitation)
        conditions.windSpeed = try currently.number("windSpeed", in: Plausible.speed)
        conditions.windDirection = try currently.number("windBearing", in: Plausible.direction)
        conditions.pressure = try currently.number("pressure", in: Plausible.pressure)
        conditions.visibility = try currently.number("visibility", in: Plausible.distance)
        conditions.sky = try currently.text("icon").flatMap(Sky.init(icon:))
        conditions.summary = try currently.text("summary")
        return conditions.isKnown ? conditions : nil
    }

    /// Returns the error message in a response.
    static func reason(_ json: JSONValue) -> String? {
        json["error"]?.stringValue ?? json["detail"]?.stringValue ?? json["message"]?.stringValue
    }

    /// Returns text with everything escaped but RFC 3986's unreserved characters.
    static func escape(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}
