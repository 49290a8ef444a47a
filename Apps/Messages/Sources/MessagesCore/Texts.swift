/// Every text of the pages and of the widget, in English, Japanese and German.
struct Texts: Hashable, Sendable {
    private enum Language: String, Hashable, Sendable {
        case english = "en"
        case japanese = "ja"
        case german = "de"
    }

    private let language: Language
    /// The language of the texts, for screen readers and for dates.
    let tag: String

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    init(_ surface: String) {
        let known = Language(rawValue: surface.prefix { $0 != "-" && $0 != "_" }.lowercased())
        language = known ?? .english
        tag = known == nil ? "en" : surface
    }

    // The list

    var messages: String { say("Messages", "メッセージ", "Nachrichten") }
    var openMessages: String { say("Open Messages", "メッセージを開く", "Nachrichten öffnen") }
    var search: String { say("Search", "検索", "Suchen") }
    var showAll: String { say("Show All Messages", "すべてのメッセージを表示", "Alle Nachrichten anzeigen") }
    var older: String { say("Older Messages", "以前のメッセージ", "Ältere Nachrichten") }
    var newest: String { say("Newest Messages", "最新のメッセージ", "Neueste Nachrichten") }
    var markAllAsRead: String { say("Mark All as Read", "すべて既読にする", "Alle als gelesen markieren") }
    var allMarkedAsRead: String {
        say(
            "All messages were marked as read.",
            "すべてのメッセージを既読にしました。",
            "Alle Nachrichten wurden als gelesen markiert."
        )
    }
    var select: String { say("Select", "選択", "Auswählen") }
    /// The page of what was published to the topics to which the person subscribed.
    var topics: String { say("Topics", "トピック", "Themen") }
    /// The page on which the person writes a message.
    var sendMessage: String { say("Send", "送信", "Senden") }
    var settings: String { say("Settings", "設定", "Einstellungen") }
    var noMessages: String { say("No messages", "メッセージはありません", "Keine Nachrichten") }
    var noneOpen: String {
        say("Choose a message to read it here.", "メッセージを選ぶとここに表示されます。", "Wähle eine Nachricht, um sie hier zu lesen.")
    }
    var sendOne: String {
        say(
            "Send yourself the first one from a terminal:",
            "ターミナルから最初のメッセージを送ってみましょう：",
            "Sende dir die erste aus einem Terminal:"
        )
    }
    /// What to type for a first message; the same in every language.
    var sendCommand: String { "today send --title Hello --body World" }
    var noMessagesYet: String {
        say(
            "Messages that are sent to you appear here.",
            "届いたメッセージがここに表示されます。",
            "Hier erscheinen Nachrichten, die an dich gesendet werden."
        )
    }

    var checking: String {
        say("Checking for new messages…", "新着メッセージを確認しています…", "Es wird nach neuen Nachrichten gesucht …")
    }
    var notChecked: String {
        say(
            "The cloud could not be asked for new messages. This is what is on this device.",
            "クラウドに新着メッセージを確認できませんでした。この端末にあるものを表示しています。",
            "Die Cloud konnte nicht nach neuen Nachrichten gefragt werden. Hier steht, was auf diesem Gerät ist."
        )
    }

    func noneFound(_ search: String) -> String {
        say("No message contains “\(search)”.", "「\(search)」を含むメッセージはありません。", "Keine Nachricht enthält „\(search)“.")
    }
    func results(_ search: String) -> String {
        say("Messages that contain “\(search)”", "「\(search)」を含むメッセージ", "Nachrichten mit „\(search)“")
    }
    func unread(_ count: Int) -> String { say("\(count) unread", "未読 \(count) 件", "\(count) ungelesen") }
    func moreUnread(_ count: Int) -> String {
        say("\(count) more unread", "ほかに未読 \(count) 件", "\(count) weitere ungelesen")
    }
    func open(_ title: String, isRead: Bool) -> String {
        isRead
            ? say("Open \(title)", "\(title)を開く", "\(title) öffnen")
            : say("Open \(title), unread", "\(title)を開く、未読", "\(title) öffnen, ungelesen")
    }

    // Selecting

    var selectMessages: String { say("Select Messages", "メッセージを選択", "Nachrichten auswählen") }
    var selectAll: String { say("Select All", "すべて選択", "Alle auswählen") }
    var selectNone: String { say("Select None", "選択を解除", "Keine auswählen") }
    var done: String { say("Done", "完了", "Fertig") }
    var nothingChosen: String { say("Choose messages first.", "メッセージを選択してください。", "Wähle zuerst Nachrichten aus.") }

    func deleted(_ count: Int) -> String {
        say(
            count == 1 ? "The message was deleted." : "\(count) messages were deleted.",
            count == 1 ? "メッセージを削除しました。" : "メッセージ \(count) 件を削除しました。",
            count == 1 ? "Die Nachricht wurde gelöscht." : "\(count) Nachrichten wurden gelöscht."
        )
    }

    // A message

    var untitled: String { say("Untitled", "無題", "Ohne Titel") }
    var markAsRead: String { say("Mark as Read", "既読にする", "Als gelesen markieren") }
    var markAsUnread: String { say("Mark as Unread", "未読にする", "Als ungelesen markieren") }
    var delete: String { say("Delete", "削除", "Löschen") }
    var allMessages: String { say("All Messages", "すべてのメッセージ", "Alle Nachrichten") }
    var notHere: String { say("Message Not Available", "メッセージがありません", "Nachricht nicht verfügbar") }
    var notHereReason: String {
        say(
            "This message was deleted or has expired.",
            "このメッセージは削除されたか、期限が切れています。",
            "Diese Nachricht wurde gelöscht oder ist abgelaufen."
        )
    }
    var bodyIsMissing: String {
        say(
            "The text of this message has not arrived yet. It appears here as soon as it does.",
            "本文はまだ届いていません。届くとここに表示されます。",
            "Der Inhalt dieser Nachricht ist noch nicht angekommen. Er erscheint hier, sobald er da ist."
        )
    }
    func until(_ date: String) -> String { say("Until \(date)", "\(date)まで", "Bis \(date)") }

    // The settings

    var widget: String { say("Widget", "ウィジェット", "Widget") }
    var hidesWhileEmpty: String {
        say(
            "Hide the widget while there are no messages",
            "メッセージがないときはウィジェットを隠す",
            "Widget ausblenden, solange es keine Nachrichten gibt"
        )
    }
    var save: String { say("Save", "保存", "Sichern") }
    var checkForMessages: String { say("Check for New Messages", "新着メッセージを確認", "Nach neuen Nachrichten suchen") }

    // Errors

    func noPage(_ path: String) -> String {
        say("Messages has no page “\(path)”.", "「\(path)」というページはありません。", "Es gibt keine Seite „\(path)“.")
    }

    private func say(_ english: String, _ japanese: String, _ german: String) -> String {
        switch language {
        case .english: english
        case .japanese: japanese
        case .german: german
        }
    }
}
