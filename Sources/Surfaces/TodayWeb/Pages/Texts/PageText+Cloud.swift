/// The texts of the cloud in Settings.
extension PageText {
    static let cloud = PageText(en: "Cloud", de: "Cloud", ja: "クラウド")
    static let joinNoCloud = PageText(
        en: "This host has joined no cloud. With a one-time token of its operator, join one in a terminal:",
        de: """
            Dieser Rechner ist keiner Cloud beigetreten. Mit einem Einmal-Token ihres Betreibers im Terminal beitreten:
            """,
        ja: "このコンピュータはクラウドに参加していません。管理者から受け取ったワンタイムトークンを使い、ターミナルから参加できます："
    )
    static let joinCloudAgain = PageText(
        en: "The cloud no longer knows this host. With a new one-time token, join it again:",
        de: "Die Cloud kennt diesen Rechner nicht mehr. Mit einem neuen Einmal-Token erneut beitreten:",
        ja: "クラウドでこのコンピュータの登録が解除されています。新しいワンタイムトークンでもう一度参加してください："
    )
    static let cloudConnected = PageText(en: "Connected", de: "Verbunden", ja: "接続済み")
    static let cloudConnecting = PageText(en: "Connecting…", de: "Verbindung wird hergestellt …", ja: "接続しています…")
    static let cloudOffline = PageText(en: "Not Connected", de: "Nicht verbunden", ja: "未接続")
    static let cloudShutOut = PageText(en: "Shut Out", de: "Ausgeschlossen", ja: "登録解除済み")
    static let aboutCloud = PageText(
        en: "Messages, topics and records reach this host through its cloud.",
        de: "Nachrichten, Themen und Datensätze erreichen diesen Rechner über seine Cloud.",
        ja: "メッセージ、トピック、レコードはクラウドを通じてこのコンピュータに届きます。"
    )
    static let cloudInside = PageText(
        en: "This cloud runs inside Today, on this computer.",
        de: "Diese Cloud läuft in Today, auf diesem Rechner.",
        ja: "このクラウドはTodayに内蔵され、このコンピュータで動作しています。"
    )
    static let leaveCloud = PageText(en: "Leave Cloud…", de: "Cloud verlassen …", ja: "クラウドから退出…")
    static let leave = PageText(en: "Leave", de: "Verlassen", ja: "退出")
    static let whatLeavingACloudDoes = PageText(
        en: "Nothing of this cloud reaches this host any more. To join again takes a new one-time token.",
        de: "Nichts aus dieser Cloud erreicht diesen Rechner mehr. Ein neuer Beitritt braucht ein neues Einmal-Token.",
        ja: "このクラウドからは何も届かなくなります。もう一度参加するには、新しいワンタイムトークンが必要です。"
    )

    static func since(_ moment: String) -> PageText {
        PageText(en: "since \(moment)", de: "seit \(moment)", ja: "\(moment)から")
    }
}
