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
    /// The form that adds an address.
    let form: AddressForm

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) {
        language = AppLanguage(surface)
        permission = ServerPermission("org.today.Feeds", surface)
        fetching = FetchSentences(surface)
        form = AddressForm(surface)
    }

    // The items

    var feeds: String { say("Feeds", "フィード", "Feeds") }
    var openFeeds: String { say("Open Feeds", "フィードを開く", "Feeds öffnen") }
    var manage: String { say("Manage Feeds", "フィードを管理", "Feeds verwalten") }
    var refresh: String { say("Refresh", "更新", "Aktualisieren") }
    var untitled: String { say("Untitled", "無題", "Ohne Titel") }
    var noItems: String { say("There are no entries.", "記事はありません。", "Es gibt keine Einträge.") }
    var noFeeds: String {
        say(
            "There are no feeds yet. Add the address of one.",
            "フィードがありません。アドレスを追加してください。",
            "Es gibt noch keine Feeds. Füge die Adresse eines Feeds hinzu."
        )
    }

    func updated(_ date: String) -> String { say("Updated: \(date)", "更新: \(date)", "Aktualisiert: \(date)") }

    // The list of feeds

    var addAFeed: String { say("Add a Feed", "フィードを追加", "Feed hinzufügen") }
    var addressExample: String { "https://example.org/feed.xml" }
    var nameHint: String {
        say("The feed's own, if left empty", "空欄の場合はフィードの名前", "Ohne Eingabe der Name des Feeds")
    }
    var add: String { say("Add", "追加", "Hinzufügen") }
    var remove: String { say("Remove", "削除", "Entfernen") }

    func removeFeed(_ title: String) -> String { say("Remove \(title)", "\(title)を削除", "\(title) entfernen") }
    /// Says that a feed was removed; the person can undo it.
    public func removed(_ title: String) -> String {
        say("\(title) was removed.", "\(title)を削除しました。", "\(title) wurde entfernt.")
    }
    func moveUp(_ title: String) -> String {
        say("Move \(title) up", "\(title)を上に移動", "\(title) nach oben bewegen")
    }
    func moveDown(_ title: String) -> String {
        say("Move \(title) down", "\(title)を下に移動", "\(title) nach unten bewegen")
    }

    // Mistakes in the form

    var addressWrong: String {
        say(
            "Enter an address such as https://example.org/feed.xml.",
            "https://example.org/feed.xml のようなアドレスを入力してください。",
            "Gib eine Adresse wie https://example.org/feed.xml ein."
        )
    }
    var addressKnown: String {
        say("This feed is in the list already.", "このフィードは追加済みです。", "Dieser Feed ist schon in der Liste.")
    }
    func tooMany(_ limit: Int) -> String {
        say(
            "You have \(limit) feeds already; remove one first.",
            "フィードは\(limit)個までです。先にどれかを削除してください。",
            "Du hast schon \(limit) Feeds; entferne zuerst einen."
        )
    }

    /// Says that the app has no such page.
    public func noPage(_ path: String) -> String {
        say("Feeds has no page “\(path)”.", "「\(path)」というページはありません。", "Es gibt keine Seite „\(path)“.")
    }
    /// Says that a feed was removed meanwhile.
    public var feedIsGone: String {
        say(
            "This feed is no longer in the list.",
            "このフィードはリストにありません。",
            "Dieser Feed ist nicht mehr in der Liste."
        )
    }
    var noGroup: String {
        say(
            "Feeds may not use its app group; allow it in Settings.",
            "フィードのアプリグループが許可されていません。設定で許可してください。",
            "Feeds darf seine App-Gruppe nicht verwenden; erlaube es in den Einstellungen."
        )
    }

    func say(_ english: String, _ japanese: String, _ german: String) -> String {
        language.choose(english, japanese, german)
    }
}
