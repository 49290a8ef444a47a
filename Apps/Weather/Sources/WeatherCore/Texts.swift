import TodayKit

/// Every text on the pages and the widget, in English, Japanese and German.
public struct Texts: Hashable, Sendable {
    enum Language: String, Hashable, Sendable {
        case english = "en"
        case japanese = "ja"
        case german = "de"
    }

    /// The text for an unknown number.
    static let unknown = "–"
    /// The text for a value before the first report.
    static let notYet = "--"
    static let checkMark = "✓"

    let language: Language

    /// Whether times of day have twelve hours.
    let usesTwelveHours: Bool

    private init(language: Language, usesTwelveHours: Bool = false) {
        self.language = language
        self.usesTwelveHours = usesTwelveHours
    }

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) {
        language = Language(rawValue: surface.prefix { $0 != "-" && $0 != "_" }.lowercased()) ?? .english
        usesTwelveHours = LocalePreferences(language: surface).usesTwelveHours ?? (language == .english)
    }

    // The pages

    var weather: String { say("Weather", "天気", "Wetter") }
    var places: String { say("Places", "場所", "Orte") }
    var openWeather: String { say("Open Weather", "天気を開く", "Wetter öffnen") }
    var feelsLike: String { say("Feels like", "体感温度", "Gefühlt") }
    var humidity: String { say("Humidity", "湿度", "Luftfeuchtigkeit") }
    var chanceOfPrecipitation: String { say("Chance of precipitation", "降水確率", "Regenwahrscheinlichkeit") }
    var precipitation: String { say("Precipitation", "降水量", "Niederschlag") }
    var wind: String { say("Wind", "風", "Wind") }
    var pressure: String { say("Pressure", "気圧", "Luftdruck") }
    var visibility: String { say("Visibility", "視程", "Sichtweite") }
    var lastUpdated: String { say("Last updated", "最終更新", "Aktualisiert") }
    var remove: String { say("Remove", "削除", "Entfernen") }
    var addAPlace: String { say("Add a place", "場所を追加", "Ort hinzufügen") }
    var add: String { say("Add", "追加", "Hinzufügen") }
    var name: String { say("Name", "名前", "Name") }
    var latitude: String { say("Latitude", "緯度", "Breitengrad") }
    var longitude: String { say("Longitude", "経度", "Längengrad") }
    var nameExample: String { say("Reykjavík", "レイキャビク", "Reykjavík") }
    var latitudeExample: String { decimal("64.147") }
    var longitudeExample: String { decimal("-21.942") }
    var myLocation: String { say("My Location", "現在地", "Mein Standort") }
    var myLocationHint: String {
        say(
            "My Location needs Location to be on in Today's settings. Until then it is Cupertino.",
            "現在地を使うには、Todayの設定で「位置情報」をオンにします。それまではクパチーノの天気を表示します。",
            "Für „Mein Standort“ muss in den Einstellungen von Today der Standort eingeschaltet sein. Bis dahin ist es "
                + "Cupertino."
        )
    }
    /// The names of My Location in all languages, since a choice may be typed in any.
    static let myLocationNames = [Language.english, .japanese, .german].map { Texts(language: $0).myLocation }

    func updated(_ time: String) -> String { say("Updated \(time)", "\(time)に更新", "Aktualisiert um \(time)") }
    func choose(_ place: String) -> String {
        say("Show the weather in \(place)", "\(place)の天気を表示", "Wetter in \(place) anzeigen")
    }
    func chosen(_ place: String) -> String { say("\(place), chosen", "\(place)、選択中", "\(place), ausgewählt") }
    func removePlace(_ place: String) -> String { say("Remove \(place)", "\(place)を削除", "\(place) entfernen") }

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
        switch place.kind {
        case .myLocation: myLocation
        case .fixed: fixedName(place.id) ?? place.title
        case .own: place.title
        }
    }

    /// Why there is no report, with the place.
    func failure(_ reason: String, at place: Place) -> String {
        let title = title(of: place)
        return say("\(title): \(reason)", "\(title)：\(reason)", "\(title): \(reason)")
    }

    /// The name of a built-in place where it differs from that in English.
    private func fixedName(_ id: String) -> String? {
        switch (language, id) {
        case (.german, "tokyo"): "Tokio"
        case (.japanese, "cupertino"): "クパチーノ"
        case (.japanese, "redmond"): "レドモンド"
        case (.japanese, "menlo-park"): "メンローパーク"
        case (.japanese, "mountain-view"): "マウンテンビュー"
        case (.japanese, "tokyo"): "東京"
        case (.japanese, "berlin"): "ベルリン"
        default: nil
        }
    }

    // Numbers

    /// Whether numbers have a decimal comma.
    var hasDecimalComma: Bool { language == .german }

    /// A number that was written with a decimal point, as the language writes it.
    func decimal(_ number: String) -> String { hasDecimalComma ? number.replacing(".", with: ",") : number }
    func percent(_ number: Int) -> String { say("\(number)%", "\(number)%", "\(number)\u{a0}%") }
    func compassPoint(_ index: Int) -> String {
        let names = say("N NE E SE S SW W NW", "北 北東 東 南東 南 南西 西 北西", "N NO O SO S SW W NW")
        return String(names.split(separator: " ")[index])
    }

    // Mistakes in an input

    var nameMissing: String {
        say("Give the place a name.", "場所の名前を入力してください。", "Gib dem Ort einen Namen.")
    }
    var nameNotPlain: String {
        say(
            "Use letters that can be shown on one line.",
            "1行に表示できる文字を使ってください。",
            "Verwende Zeichen, die in einer Zeile stehen können."
        )
    }
    var decimalComma: String {
        say(
            "Enter the number with a decimal point, such as 52.52.",
            "52.52のように小数点を使って入力してください。",
            "Verwende nur ein Komma, wie in 52,52."
        )
    }
    var notANumber: String {
        say(
            "Enter degrees as a number, such as 52.52 or -122.03.",
            "52.52や-122.03のように、度を数値で入力してください。",
            "Gib Grad als Zahl ein, etwa 52,52 oder -122,03."
        )
    }
    var latitudeMissing: String {
        say(
            "Enter the latitude in degrees, such as 52.52.",
            "緯度を52.52のように度で入力してください。",
            "Gib den Breitengrad in Grad ein, etwa 52,52."
        )
    }
    var longitudeMissing: String {
        say(
            "Enter the longitude in degrees, such as 13.405.",
            "経度を13.405のように度で入力してください。",
            "Gib den Längengrad in Grad ein, etwa 13,405."
        )
    }
    var latitudeOutOfRange: String {
        say(
            "A latitude is between -90 and 90.",
            "緯度は-90から90までです。",
            "Ein Breitengrad liegt zwischen -90 und 90."
        )
    }
    var longitudeOutOfRange: String {
        say(
            "A longitude is between -180 and 180.",
            "経度は-180から180までです。",
            "Ein Längengrad liegt zwischen -180 und 180."
        )
    }

    func nameTooLong(_ limit: Int) -> String {
        say(
            "Use at most \(limit) characters.",
            "\(limit)文字以内にしてください。",
            "Verwende höchstens \(limit) Zeichen."
        )
    }
    func nameTaken(_ name: String) -> String {
        say(
            "There is already a place named \(name).",
            "\(name)という場所はすでにあります。",
            "Es gibt schon einen Ort namens \(name)."
        )
    }
    func tooManyPlaces(_ limit: Int) -> String {
        say(
            "You have \(limit) places already; remove one first.",
            "場所は\(limit)件までです。先にどれかを削除してください。",
            "Du hast schon \(limit) Orte; entferne zuerst einen."
        )
    }

    func say(_ english: String, _ japanese: String, _ german: String) -> String {
        switch language {
        case .english: english
        case .japanese: japanese
        case .german: german
        }
    }
}
