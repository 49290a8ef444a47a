import TodayProtocol

/// The texts of notifications, settings and the outbox.
extension PageText {
    // MARK: - The list

    static let skipToNotifications = PageText(
        en: "Skip to notifications",
        de: "Zu den Mitteilungen springen",
        ja: "通知へ移動"
    )
    static let noNotifications = PageText(en: "No Notifications", de: "Keine Mitteilungen", ja: "通知なし")
    static let whatNotificationsAre = PageText(
        en: "What your apps tell you appears here. Send yourself a notification from a terminal:",
        de: "Hier erscheint, was die Apps mitteilen. Eine Mitteilung lässt sich im Terminal senden:",
        ja: "アプリからのお知らせがここに表示されます。ターミナルから通知を送れます："
    )
    static let clear = PageText(en: "Clear", de: "Löschen", ja: "消去")
    static let clearAll = PageText(en: "Clear All", de: "Alle löschen", ja: "すべて消去")
    static let clearEverything = PageText(en: "Clear Everything", de: "Wirklich alle löschen", ja: "すべての通知を消去")
    static let dismiss = PageText(en: "Dismiss", de: "Entfernen", ja: "閉じる")

    static func notifications(of name: String) -> PageText {
        PageText(en: "Notifications of \(name)", de: "Mitteilungen von \(name)", ja: "\(name)の通知")
    }
    static func clear(_ name: String) -> PageText {
        PageText(en: "Clear \(name)", de: "\(name) löschen", ja: "\(name)を消去")
    }
    static func showMore(_ count: Int) -> PageText {
        PageText(
            count,
            en: ("Show \(count) More", "Show \(count) More"),
            de: ("\(count) weitere anzeigen", "\(count) weitere anzeigen"),
            ja: "さらに\(count)件を表示"
        )
    }
    static func olderNotShown(_ count: Int) -> PageText {
        PageText(
            count,
            en: ("\(count) older one is not shown.", "\(count) older ones are not shown."),
            de: ("\(count) ältere wird nicht angezeigt.", "\(count) ältere werden nicht angezeigt."),
            ja: "これより古い\(count)件は表示されていません。"
        )
    }
    static func heldBack(_ count: Int, of name: String) -> PageText {
        PageText(
            count,
            en: (
                "\(count) notification of \(name) is held back until you allow it.",
                "\(count) notifications of \(name) are held back until you allow them."
            ),
            de: (
                "\(count) Mitteilung von \(name) wird zurückgehalten, bis du sie erlaubst.",
                "\(count) Mitteilungen von \(name) werden zurückgehalten, bis du sie erlaubst."
            ),
            ja: "\(name)の通知\(count)件は、許可されるまで保留されます。"
        )
    }
    static func notShown(_ count: Int, of name: String) -> PageText {
        PageText(
            count,
            en: (
                "\(count) notification of \(name) was held back in the last day and not kept: it may not notify you.",
                "\(count) notifications of \(name) were held back in the last day and not kept: it may not notify you."
            ),
            de: (
                "\(count) Mitteilung von \(name) wurde am letzten Tag zurückgehalten und verworfen: keine Erlaubnis.",
                "\(count) Mitteilungen von \(name) wurden am letzten Tag zurückgehalten und verworfen: keine Erlaubnis."
            ),
            ja: "\(name)には通知が許可されていないため、この1日の通知\(count)件は表示されず、保存もされていません。"
        )
    }
    static func late(_ due: String) -> PageText {
        PageText(en: "Late: was due \(due)", de: "Verspätet: fällig war \(due)", ja: "遅延：予定は\(due)")
    }

    // MARK: - Pages opened from another surface

    static let settledAlready = PageText(
        en: "This notification was answered or dismissed already.",
        de: "Diese Mitteilung wurde schon beantwortet oder entfernt.",
        ja: "この通知はすでに対応済みか、消去されています。"
    )
    static let notOfferedAnyMore = PageText(
        en: "This notification no longer offers that action.",
        de: "Diese Mitteilung bietet das nicht mehr an.",
        ja: "この通知ではその操作を行えなくなりました。"
    )

    // MARK: - How notifications appear

