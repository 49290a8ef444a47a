public import AppLanguages
import TodayKit

/// The texts of the pages and the widget, and what depends on the language beside them.
public struct Texts: AppTexts {
    /// The app's folder below Apps.
    public static let app = "Weather"
    /// The text for an unknown number.
    static let unknown = "–"
    /// The text for a value before the first report.
    static let notYet = "--"
    static let checkMark = "✓"
    /// The names of My Location in all languages, since a choice may be typed in any.
    static let myLocationNames = AppLanguage.allCases.map { Texts($0.rawValue).myLocation }

    /// The language of the surface, a BCP 47 tag.
    public let surface: String

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) { self.surface = surface }

    // Places

    /// The name of a place in the list: that of a built-in one in the language, that of any other as it was typed.
    func name(of place: Place) -> String {
        switch place.kind {
        case .myLocation: myLocation
        case .fixed: fixedName(place.id) ?? place.name
        case .own: place.name
        }
    }

    /// The name of a place on the widget.
    func title(of place: Place) -> String {
        let name = name(of: place)
        return name == place.name ? place.title : name
    }

    /// Why there is no report, with the place.
    func failure(_ reason: String, at place: Place) -> String { placeAndReason(title(of: place), reason: reason) }

    private func fixedName(_ id: String) -> String? {
        switch id {
        case "cupertino": cupertino
        case "redmond": redmond
        case "menlo-park": menloPark
        case "mountain-view": mountainView
        case "tokyo": tokyo
        case "berlin": berlin
        default: nil
        }
    }

    func badRequest(_ reason: String?) -> String {
        guard let reason else { return requestNotUnderstood }
        return requestNotUnderstoodBecause(reason.hasSuffix(".") ? reason : reason + ".")
    }

    // Numbers

    var latitudeExample: String { decimal("64.147") }
    var longitudeExample: String { decimal("-21.942") }

    /// Whether numbers have a decimal comma.
    var hasDecimalComma: Bool { language == .german }

    /// A number that was written with a decimal point, as the language writes it.
    func decimal(_ number: String) -> String { hasDecimalComma ? number.replacing(".", with: ",") : number }

    /// One of eight points of the compass, of which 0 is north.
    func compassPoint(_ index: Int) -> String { String(compassPoints.split(separator: " ")[index]) }

    // Times

    /// Whether times of day have twelve hours.
    private var usesTwelveHours: Bool {
        LocalePreferences(language: surface).usesTwelveHours ?? (language == .english)
    }

    /// An hour of the day on the axis of a chart.
    func hour(_ hour: Int) -> String {
        usesTwelveHours ? "\(hour % 12 == 0 ? 12 : hour % 12) \(hour < 12 ? "AM" : "PM")" : hourOfDay(hour)
    }

    /// A time of day.
    func clock(_ time: ClockTime) -> String {
        let minute = time.minute < 10 ? "0\(time.minute)" : "\(time.minute)"
        guard usesTwelveHours else { return "\(time.hour):\(minute)" }
        return "\(time.hour % 12 == 0 ? 12 : time.hour % 12):\(minute) \(time.hour < 12 ? "AM" : "PM")"
    }

    /// The short name of a day of the week, of which 0 is Sunday.
    func weekday(_ index: Int) -> String { String(shortWeekdays.split(separator: " ")[index]) }

    // The sky

    func sky(_ sky: Sky) -> String {
        switch sky {
        case .clearDay: skyClearDay
        case .clearNight: skyClearNight
        case .mainlyClear: skyMainlyClear
        case .partlyCloudyDay, .partlyCloudyNight: skyPartlyCloudy
        case .cloudy: skyCloudy
        case .fog: skyFog
        case .drizzle: skyDrizzle
        case .freezingDrizzle: skyFreezingDrizzle
        case .lightRain: skyLightRain
        case .rain: skyRain
        case .heavyRain: skyHeavyRain
        case .freezingRain: skyFreezingRain
        case .lightSnow: skyLightSnow
        case .snow: skySnow
        case .heavySnow: skyHeavySnow
        case .sleet: skySleet
        case .showers: skyShowers
        case .snowShowers: skySnowShowers
        case .hail: skyHail
        case .thunderstorm: skyThunderstorm
        case .tornado: skyTornado
        case .wind: skyWind
        }
    }
}
