/// Every text of the pages and of the widget, in English and Japanese.
struct Texts: Hashable, Sendable {
    private let isJapanese: Bool
    private let language: String

    /// Creates the texts for the language of the surface; English for languages other than Japanese.
    init(_ language: String) {
        self.language = language
        isJapanese = Self.base(of: language) == "ja"
    }

    /// The language of the texts, for screen readers and for dates.
    var tag: String { isJapanese || Self.base(of: language) == "en" ? language : "en" }

    // The list

    var messages: String { say("Messages", "メッセージ") }
    var openMessages: String { say("Open Messages", "メッセージを開く") }
    var search: String { say("Search", "検索") }
    var showAll: String { say("Show All Messages", "すべてのメッセージを表示") }
    var older: String { say("Older Messages", "以前のメッセージ") }
    var newest: String { say("Newest Messages", "最新のメッセージ") }
    var select: String { say("Select", "選択") }
    var settings: String { say("Settings", "設定") }
    var noMessages: String { say("No messages", "メッセージはありません") }
    var noMessagesYet: String {
        say("Messages that are sent to you appear here.", "届いたメッセージがここに表示されます。")
    }

    func noneFound(_ search: String) -> String {
        say("No message contains “\(search)”.", "「\(search)」を含むメッセージはありません。")
    }
    func results(_ search: String) -> String { say("Messages that contain “\(search)”", "「\(search)」を含むメッセージ") }
    func unread(_ count: Int) -> String { say("\(count) unread", "未読 \(count) 件") }
    func moreUnread(_ count: Int) -> String { say("\(count) more unread", "ほかに未読 \(count) 件") }
    func open(_ title: String, isRead: Bool) -> String {
        isRead ? say("Open \(title)", "\(title)を開く") : say("Open \(title), unread", "\(title)を開く、未読")
    }

    // Selecting

    var selectMessages: String { say("Select Messages", "メッセージを選択") }
    var selectAll: String { say("Select All", "すべて選択") }
    var selectNone: String { say("Select None", "選択を解除") }
    var done: String { say("Done", "完了") }
    var nothingChosen: String { say("Choose messages first.", "メッセージを選択してください。") }

    var deleteChosen: String { say("Delete the chosen messages?", "選択したメッセージを削除しますか？") }
    var cancel: String { say("Cancel", "キャンセル") }

    // A message

    var untitled: String { say("Untitled", "無題") }
    var markAsRead: String { say("Mark as Read", "既読にする") }
    var markAsUnread: String { say("Mark as Unread", "未読にする") }
    var delete: String { say("Delete", "削除") }
    var allMessages: String { say("All Messages", "すべてのメッセージ") }
    var notHere: String { say("Message Not Available", "メッセージがありません") }
    var notHereReason: String {
        say(
            "This message is not here any more: it was deleted, or its time is over.",
            "このメッセージはもうありません。削除されたか、期限が過ぎています。"
        )
    }
    var bodyIsMissing: String {
        say(
            "What this message says has not arrived yet. It appears here as soon as it has.",
            "本文はまだ届いていません。届くとここに表示されます。"
        )
    }
    func until(_ date: String) -> String { say("Until \(date)", "\(date)まで") }

    // The settings

    var widget: String { say("Widget", "ウィジェット") }
    var hidesWhileEmpty: String {
        say("Hide the widget while there are no messages", "メッセージがないときはウィジェットを隠す")
    }
    var save: String { say("Save", "保存") }
    var checkForMessages: String { say("Check for New Messages", "新着メッセージを確認") }

    // Errors

    func noPage(_ path: String) -> String {
        say("Messages has no page “\(path)”.", "「\(path)」というページはありません。")
    }

    private func say(_ english: String, _ japanese: String) -> String { isJapanese ? japanese : english }

    private static func base(of language: String) -> String { language.prefix { $0 != "-" && $0 != "_" }.lowercased() }
}