    static let alertStyle = PageText(en: "Alert Style", de: "Hinweisstil", ja: "通知のスタイル")
    static let noAlerts = PageText(en: "None", de: "Keine", ja: "なし")
    static let banners = PageText(en: "Banners", de: "Banner", ja: "バナー")
    static let alertsThatStay = PageText(en: "Alerts", de: "Hinweise", ja: "通知パネル")
    static let deliverQuietly = PageText(en: "Deliver Quietly", de: "Still zustellen", ja: "目立たない形で配信")
    static let close = PageText(en: "Close", de: "Schließen", ja: "閉じる")
    static let quietHours = PageText(en: "Quiet Hours", de: "Ruhezeiten", ja: "通知を控える時間帯")
    static let everyDay = PageText(en: "Every Day", de: "Jeden Tag", ja: "毎日")
    static let from = PageText(en: "From", de: "Von", ja: "開始")
    static let to = PageText(en: "To", de: "Bis", ja: "終了")
    static let aboutQuietHours = PageText(
        en: "During these hours, notifications are only listed, except time-sensitive ones.",
        de: "In dieser Zeit stehen Mitteilungen nur in der Liste, außer wenn sie dringend sind.",
        ja: "この時間帯の通知は、即時通知を除いて一覧にだけ表示されます。"
    )
    static func timesAreIn(_ zone: String) -> PageText {
        PageText(
            en: "Times are in \(zone), where Today runs.",
            de: "Die Zeiten gelten für \(zone), wo Today läuft.",
            ja: "時刻はTodayが動作している\(zone)のものです。"
        )
    }

    // MARK: - The rights of an app

    static let mayDo = PageText(en: "This App May", de: "Diese App darf", ja: "許可されている操作")
    static let whatEachAppMayDo = PageText(
        en: "What each app may do.",
        de: "Was jede App darf.",
        ja: "各アプリに許可されている操作です。"
    )
    static func switchTakesEffect(version: String) -> PageText {
        PageText(
            en: "A switch takes effect at once. Version \(version).",
            de: "Ein Schalter wirkt sofort. Version \(version).",
            ja: "スイッチはすぐに反映されます。バージョン\(version)。"
        )
    }

    // MARK: - Failures and the outbox

    static let couldNotBeDone = PageText(en: "Could Not Be Done", de: "Nicht ausgeführt", ja: "実行できませんでした")
    static let retry = PageText(en: "Retry", de: "Erneut versuchen", ja: "再試行")
    static let discard = PageText(en: "Discard", de: "Verwerfen", ja: "破棄")
    static let outbox = PageText(en: "Outbox", de: "Postausgang", ja: "送信トレイ")
    static let outboxIsEmpty = PageText(en: "Nothing Here", de: "Nichts offen", ja: "項目なし")
    static let everythingArrived = PageText(
        en: "Every change has reached its app. There is nothing for you to do.",
        de: "Jede Änderung hat ihre App erreicht. Es ist nichts zu tun.",
        ja: "すべての変更がアプリに届きました。操作は必要ありません。"
    )
    static let beingRetried = PageText(en: "Being Retried", de: "Wird wiederholt", ja: "再試行中")
    static let pending = PageText(en: "Pending", de: "Ausstehend", ja: "保留中")
    static let beingDone = PageText(en: "Being done now", de: "Wird gerade ausgeführt", ja: "実行中")
    static let thereAreMore = PageText(
        en: "More will appear when these are done.",
        de: "Es gibt weitere; sie erscheinen, wenn diese erledigt sind.",
        ja: "ほかにもあります。これらが完了すると表示されます。"
    )

    static func attempts(_ count: Int) -> PageText {
        PageText(
            count,
            en: ("1 attempt", "\(count) attempts"),
            de: ("1 Versuch", "\(count) Versuche"),
            ja: "\(count)回試行"
        )
    }
    static func attempts(_ count: Int, next: String) -> PageText {
        let attempts = attempts(count)
        return PageText(
            en: "\(attempts.en), the next at \(next)",
            de: "\(attempts.de), nächster um \(next)",
            ja: "\(attempts.ja)、次回は\(next)"
        )
    }

