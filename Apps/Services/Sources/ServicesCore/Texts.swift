import AddressLists
import AppLanguages
import TodayKit

/// Every text of the page and of the widget, in English, Japanese and German.
public struct Texts: Hashable, Sendable {
    private let language: AppLanguage
    /// How the person allows a server that they named.
    let permission: ServerPermission
    /// The form that adds an address.
    let form: AddressForm

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) {
        language = AppLanguage(surface)
        permission = ServerPermission("org.today.Services", surface)
        form = AddressForm(surface)
    }

    // The services

    var services: String { say("Services", "サービス", "Dienste") }
    var openServices: String { say("Open Services", "サービスを開く", "Dienste öffnen") }
    var check: String { say("Check Now", "今すぐ確認", "Jetzt prüfen") }
    var notChecked: String { say("Not checked yet", "未確認", "Noch nicht geprüft") }
    var noServices: String {
        say(
            "There are no services yet. Add the address of one.",
            "サービスがありません。アドレスを追加してください。",
            "Es gibt noch keine Dienste. Füge die Adresse eines Dienstes hinzu."
        )
    }

    func open(_ title: String) -> String { say("Open \(title)", "\(title)を開く", "\(title) öffnen") }
    func up(_ since: String) -> String { say("Up since \(since)", "\(since)から稼働中", "Erreichbar seit \(since)") }
    func down(_ since: String, _ reason: String) -> String {
        say("Down since \(since): \(reason)", "\(since)から停止: \(reason)", "Ausgefallen seit \(since): \(reason)")
    }
    func allUp(_ count: Int) -> String {
        count == 1
            ? say("The service is up", "サービスは稼働中です", "Der Dienst ist erreichbar")
            : say("All \(count) services are up", "\(count)個すべて稼働中", "Alle \(count) Dienste sind erreichbar")
    }
    func attention(_ count: Int, of all: Int) -> String {
        say(
            "\(count) of \(all) need attention",
            "\(all)個中\(count)個に問題があります",
            "\(count) von \(all) brauchen Aufmerksamkeit"
        )
    }
    func reason(_ failure: ServiceFailure) -> String {
        switch failure {
        case .unreachable: say("cannot be reached", "接続できません", "nicht erreichbar")
        case .tooSlow: say("no answer in time", "応答がありません", "keine rechtzeitige Antwort")
        case .status(let status): say("status \(status)", "ステータス\(status)", "Status \(status)")
        }
    }
    func sentence(_ failure: CheckFailure) -> String {
        switch failure {
        case .notAllowed(let server):
            say(
                "Services may not fetch from \(server) yet.",
                "サービスは\(server)への接続を許可されていません。",
                "Dienste darf noch nicht von \(server) laden."
            )
        case .refused(let sentence): sentence
        }
    }
    // The form

    var addAService: String { say("Add a Service", "サービスを追加", "Dienst hinzufügen") }
    var nameHint: String {
        say("The server's, if left empty", "空欄の場合はサーバー名", "Ohne Eingabe der Name des Servers")
    }
    var add: String { say("Add", "追加", "Hinzufügen") }
    var remove: String { say("Remove", "削除", "Entfernen") }

    func removeService(_ title: String) -> String { say("Remove \(title)", "\(title)を削除", "\(title) entfernen") }
    /// Says that a service was removed; the person can undo it.
    public func removed(_ title: String) -> String {
        say("\(title) was removed.", "\(title)を削除しました。", "\(title) wurde entfernt.")
    }
    func moveUp(_ title: String) -> String {
        say("Move \(title) up", "\(title)を上に移動", "\(title) nach oben bewegen")
    }
    func moveDown(_ title: String) -> String {
        say("Move \(title) down", "\(title)を下に移動", "\(title) nach unten bewegen")
    }
    var addressWrong: String {
        say(
            "Enter an address such as https://example.org/.",
            "https://example.org/ のようなアドレスを入力してください。",
            "Gib eine Adresse wie https://example.org/ ein."
        )
    }
    var addressKnown: String {
        say(
            "This service is in the list already.",
            "このサービスは追加済みです。",
            "Dieser Dienst ist schon in der Liste."
        )
    }
    func tooMany(_ limit: Int) -> String {
        say(
            "You have \(limit) services already; remove one first.",
            "サービスは\(limit)個までです。先にどれかを削除してください。",
            "Du hast schon \(limit) Dienste; entferne zuerst einen."
        )
    }

    /// Says that the app has no such page.
    public func noPage(_ path: String) -> String {
        say("Services has no page “\(path)”.", "「\(path)」というページはありません。", "Es gibt keine Seite „\(path)“.")
    }
    var noGroup: String {
        say(
            "Services may not use its app group; allow it in Settings.",
            "サービスのアプリグループが許可されていません。設定で許可してください。",
            "Dienste darf seine App-Gruppe nicht verwenden; erlaube es in den Einstellungen."
        )
    }

    private func say(_ english: String, _ japanese: String, _ german: String) -> String {
        language.choose(english, japanese, german)
    }
}
