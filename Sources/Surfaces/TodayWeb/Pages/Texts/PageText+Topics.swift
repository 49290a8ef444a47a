/// The texts of topics and their feeds.
extension PageText {
    static let topics = PageText(en: "Topics", de: "Themen", ja: "トピック")
    static let aboutTopics = PageText(
        en: """
            Anyone who may publish to a topic notifies all its subscribers. Subscriptions apply to all your devices; \
            muting applies only to this one.
            """,
        de: """
            Wer auf einem Thema veröffentlichen darf, benachrichtigt alle, die es abonnieren. Abos gelten auf allen \
            deinen Geräten, stumm ist ein Thema nur auf diesem.
            """,
        ja: "トピックに投稿すると、購読している全員に通知が届きます。購読はすべてのデバイスに適用され、通知のミュートはこのコンピュータだけに適用されます。"
    )
    static let noTopics = PageText(en: "No Topics", de: "Keine Themen", ja: "トピックなし")
    static let subscribeInSettings = PageText(
        en: "Subscribe in Settings",
        de: "In den Einstellungen abonnieren",
        ja: "設定で購読"
    )
    static let subscribe = PageText(en: "Subscribe", de: "Abonnieren", ja: "購読")
    static let topicName = PageText(en: "Topic", de: "Thema", ja: "トピック名")
    static let leaveTopic = PageText(en: "Unsubscribe", de: "Abbestellen", ja: "購読解除")
    static let muteTopic = PageText(en: "Mute", de: "Stumm schalten", ja: "ミュート")
    static let unmuteTopic = PageText(en: "Unmute", de: "Nicht mehr stumm", ja: "ミュート解除")
    static let muted = PageText(en: "Muted", de: "Stumm", ja: "ミュート中")
    static let noMessagesOfTopic = PageText(en: "No Messages Yet", de: "Noch keine Nachrichten", ja: "メッセージはまだありません")
    static let publishToTopic = PageText(
        en: "Publish the first one from a terminal:",
        de: "Die erste lässt sich im Terminal veröffentlichen:",
        ja: "ターミナルから最初のメッセージを投稿できます："
    )
    static let olderMessages = PageText(en: "Older Messages", de: "Ältere Nachrichten", ja: "以前のメッセージ")
    static let newestMessages = PageText(en: "Newest Messages", de: "Neueste Nachrichten", ja: "最新のメッセージ")
    static let topicSettings = PageText(en: "Topics in Settings", de: "Themen in den Einstellungen", ja: "設定のトピック")

    /// Returns the name of a priority; `nil` for the default.
    static func priority(_ priority: Int) -> PageText? {
        switch priority {
        case ...1: PageText(en: "Lowest priority", de: "Niedrigste Priorität", ja: "優先度：最低")
        case 2: PageText(en: "Low priority", de: "Niedrige Priorität", ja: "優先度：低")
        case 3: nil
        case 4: PageText(en: "High priority", de: "Hohe Priorität", ja: "優先度：高")
        default: PageText(en: "Urgent", de: "Dringend", ja: "緊急")
        }
    }

    static func open(_ server: String) -> PageText {
        PageText(en: "Open \(server)", de: "\(server) öffnen", ja: "\(server)を開く")
    }
    static func showPicture(from server: String) -> PageText {
        PageText(
            en: "Show the picture from \(server)",
            de: "Bild von \(server) anzeigen",
            ja: "\(server)の画像を表示"
        )
    }
    static func fileExpired(_ name: String) -> PageText {
        PageText(
            en: "\(name) is no longer stored.",
            de: "\(name) ist nicht mehr gespeichert.",
            ja: "\(name)は保存期間が終了しました。"
        )
    }
    static func action(_ title: PageText, topic: String) -> PageText {
        PageText(en: "\(title.en): \(topic)", de: "\(title.de): \(topic)", ja: "\(title.ja)：\(topic)")
    }
    static func actionWasSent(_ action: String) -> PageText {
        PageText(en: "“\(action)” was sent.", de: "„\(action)“ wurde gesendet.", ja: "「\(action)」を送信しました。")
    }
    /// The browser's message for an invalid name.
    static let whatATopicHas = PageText(
        en: "A topic has 1 to 64 letters from A to Z, digits, hyphens and underscores.",
        de: "Ein Thema hat 1 bis 64 Buchstaben von A bis Z, Ziffern, Binde- und Unterstriche.",
        ja: "半角英数字、ハイフン、下線を1〜64文字で指定してください。"
    )
    static func notATopicName(_ name: String) -> PageText {
        PageText(
            en: "“\(name)” is not a topic. \(whatATopicHas.text(in: .english))",
            de: "„\(name)“ ist kein Thema. \(whatATopicHas.text(in: .german))",
            ja: "「\(name)」はトピック名にできません。\(whatATopicHas.text(in: .japanese))"
        )
    }
}
