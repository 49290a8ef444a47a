/// Every text on the pages and the widget, in English.
enum Texts {
    /// The text for an unknown number.
    static let unknown = "–"

    // The pages

    static let weather = "Weather"
    static let places = "Places"
    static let openWeather = "Open Weather"
    static let current = "Now"
    static let feelsLike = "Feels like"
    static let humidity = "Humidity"
    static let chanceOfPrecipitation = "Chance of precipitation"
    static let precipitation = "Precipitation"
    static let wind = "Wind"
    static let pressure = "Pressure"
    static let visibility = "Visibility"
    static let updated = "Updated"
    static let lastUpdated = "Last updated"
    static let checkMark = "✓"
    static let remove = "Remove"
    static let addAPlace = "Add a place"
    static let add = "Add"
    static let name = "Name"
    static let latitude = "Latitude"
    static let longitude = "Longitude"
    static let nameExample = "Reykjavík"
    static let latitudeExample = "64.147"
    static let longitudeExample = "-21.942"
    static let myLocation = "My Location"
    static let myLocationHint =
        "My Location is Cupertino until you say where you are. Leave both empty to go back to it."
    static let setMyLocation = "Set My Location"

    static func choose(_ place: String) -> String { "Show the weather in \(place)" }
    static func chosen(_ place: String) -> String { "\(place), chosen" }
    static func removePlace(_ place: String) -> String { "Remove \(place)" }

    // Mistakes in an input

    static let nameMissing = "Give the place a name."
    static let nameNotPlain = "Use letters that can be shown on one line."
    static let decimalComma = "Write the number with a decimal point, such as 52.52."
    static let notANumber = "Write degrees as a number, such as 52.52 or -122.03."
    static let latitudeMissing = "Give the latitude in degrees, such as 52.52."
    static let longitudeMissing = "Give the longitude in degrees, such as 13.405."
    static let latitudeOutOfRange = "A latitude is between -90 and 90."
    static let longitudeOutOfRange = "A longitude is between -180 and 180."

    static func nameTooLong(_ limit: Int) -> String { "Use at most \(limit) characters." }
    static func nameTaken(_ name: String) -> String { "There is already a place named \(name)." }
    static func tooManyPlaces(_ limit: Int) -> String { "You have \(limit) places already; remove one first." }

    // Errors

    static let placeIsGone = "This place is no longer in the list."
    static let unreachable = "The weather service cannot be reached. Check the network."
    static let tooSlow = "The weather service took too long to answer."
    static let tooLarge = "The weather service sent more than can be read."
    static let malformed = "The weather service's answer cannot be understood."
    static let tooManyRequests = "The weather service was asked too often. It will answer again later."
    static let keyRefused = "The weather service refuses the key. Check provider.key in group.today.weather."
    static let refused = "The weather service refuses to answer."
    static let unknownAddress = "The weather service is not at this address. Check provider.url in group.today.weather."
    static let keyMissing = "The provider darksky needs a key: set provider.key in group.today.weather."

    static func noSuchPlace(_ choice: String) -> String { "There is no place “\(choice)”. Choose one in Weather." }
    static func noTemperature(_ place: String) -> String {
        "The weather service knows no temperature for \(place) now."
    }
    static func badRequest(_ reason: String?) -> String {
        reason.map { "The weather service does not understand the request: \($0)\($0.hasSuffix(".") ? "" : ".")" }
            ?? "The weather service does not understand the request."
    }
    static func outOfOrder(_ status: Int) -> String { "The weather service is out of order (\(status))." }
    static func unexpectedStatus(_ status: Int) -> String { "The weather service gave no answer (\(status))." }
    static func unknownProvider(_ name: String) -> String {
        "There is no provider “\(name)”: set provider in group.today.weather to openmeteo or darksky."
    }
    static func unknownUnits(_ name: String) -> String {
        "There are no units “\(name)”: set units in group.today.weather to us or si."
    }
    static func badOrigin(_ text: String) -> String {
        "“\(text)” is no address: set provider.url in group.today.weather to one such as https://api.open-meteo.com."
    }

    // The sky

    static func sky(_ sky: Sky) -> String {
        switch sky {
        case .clearDay, .clearNight: "Clear"
        case .mainlyClear: "Mainly clear"
        case .partlyCloudyDay, .partlyCloudyNight: "Partly cloudy"
        case .cloudy: "Cloudy"
        case .fog: "Fog"
        case .drizzle: "Drizzle"
        case .freezingDrizzle: "Freezing drizzle"
        case .lightRain: "Light rain"
        case .rain: "Rain"
        case .heavyRain: "Heavy rain"
        case .freezingRain: "Freezing rain"
        case .lightSnow: "Light snow"
        case .snow: "Snow"
        case .heavySnow: "Heavy snow"
        case .sleet: "Sleet"
        case .showers: "Showers"
        case .snowShowers: "Snow showers"
        case .hail: "Hail"
        case .thunderstorm: "Thunderstorm"
        case .tornado: "Tornado"
        case .wind: "Windy"
        }
    }
}
