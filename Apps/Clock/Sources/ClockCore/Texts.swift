import AppLanguages

/// Every text on the page and the widget, in English, Japanese and German.
public struct Texts: Hashable, Sendable {
    private let language: AppLanguage
    private let format: ClockFormat

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) {
        language = AppLanguage(surface)
        format = ClockFormat(surface)
    }

    var clock: String { say("Clock", "時計", "Uhr") }
    var openClock: String { say("Open Clock", "時計を開く", "Uhr öffnen") }
    var yourTime: String { say("Your time", "現地時刻", "Deine Zeit") }
    var addAClock: String { say("Add a clock", "時計を追加", "Uhr hinzufügen") }
    var timeZone: String { say("Time zone", "タイムゾーン", "Zeitzone") }
    var chooseZone: String { say("Choose a time zone", "タイムゾーンを選択", "Zeitzone wählen") }
    var label: String { say("Name", "名前", "Name") }
    var labelHint: String {
        say("The city, if left empty", "空欄の場合は都市名", "Ohne Eingabe der Name der Stadt")
    }
    var add: String { say("Add", "追加", "Hinzufügen") }
    var remove: String { say("Remove", "削除", "Entfernen") }
    var noClocksHere: String {
        say("There are no clocks yet.", "時計はまだありません。", "Es gibt noch keine Uhren.")
    }
    var noClocks: String {
        say(
            "There are no clocks. Add one in Clock.",
            "時計がありません。時計アプリで追加してください。",
            "Es gibt keine Uhren. Füge in Uhr eine hinzu."
        )
    }
    var zoneMissing: String {
        say(
            "Choose a time zone from the list.",
            "リストからタイムゾーンを選んでください。",
            "Wähle eine Zeitzone aus der Liste."
        )
    }

    /// What stands beside the time of a clock: its name, or else the city of its zone.
    public func title(of clock: SavedClock) -> String { clock.label ?? ZoneCities.city(of: clock.zone, in: language) }

    /// What stands for a zone in the list of all: its IANA name, after that of its city if the language has another one.
    func choice(_ zone: String) -> String {
        let city = ZoneCities.city(of: zone, in: language)
        let name = zone.replacing("_", with: " ")
        guard city != ZoneList.city(of: zone) else { return name }
        return say("\(city) (\(name))", "\(city)（\(name)）", "\(city) (\(name))")
    }

    /// Says that a clock was removed; the person can undo it.
    public func removed(_ title: String) -> String {
        say("\(title) was removed.", "\(title)を削除しました。", "\(title) wurde entfernt.")
    }
    func removeClock(_ title: String) -> String { say("Remove \(title)", "\(title)を削除", "\(title) entfernen") }
    func tooMany(_ limit: Int) -> String {
        say(
            "You have \(limit) clocks already; remove one first.",
            "時計は\(limit)個までです。先にどれかを削除してください。",
            "Du hast schon \(limit) Uhren; entferne zuerst eine."
        )
    }
    func labelTooLong(_ limit: Int) -> String {
        say("Use at most \(limit) characters.", "\(limit)文字以内にしてください。", "Verwende höchstens \(limit) Zeichen.")
    }

    /// Says that the app has no such page.
    public func noPage(_ path: String) -> String {
        say("Clock has no page “\(path)”.", "「\(path)」というページはありません。", "Es gibt keine Seite „\(path)“.")
    }

    /// The time of day, as the language and the region write it.
    func time(_ time: LocalTime) -> String { format.text(time.hour, time.minute) }

    /// How a clock differs from the person's: the day if it is another one, and the hours.
    func difference(_ time: LocalTime, from home: LocalTime) -> String {
        let day =
            switch time.day - home.day {
            case 0: say("Today", "今日", "Heute")
            case 1...: say("Tomorrow", "明日", "Morgen")
            default: say("Yesterday", "昨日", "Gestern")
            }
        let minutes = (time.offset - home.offset) / 60
        let sign = minutes < 0 ? "\u{2212}" : "+"
        let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
        let amount = rest == 0 ? "\(hours)" : "\(hours):\(rest < 10 ? "0" : "")\(rest)"
        return say("\(day), \(sign)\(amount) h", "\(day)、\(sign)\(amount)時間", "\(day), \(sign)\(amount) Std.")
    }

    private func say(_ english: String, _ japanese: String, _ german: String) -> String {
        language.choose(english, japanese, german)
    }
}