    // MARK: - Permission to notify

    static let allowNotifications = PageText(en: "Allow Notifications", de: "Mitteilungen erlauben", ja: "通知を許可")
    static let alerts = PageText(en: "Alerts", de: "Hinweise", ja: "アラート")
    static let sounds = PageText(en: "Sounds", de: "Töne", ja: "サウンド")
    static let badges = PageText(en: "Badges", de: "Kennzeichen", ja: "バッジ")
    static let off = PageText(en: "Off", de: "Aus", ja: "オフ")
    static let allOff = PageText(en: "All switched off", de: "Alles ausgeschaltet", ja: "すべてオフ")
    static let allow = PageText(en: "Allow", de: "Erlauben", ja: "許可")
    /// Puts a question off.
    static let later = PageText(en: "Later", de: "Später", ja: "あとで")
    static let doNotAllow = PageText(en: "Don’t Allow", de: "Nicht erlauben", ja: "許可しない")
    static let noAppAsked = PageText(
        en: "No app has asked to send you notifications yet.",
        de: "Noch hat keine App darum gebeten, Mitteilungen senden zu dürfen.",
        ja: "通知の送信を求めているアプリはまだありません。"
    )

    /// Returns the name of an option within a sentence.
    static func inSentence(_ option: NotificationAuthorizationOption) -> PageText {
        switch option {
        case .alert: PageText(en: "alerts", de: "Hinweise", ja: "アラート")
        case .sound: PageText(en: "sounds", de: "Töne", ja: "サウンド")
        case .badge: PageText(en: "icon badges", de: "Symbolkennzeichen", ja: "アイコンバッジ")
        }
    }
    static let noOption = PageText(en: "nothing yet", de: "noch nichts", ja: "なし")

    static func asksFor(_ options: PageText) -> PageText {
        PageText(
            en: "Asks for \(options.en)",
            de: "Bittet um Erlaubnis: \(options.de)",
            ja: "許可を求めています：\(options.ja)"
        )
    }
    static func wouldLikeToNotify(_ app: String) -> PageText {
        PageText(
            en: "“\(app)” Would Like to Send You Notifications",
            de: "„\(app)“ möchte Mitteilungen senden",
            ja: "「\(app)」が通知を送信しようとしています"
        )
    }
    static func mayInclude(_ options: PageText) -> PageText {
        PageText(
            en: "Notifications may include \(options.en). You can change this in Settings.",
            de: "Mitteilungen können \(options.de) enthalten. Das lässt sich in den Einstellungen ändern.",
            ja: "通知に含まれる可能性があるもの：\(options.ja)。これは「設定」で変更できます。"
        )
    }

    // MARK: - The passcode and the second screen

    static let setPasscode = PageText(en: "Set Passcode…", de: "Code festlegen …", ja: "パスコードを設定…")
    static let changePasscode = PageText(en: "Change Passcode…", de: "Code ändern …", ja: "パスコードを変更…")
    static let removePasscode = PageText(en: "Remove Passcode…", de: "Code entfernen …", ja: "パスコードを削除…")
    static let whatThePasscodeIsFor = PageText(
        en:
            "Some actions of notifications need the passcode, and so do installing and removing apps and giving them rights. "
            + "Once you enter it, it is valid for a minute, in this browser only.",
        de:
            "Manche Aktionen von Mitteilungen werden nur mit dem Code ausgeführt; auch um Apps zu installieren, zu entfernen "
            + "und ihnen Rechte zu geben, ist er nötig. Er gilt dann eine Minute lang, nur in diesem Browser.",
        ja: "通知の一部の操作、およびアプリのインストール、削除、権限の付与にはパスコードの入力が必要です。入力後1分間、このブラウザでのみ有効です。"
    )
    static let secondScreen = PageText(en: "Second Screen", de: "Zweiter Bildschirm", ja: "セカンドスクリーン")
    static let whatComplicationsAreFor = PageText(
        en: "What apps show in your status bar, in large type.",
        de: "Was Apps in der Statusleiste zeigen, in großer Schrift.",
        ja: "アプリがステータスバーに表示する内容を、大きな文字で表示します。"
    )
}
