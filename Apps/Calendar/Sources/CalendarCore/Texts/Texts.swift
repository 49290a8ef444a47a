import AddressLists
import AppLanguages
import TodayKit

/// Every text of the pages and of the widget, in English, Japanese and German.
public struct Texts: Hashable, Sendable {
    private let language: AppLanguage
    /// How the person allows a server that they named.
    let permission: ServerPermission
    /// Why something could not be fetched.
    let fetching: FetchSentences
    /// What is said of mistakes in a form.
    let form: AddressForm

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) {
        language = AppLanguage(surface)
        permission = ServerPermission("org.today.Calendar", surface)
        fetching = FetchSentences(surface)
        form = AddressForm(surface)
    }

    // The events

    var calendar: String { say("Calendar", "カレンダー", "Kalender") }
    var openCalendar: String { say("Open Calendar", "カレンダーを開く", "Kalender öffnen") }
    var today: String { say("Today", "今日", "Heute") }
    var tomorrow: String { say("Tomorrow", "明日", "Morgen") }
    var allDay: String { say("All day", "終日", "Ganztägig") }
    var now: String { say("Now", "進行中", "Jetzt") }
    var untitled: String { say("Untitled", "無題", "Ohne Titel") }
    var nothingPlanned: String {
        say(
            "Nothing is planned for the next two weeks.",
            "今後2週間の予定はありません。",
            "In den nächsten zwei Wochen ist nichts geplant."
        )
    }
    var noCalendars: String {
        say(
            "There are no calendars yet. Add an address, a file or a CalDAV server.",
            "カレンダーがありません。アドレス、ファイル、またはCalDAVサーバーを追加してください。",
            "Es gibt noch keine Kalender. Füge eine Adresse, eine Datei oder einen CalDAV-Server hinzu."
        )
    }

    func from(_ time: String) -> String { say("From \(time)", "\(time)から", "Ab \(time)") }
    func until(_ time: String) -> String { say("Until \(time)", "\(time)まで", "Bis \(time)") }
    func more(_ count: Int) -> String {
        say("\(count) more are not shown.", "ほかに\(count)件あります。", "\(count) weitere werden nicht gezeigt.")
    }
    func updated(_ date: String) -> String { say("Updated: \(date)", "更新: \(date)", "Aktualisiert: \(date)") }

    // The list of calendars

    var manage: String { say("Manage Calendars", "カレンダーを管理", "Kalender verwalten") }
    var refresh: String { say("Refresh", "更新", "Aktualisieren") }
    var show: String { say("Show", "表示", "Anzeigen") }
    var hide: String { say("Hide", "隠す", "Ausblenden") }
    var color: String { say("Color", "色", "Farbe") }
    var remove: String { say("Remove", "削除", "Entfernen") }

    func showCalendar(_ title: String) -> String { say("Show \(title)", "\(title)を表示", "\(title) anzeigen") }
    func hideCalendar(_ title: String) -> String { say("Hide \(title)", "\(title)を隠す", "\(title) ausblenden") }
    func removeCalendar(_ title: String) -> String { say("Remove \(title)", "\(title)を削除", "\(title) entfernen") }
    func paintCalendar(_ title: String, _ color: String) -> String {
        say(
            "Change the color of \(title) to \(color)",
            "\(title)の色を\(color)にする",
            "Farbe von \(title) zu \(color) ändern"
        )
    }
    /// Says that a calendar was removed; the person can undo it.
    public func removed(_ title: String) -> String {
        say("\(title) was removed.", "\(title)を削除しました。", "\(title) wurde entfernt.")
    }
    func name(of color: CalendarColor) -> String {
        switch color {
        case .blue: say("blue", "青", "Blau")
        case .orange: say("orange", "オレンジ", "Orange")
        case .green: say("green", "緑", "Grün")
        case .red: say("red", "赤", "Rot")
        case .purple: say("purple", "紫", "Violett")
        case .teal: say("teal", "青緑", "Türkis")
        case .yellow: say("yellow", "黄", "Gelb")
        case .gray: say("gray", "グレー", "Grau")
        }
    }

    /// Says that the app has no such page.
    public func noPage(_ path: String) -> String {
        say("Calendar has no page “\(path)”.", "「\(path)」というページはありません。", "Es gibt keine Seite „\(path)“.")
    }
    var noGroup: String {
        say(
            "Calendar may not use its app group; allow it in Settings.",
            "カレンダーのアプリグループが許可されていません。設定で許可してください。",
            "Kalender darf seine App-Gruppe nicht verwenden; erlaube es in den Einstellungen."
        )
    }

    func say(_ english: String, _ japanese: String, _ german: String) -> String {
        language.choose(english, japanese, german)
    }
}
