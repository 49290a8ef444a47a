// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
import AppLanguages
package import TodayKit

extension Texts {
    /// Add
    package var add: String { text("add") }
    /// Add Place
    package var addAPlace: String { text("addAPlace") }
    /// Add %@
    package func addPlace(_ name: some LocalizableArgument) -> String {
        text("addPlace", name.localizable)
    }
    /// “%@” is not an address: set provider.url in group.today.weather to one such as https://api.open-meteo.com.
    package func badOrigin(_ entered: some LocalizableArgument) -> String {
        text("badOrigin", entered.localizable)
    }
    /// Berlin
    package var berlin: String { text("berlin") }
    /// Chance of precipitation
    package var chanceOfPrecipitation: String { text("chanceOfPrecipitation") }
    /// Show the weather in %@
    package func choose(_ place: some LocalizableArgument) -> String {
        text("choose", place.localizable)
    }
    /// %@, chosen
    package func chosen(_ place: some LocalizableArgument) -> String {
        text("chosen", place.localizable)
    }
    /// Places: GeoNames, CC BY 4.0
    package var citySource: String { text("citySource") }
    /// N NE E SE S SW W NW
    package var compassPoints: String { text("compassPoints") }
    /// Cupertino
    package var cupertino: String { text("cupertino") }
    /// Day
    package var day: String { text("day") }
    /// Enter the number with a decimal point, such as 52.52.
    package var decimalComma: String { text("decimalComma") }
    /// Feels like
    package var feelsLike: String { text("feelsLike") }
    /// Find a place
    package var findAPlace: String { text("findAPlace") }
    /// The search service cannot be reached. These places are from the list in Weather, of larger cities only.
    package var fromTheList: String { text("fromTheList") }
    /// High
    package var high: String { text("high") }
    /// H %1$@  L %2$@
    package func highLow(_ high: some LocalizableArgument, low: some LocalizableArgument) -> String {
        text("highLow", high.localizable, low.localizable)
    }
    /// %lld
    package func hourOfDay(_ hour: Int) -> String {
        text("hourOfDay", hour.localizable)
    }
    /// Humidity
    package var humidity: String { text("humidity") }
    /// °F, mph, miles
    package var imperial: String { text("imperial") }
    /// The provider darksky needs a key: set provider.key in group.today.weather.
    package var keyMissing: String { text("keyMissing") }
    /// The weather service refuses the key. Set provider.key in group.today.weather again.
    package var keyRefused: String { text("keyRefused") }
    /// Last updated
    package var lastUpdated: String { text("lastUpdated") }
    /// Latitude
    package var latitude: String { text("latitude") }
    /// Enter the latitude in degrees, such as 52.52.
    package var latitudeMissing: String { text("latitudeMissing") }
    /// A latitude is between -90 and 90.
    package var latitudeOutOfRange: String { text("latitudeOutOfRange") }
    /// Your location could not be determined.
    package var locationFailed: String { text("locationFailed") }
    /// Your location is not known. Switch on Location in Today's settings, or choose another place.
    package var locationUnknown: String { text("locationUnknown") }
    /// Longitude
    package var longitude: String { text("longitude") }
    /// Enter the longitude in degrees, such as 13.405.
    package var longitudeMissing: String { text("longitudeMissing") }
    /// A longitude is between -180 and 180.
    package var longitudeOutOfRange: String { text("longitudeOutOfRange") }
    /// Low
    package var low: String { text("low") }
    /// The weather service's answer cannot be understood.
    package var malformed: String { text("malformed") }
    /// Menlo Park
    package var menloPark: String { text("menloPark") }
    /// °C, m/s, km
    package var metric: String { text("metric") }
    /// Mountain View
    package var mountainView: String { text("mountainView") }
    /// My Location
    package var myLocation: String { text("myLocation") }
    /// My Location needs Location to be on in Today's settings. Until then it is Cupertino.
    package var myLocationHint: String { text("myLocationHint") }
    /// Name
    package var name: String { text("name") }
    /// Reykjavík
    package var nameExample: String { text("nameExample") }
    /// Give the place a name.
    package var nameMissing: String { text("nameMissing") }
    /// Use letters that can be shown on one line.
    package var nameNotPlain: String { text("nameNotPlain") }
    /// There is already a place named %@.
    package func nameTaken(_ name: some LocalizableArgument) -> String {
        text("nameTaken", name.localizable)
    }
    /// Use at most %lld characters.
    package func nameTooLong(_ limit: Int) -> String {
        text("nameTooLong", limit.localizable)
    }
    /// Next days
    package var nextDays: String { text("nextDays") }
    /// Next 24 hours
    package var nextHours: String { text("nextHours") }
    /// Weather has no page “%@”.
    package func noPage(_ path: some LocalizableArgument) -> String {
        text("noPage", path.localizable)
    }
    /// There is no place “%@”. Choose one in Weather.
    package func noSuchPlace(_ choice: some LocalizableArgument) -> String {
        text("noSuchPlace", choice.localizable)
    }
    /// The weather service does not know the weather in %@ now.
    package func noWeather(_ place: some LocalizableArgument) -> String {
        text("noWeather", place.localizable)
    }
    /// No weather yet
    package var noWeatherYet: String { text("noWeatherYet") }
    /// Enter degrees as a number, such as 52.52 or -122.03.
    package var notANumber: String { text("notANumber") }
    /// The search service cannot be reached, and the list in Weather has larger cities only.
    package var notInTheList: String { text("notInTheList") }
    /// No place begins with “%@”.
    package func nothingFound(_ entered: some LocalizableArgument) -> String {
        text("nothingFound", entered.localizable)
    }
    /// Now
    package var now: String { text("now") }
    /// Open Weather
    package var openWeather: String { text("openWeather") }
    /// The weather service is not working (%lld).
    package func outOfOrder(_ status: Int) -> String {
        text("outOfOrder", status.localizable)
    }
    /// %lld%%
    package func percent(_ number: Int) -> String {
        text("percent", number.localizable)
    }
    /// %1$@: %2$@
    package func placeAndReason(_ place: some LocalizableArgument, reason: some LocalizableArgument) -> String {
        text("placeAndReason", place.localizable, reason.localizable)
    }
    /// This place is no longer in the list.
    package var placeIsGone: String { text("placeIsGone") }
    /// “%@” was removed.
    package func placeRemoved(_ name: some LocalizableArgument) -> String {
        text("placeRemoved", name.localizable)
    }
    /// Places
    package var places: String { text("places") }
    /// Precipitation
    package var precipitation: String { text("precipitation") }
    /// Pressure
    package var pressure: String { text("pressure") }
    /// Rain
    package var rain: String { text("rain") }
    /// Redmond
    package var redmond: String { text("redmond") }
    /// The weather service refuses to answer.
    package var refused: String { text("refused") }
    /// Remove
    package var remove: String { text("remove") }
    /// Remove %@
    package func removePlace(_ place: some LocalizableArgument) -> String {
        text("removePlace", place.localizable)
    }
    /// The weather service does not understand the request.
    package var requestNotUnderstood: String { text("requestNotUnderstood") }
    /// The weather service does not understand the request: %@
    package func requestNotUnderstoodBecause(_ sentence: some LocalizableArgument) -> String {
        text("requestNotUnderstoodBecause", sentence.localizable)
    }
    /// The widget tries again by itself.
    package var retriesByItself: String { text("retriesByItself") }
    /// Search
    package var search: String { text("search") }
    /// Berlin
    package var searchExample: String { text("searchExample") }
    /// Enter the beginning of a name.
    package var searchMissing: String { text("searchMissing") }
    /// Larger cities can be found even without a network.
    package var searchWithoutNetwork: String { text("searchWithoutNetwork") }
    /// Sun Mon Tue Wed Thu Fri Sat
    package var shortWeekdays: String { text("shortWeekdays") }
    /// Sky
    package var sky: String { text("sky") }
    /// Clear
    package var skyClearDay: String { text("skyClearDay") }
    /// Clear
    package var skyClearNight: String { text("skyClearNight") }
    /// Cloudy
    package var skyCloudy: String { text("skyCloudy") }
    /// Drizzle
    package var skyDrizzle: String { text("skyDrizzle") }
    /// Fog
    package var skyFog: String { text("skyFog") }
    /// Freezing drizzle
    package var skyFreezingDrizzle: String { text("skyFreezingDrizzle") }
    /// Freezing rain
    package var skyFreezingRain: String { text("skyFreezingRain") }
    /// Hail
    package var skyHail: String { text("skyHail") }
    /// Heavy rain
    package var skyHeavyRain: String { text("skyHeavyRain") }
    /// Heavy snow
    package var skyHeavySnow: String { text("skyHeavySnow") }
    /// Light rain
    package var skyLightRain: String { text("skyLightRain") }
    /// Light snow
    package var skyLightSnow: String { text("skyLightSnow") }
    /// Mainly clear
    package var skyMainlyClear: String { text("skyMainlyClear") }
    /// Partly cloudy
    package var skyPartlyCloudy: String { text("skyPartlyCloudy") }
    /// Rain
    package var skyRain: String { text("skyRain") }
    /// Showers
    package var skyShowers: String { text("skyShowers") }
    /// Sleet
    package var skySleet: String { text("skySleet") }
    /// Snow
    package var skySnow: String { text("skySnow") }
    /// Snow showers
    package var skySnowShowers: String { text("skySnowShowers") }
    /// Thunderstorm
    package var skyThunderstorm: String { text("skyThunderstorm") }
    /// Tornado
    package var skyTornado: String { text("skyTornado") }
    /// Windy
    package var skyWind: String { text("skyWind") }
    /// Sunrise
    package var sunrise: String { text("sunrise") }
    /// Sunset
    package var sunset: String { text("sunset") }
    /// Temperature
    package var temperature: String { text("temperature") }
    /// Today
    package var today: String { text("today") }
    /// Tokyo
    package var tokyo: String { text("tokyo") }
    /// The weather service sent an answer that is too large.
    package var tooLarge: String { text("tooLarge") }
    /// You have %lld places already; remove one first.
    package func tooManyPlaces(_ limit: Int) -> String {
        text("tooManyPlaces", limit.localizable)
    }
    /// The weather service was asked too often. It will answer again later.
    package var tooManyRequests: String { text("tooManyRequests") }
    /// The weather service took too long to answer.
    package var tooSlow: String { text("tooSlow") }
    /// Try Again
    package var tryAgain: String { text("tryAgain") }
    /// The weather service gave no answer (%lld).
    package func unexpectedStatus(_ status: Int) -> String {
        text("unexpectedStatus", status.localizable)
    }
    /// Units
    package var units: String { text("units") }
    /// There is no weather service at this address. Check provider.url in group.today.weather.
    package var unknownAddress: String { text("unknownAddress") }
    /// There is no provider “%@”: set provider in group.today.weather to openmeteo or darksky.
    package func unknownProvider(_ name: some LocalizableArgument) -> String {
        text("unknownProvider", name.localizable)
    }
    /// There are no units “%@”: set units in group.today.weather to us or si.
    package func unknownUnits(_ name: some LocalizableArgument) -> String {
        text("unknownUnits", name.localizable)
    }
    /// The weather service cannot be reached. Check the network.
    package var unreachable: String { text("unreachable") }
    /// Updated %@
    package func updated(_ time: some LocalizableArgument) -> String {
        text("updated", time.localizable)
    }
    /// Visibility
    package var visibility: String { text("visibility") }
    /// Weather
    package var weather: String { text("weather") }
    /// Wind
    package var wind: String { text("wind") }
}
