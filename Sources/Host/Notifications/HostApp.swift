package import TodayProtocol

/// The built-in app of the host's own notifications.
///
/// Responses to them are acknowledged immediately.
package enum HostApp {
    package static let id = AppID("org.today.Host")
    package static let title = "Today"

    /// The names of the host's own pages and features in English, German and Japanese, which no app may have.
    package static let names = [
        ["Today", "Heute", "今日"], ["Notifications", "Mitteilungen", "通知"], ["Settings", "Einstellungen", "設定"],
        ["Complications", "Komplikationen", "コンプリケーション"], ["Devices", "Geräte", "デバイス"], ["Apps", "アプリ"],
        ["Audit Log", "Protokoll", "監査ログ"], ["Outbox", "Postausgang", "送信トレイ"], ["Passcode", "パスコード"],
        ["Passkeys", "Passkey", "パスキー"], ["Install an App", "App installieren", "アプリをインストール"],
        ["Send a Message", "Nachricht senden", "メッセージを送信"], ["Send", "Senden", "送信"], ["Share", "Teilen", "共有"],
        ["Link", "リンク"], ["Sign In", "Anmelden", "サインイン"],
        ["System Settings", "Systemeinstellungen", "システム設定"],
    ]
}

/// The texts that the host writes into notifications, and the names of the built-in apps, keyed by the English text.
package enum HostStrings {
    /// Request to open an app to finish one change; the arguments are the app's name and the number.
    package static let finishChange = "Open %1$@ to finish %2$@ change"
    /// Request to open an app to finish several changes; the arguments are the app's name and the number.
    package static let finishChanges = "Open %1$@ to finish %2$@ changes"

    /// Note on a notification whose script has ended.
    package static let nobodyWaits = "Nobody is waiting any more."

    private static let tables: [String: [String: String]] = [
        "de": [
            ScriptsApp.title: "Skripte",
            TopicsApp.title: "Themen",
            finishChange: "%1$@ öffnen, um %2$@ Änderung abzuschließen",
            finishChanges: "%1$@ öffnen, um %2$@ Änderungen abzuschließen",
            nobodyWaits: "Niemand wartet mehr darauf.",
        ],
        "ja": [
            ScriptsApp.title: "スクリプト",
            TopicsApp.title: "トピック",
            finishChange: "%1$@を開いて%2$@件の変更を完了してください",
            finishChanges: "%1$@を開いて%2$@件の変更を完了してください",
            nobodyWaits: "回答を待っているものはありません。",
        ],
    ]

    /// The languages of the translations, sorted.
    package static var languages: [String] { tables.keys.sorted() }

    /// Returns the strings for a surface's language, a BCP 47 tag.
    package static func strings(in language: String) -> LocalizedStrings {
        let order = LocalizedStrings.order(for: language, of: languages + ["en"])
        return LocalizedStrings(
            order.compactMap { language in
                (tables[language] ?? (language == "en" ? [:] : nil)).map {
                    LocalizedStrings.Table(language: language, strings: $0)
                }
            }
        )
    }
}
