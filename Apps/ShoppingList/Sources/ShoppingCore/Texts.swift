import AppLanguages
import TodayKit

/// Every text of the pages and of the widget, in English, Japanese and German; those of notifications are in the
/// bundle's strings.
public struct Texts: Hashable, Sendable {
    static let toBuyMark = "○"
    static let boughtMark = "✓"

    let language: AppLanguage
    let clock: ClockFormat
    /// Whether dates have the month first, as in the United States.
    let hasMonthFirst: Bool

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) {
        language = AppLanguage(surface)
        clock = ClockFormat(surface)
        hasMonthFirst = AppLanguage.hasMonthFirst(surface)
    }

    // The list

    var shoppingList: String { say("Shopping List", "買い物リスト", "Einkaufsliste") }
    var openList: String { say("Open Shopping List", "買い物リストを開く", "Einkaufsliste öffnen") }
    var newItem: String { say("New item", "新しい項目", "Neuer Artikel") }
    var newItemExample: String { say("Milk", "牛乳", "Milch") }
    var add: String { say("Add", "追加", "Hinzufügen") }
    var addItems: String { say("Add Items", "項目を追加", "Artikel hinzufügen") }
    var delete: String { say("Delete", "削除", "Löschen") }
    var clear: String { say("Clear List", "リストを空にする", "Liste leeren") }
    var nothingYet: String {
        say("Nothing is on the list yet.", "リストにはまだ何もありません。", "Auf der Liste steht noch nichts.")
    }
    var nothingNow: String { say("Nothing is on the list.", "リストは空です。", "Auf der Liste steht nichts.") }
    var allDone: String { say("All done", "すべて完了", "Alles erledigt") }
    var nothingToBuy: String {
        say("There is nothing left to buy.", "買うものはもうありません。", "Es ist nichts mehr einzukaufen.")
    }

    func boughtItems(_ count: Int) -> String {
        say("Bought: \(count)", "購入済み \(count) 点", "Gekauft: \(count)")
    }
    func allBought(_ count: Int) -> String {
        say("All \(count) Bought Items", "購入済みの \(count) 点をすべて表示", "Alle \(count) gekauften Artikel")
    }
    var clearBought: String { say("Delete Bought Items", "購入済みの項目を削除", "Gekaufte Artikel löschen") }
    var itemsToBuy: String { say("Items to Buy", "買うもの", "Zu kaufende Artikel") }
    var boughtBefore: String { say("Bought Before", "以前買ったもの", "Früher gekauft") }
    var nothingBoughtBefore: String {
        say(
            "What you tick is listed here, so that you can add it again.",
            "チェックした項目がここに並び、もう一度追加できます。",
            "Was du abhakst, steht hier und lässt sich wieder hinzufügen."
        )
    }
    func timesBought(_ count: Int) -> String {
        say(
            count == 1 ? "Bought once" : "Bought \(count) times",
            "\(count) 回購入",
            count == 1 ? "Einmal gekauft" : "\(count)-mal gekauft"
        )
    }
    func addAgain(_ title: String) -> String {
        say("Add \(title) again", "\(title)をもう一度追加", "\(title) wieder hinzufügen")
    }
    var next: String { say("Next Items", "次の項目", "Nächste Artikel") }
    var previous: String { say("Previous Items", "前の項目", "Vorherige Artikel") }
    func range(_ range: ClosedRange<Int>, of count: Int) -> String {
        let shown = "\(range.lowerBound)–\(range.upperBound)"
        return say("\(shown) of \(count)", "\(count) 点中 \(shown)", "\(shown) von \(count)")
    }
    func putBack(_ count: Int) -> String {
        say(
            count == 1 ? "Put Back 1 Item" : "Put Back \(count) Items",
            "\(count) 点を戻す",
            count == 1 ? "1 Artikel zurücklegen" : "\(count) Artikel zurücklegen"
        )
    }

    // What was done, where it can be undone

    var listCleared: String { say("The list was cleared.", "リストを空にしました。", "Die Liste wurde geleert.") }
    var boughtCleared: String {
        say("The bought items were deleted.", "購入済みの項目を削除しました。", "Die gekauften Artikel wurden gelöscht.")
    }
    var reminderRemoved: String {
        say("The reminder was removed.", "リマインダーを削除しました。", "Die Erinnerung wurde entfernt.")
    }
    func itemDeleted(_ title: String) -> String {
        say("“\(title)” was deleted.", "「\(title)」を削除しました。", "„\(title)“ wurde gelöscht.")
    }
    func added(_ title: String, andMore count: Int, leftOut: Int) -> String {
        let added =
            switch count {
            case 0: say("“\(title)” was added.", "「\(title)」を追加しました。", "„\(title)“ wurde hinzugefügt.")
            case 1:
                say(
                    "“\(title)” and 1 more item were added.",
                    "「\(title)」とほか1点を追加しました。",
                    "„\(title)“ und 1 weiterer Artikel wurden hinzugefügt."
                )
            default:
                say(
                    "“\(title)” and \(count) more items were added.",
                    "「\(title)」とほか\(count)点を追加しました。",
                    "„\(title)“ und \(count) weitere Artikel wurden hinzugefügt."
                )
            }
        guard leftOut > 0 else { return added }
        return added + say(" The rest was too much.", "残りは追加していません。", " Der Rest war zu viel.")
    }
    var nothingShared: String {
        say(
            "There is nothing in it that could be bought.",
            "追加できる項目がありません。",
            "Darin ist nichts, das man einkaufen könnte."
        )
    }
    var cannotBeReturned: String {
        say(
            "These items can no longer be put back.",
            "これらの項目はもう戻せません。",
            "Diese Artikel lassen sich nicht mehr zurücklegen."
        )
    }

    func toBuy(_ count: Int) -> String {
        say(
            count == 1 ? "1 thing to buy" : "\(count) things to buy",
            "買うもの \(count) 点",
            count == 1 ? "1 Artikel zu kaufen" : "\(count) Artikel zu kaufen"
        )
    }
    func more(_ count: Int) -> String { say("and \(count) more", "ほか \(count) 点", "und \(count) weitere") }
    func tick(_ title: String) -> String {
        say("Mark \(title) as bought", "\(title)を購入済みにする", "\(title) als gekauft markieren")
    }
    func untick(_ title: String) -> String {
        say("Mark \(title) as still to buy", "\(title)を未購入にする", "\(title) als noch zu kaufen markieren")
    }
    func deleteItem(_ title: String) -> String { say("Delete \(title)", "\(title)を削除", "\(title) löschen") }

    // Mistakes in an item

    var titleMissing: String { say("Enter what to buy.", "買うものを入力してください。", "Gib ein, was zu kaufen ist.") }
    var titleNotPlain: String {
        say(
            "Use letters that can be shown on one line.",
            "1行に表示できる文字を使ってください。",
            "Verwende Zeichen, die in einer Zeile stehen können."
        )
    }
    var itemIsGone: String {
        say(
            "This item is no longer on the list.",
            "この項目はもうリストにありません。",
            "Dieser Artikel steht nicht mehr auf der Liste."
        )
    }
    func titleTooLong(_ limit: Int) -> String {
        say(
            "Use at most \(limit) characters.",
            "\(limit)文字以内にしてください。",
            "Verwende höchstens \(limit) Zeichen."
        )
    }
    func listIsFull(_ limit: Int) -> String {
        say(
            "There are \(limit) items on the list already; delete one first.",
            "リストの項目は\(limit)点までです。先にどれかを削除してください。",
            "Auf der Liste stehen schon \(limit) Artikel; lösche zuerst einen."
        )
    }

    // Errors

    /// Says that the app has no such page.
    public func noPage(_ path: String) -> String {
        say(
            "Shopping List has no page “\(path)”.",
            "「\(path)」というページはありません。",
            "Es gibt keine Seite „\(path)“."
        )
    }
    var noGroup: String {
        say(
            "Shopping List has no folder for its list: its entitlements do not include group.today.shopping.",
            "リストのフォルダがありません。エンタイトルメントにgroup.today.shoppingがありません。",
            "Die Einkaufsliste hat keinen Ordner: in den Entitlements fehlt group.today.shopping."
        )
    }
    var tooLarge: String { say("it is larger than 4 MB", "4 MBを超えています", "sie ist größer als 4 MB") }

    func phrase(_ mistake: ItemList.Mistake) -> String {
        switch mistake {
        case .notJSON: say("it is not valid JSON", "JSONではありません", "sie ist kein JSON")
        case .newer:
            say(
                "a newer Shopping List wrote it",
                "新しいバージョンの買い物リストが書き込んだものです",
                "eine neuere Einkaufsliste hat sie geschrieben"
            )
        case .noList: say("it does not contain a list", "内容がリストではありません", "sie enthält keine Liste")
        }
    }
    func unreadable(_ name: String, _ reason: String) -> String {
        say(
            "The list in \(name) cannot be read: \(reason). It stays as it is until you change something; then a new list "
                + "begins, and this file is kept beside it.",
            "\(name)のリストを読み込めません：\(reason)。変更するまではそのまま残り、変更すると新しいリストになります。"
                + "このファイルは別の名前で保管されます。",
            "Die Liste in \(name) kann nicht gelesen werden: \(reason). Sie bleibt, wie sie ist, bis du etwas änderst; dann "
                + "beginnt eine neue Liste, und diese Datei wird daneben aufbewahrt."
        )
    }
    func quarantinedFiles(_ names: [String]) -> String {
        say(
            "A list that could not be read is kept in the folder of group.today.shopping as "
                + names.joined(separator: ", ") + ".",
            "読み込めなかったリストは、group.today.shoppingのフォルダに保管されています：" + names.joined(separator: "、"),
            "Eine Liste, die nicht gelesen werden konnte, ist im Ordner von group.today.shopping aufbewahrt: "
                + names.joined(separator: ", ") + "."
        )
    }
    func cannotRead(_ name: String, _ reason: String) -> String {
        say(
            "\(name) cannot be read: \(reason).",
            "\(name)を読み込めません：\(reason)。",
            "\(name) kann nicht gelesen werden: \(reason)."
        )
    }
    func cannotWrite(_ name: String, _ reason: String) -> String {
        say(
            "\(name) cannot be written: \(reason). Nothing was changed.",
            "\(name)に書き込めません：\(reason)。何も変更されていません。",
            "\(name) kann nicht geschrieben werden: \(reason). Nichts wurde geändert."
        )
    }
    func tooManyKept(_ count: Int) -> String {
        say(
            "There are \(count) lists that could not be read; move some of them out of the folder of "
                + "group.today.shopping.",
            "読み込めなかったリストが\(count)個あります。いくつかをgroup.today.shoppingのフォルダから移動してください。",
            "Es gibt \(count) Listen, die nicht gelesen werden konnten; bewege einige aus dem Ordner von "
                + "group.today.shopping."
        )
    }

    func say(_ english: String, _ japanese: String, _ german: String) -> String {
        language.choose(english, japanese, german)
    }
}
