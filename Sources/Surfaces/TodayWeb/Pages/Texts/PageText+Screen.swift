import TodayProtocol
import TodayScreen

/// The texts of the screen, of the parts around every page, and of pages with one sentence.
extension PageText {
    // MARK: - Around every page

    /// The tab and the link back; not the name of the program.
    static let today = PageText(en: "Today", de: "Heute", ja: "今日")
    static let notifications = PageText(en: "Notifications", de: "Mitteilungen", ja: "通知")
    static let settings = PageText(en: "Settings", de: "Einstellungen", ja: "設定")
    /// Copies the command beside it.
    static let copy = PageText(en: "Copy", de: "Kopieren", ja: "コピー")
    static let tabs = PageText(en: "Tabs", de: "Tabs", ja: "タブ")
    static let newNotifications = PageText(en: "New Notifications", de: "Neue Mitteilungen", ja: "新しい通知")
    static let search = PageText(en: "Search", de: "Suchen", ja: "検索")
    static let cancel = PageText(en: "Cancel", de: "Abbrechen", ja: "キャンセル")
    /// Placeholder for a picture in the body of a message.
    static let imageNotLoaded = PageText(
        en: "Image not loaded",
        de: "Bild nicht geladen",
        ja: "画像は読み込まれていません"
    )
    static let textField = PageText(en: "Text", de: "Text", ja: "テキスト")
    static let passcode = PageText(en: "Passcode", de: "Code", ja: "パスコード")
    static let newPasscode = PageText(en: "New Passcode", de: "Neuer Code", ja: "新しいパスコード")
    static let newPasscodeAgain = PageText(
        en: "New Passcode, Again",
        de: "Neuer Code, nochmals",
        ja: "新しいパスコード（確認）"
    )

    /// Text of the link to the outbox, for screen readers.
    static func outboxLabel(_ count: Int) -> PageText {
        let number = BadgeText.short(count)
        return PageText(
            count,
            en: ("Outbox, \(number) change", "Outbox, \(number) changes"),
            de: ("Postausgang, \(number) Änderung", "Postausgang, \(number) Änderungen"),
            ja: "送信トレイ、変更\(number)件"
        )
    }

    // MARK: - The screen

    static let skipToWidgets = PageText(en: "Skip to widgets", de: "Zu den Widgets springen", ja: "ウィジェットへ移動")
    static let edit = PageText(en: "Edit", de: "Bearbeiten", ja: "編集")
    static let signOut = PageText(en: "Sign Out", de: "Abmelden", ja: "サインアウト")
    static let apps = PageText(en: "Apps", de: "Apps", ja: "アプリ")
    static let noApps = PageText(en: "No Apps Yet", de: "Noch keine Apps", ja: "アプリはまだありません")
    static let installAnApp = PageText(
        en: "Install an app on this machine, and its widgets appear here.",
        de: "Wird auf diesem Rechner eine App installiert, erscheinen hier ihre Widgets.",
        ja: "このコンピュータにアプリをインストールすると、ウィジェットがここに表示されます。"
    )
    static let noWidgets = PageText(en: "No Widgets", de: "Keine Widgets", ja: "ウィジェットなし")
    static let chooseEdit = PageText(
        en: "Choose Edit to put widgets on this screen.",
        de: "Mit „Bearbeiten“ lassen sich Widgets hinzufügen.",
        ja: "「編集」を選択すると、ウィジェットを追加できます。"
    )
    static let nothingNow = PageText(en: "Nothing Now", de: "Derzeit nichts", ja: "現在はありません")
    static let widgetsHaveNothing = PageText(
        en: "The widgets on this screen have nothing to show at the moment.",
        de: "Die Widgets haben derzeit nichts anzuzeigen.",
        ja: "ウィジェットに表示する内容は現在ありません。"
    )

    // MARK: - Widgets

    static let showMore = PageText(en: "Show More", de: "Mehr anzeigen", ja: "表示を増やす")
    static let showLess = PageText(en: "Show Less", de: "Weniger anzeigen", ja: "表示を減らす")
    static let tryAgain = PageText(en: "Try Again", de: "Erneut versuchen", ja: "再試行")
    /// Suffix to the reason why a widget has nothing to show.
    static let retriesByItself = PageText(
        en: "Today tries again automatically.",
        de: "Today versucht es von selbst wieder.",
        ja: "Todayが自動的に再試行します。"
    )
    /// Label that opens the last lines that a widget wrote to standard error before it failed.
    static let errorOutput = PageText(en: "Error Output", de: "Fehlerausgabe", ja: "エラー出力")
    static let nothingYet = PageText(en: "Nothing to show yet", de: "Noch nichts anzuzeigen", ja: "表示する内容はまだありません")
    static let waitingForUpdate = PageText(
        en: "Waiting for the first update…",
        de: "Warten auf die erste Aktualisierung …",
        ja: "最初のアップデートを待っています…"
    )
    /// Prefix to the time since a widget was updated.
    static let updated = PageText(en: "Updated ", de: "Aktualisiert ", ja: "アップデート：")
    /// Prefix to the time of a widget's last successful update, while updates fail.
    static let lastUpdated = PageText(en: "Last updated: ", de: "Zuletzt aktualisiert: ", ja: "最終アップデート：")
    static let notUpdatedYet = PageText(en: "Not updated yet", de: "Noch nicht aktualisiert", ja: "未アップデート")
    /// Prefix to the time of a widget's next update.
    static let nextUpdate = PageText(
        en: " · next update about ",
        de: " · nächste Aktualisierung etwa ",
        ja: " · 次回の予定："
    )
    /// Prefix to the time of the next attempt after a failed update.
    static let nextAttempt = PageText(
        en: " · next attempt about ",
        de: " · nächster Versuch etwa ",
        ja: " · 次回の試行："
    )
    /// Label of the button for a card's actions that do not fit.
    static let moreActions = PageText(en: "More", de: "Mehr", ja: "その他")

    // MARK: - The editor

    static let onTheScreen = PageText(en: "On the Screen", de: "Angezeigt", ja: "表示中")
    static let doNotInclude = PageText(en: "Do Not Include", de: "Nicht anzeigen", ja: "表示しない")
    static let addOneBelow = PageText(
        en: "No widgets. Add one below.",
        de: "Keine Widgets. Unten lassen sich welche hinzufügen.",
        ja: "ウィジェットはありません。下から追加できます。"
    )
    static let everyWidgetIsShown = PageText(
        en: "Every installed widget is on the screen.",
        de: "Alle installierten Widgets werden angezeigt.",
        ja: "インストール済みのウィジェットはすべて表示されています。"
    )

    static func add(_ name: String) -> PageText {
        PageText(en: "Add \(name)", de: "\(name) hinzufügen", ja: "\(name)を追加")
    }
    static let addAnother = PageText(en: "Add Another", de: "Noch einmal", ja: "もう1つ追加")
    static func addAnother(_ name: String) -> PageText {
        PageText(en: "Add another \(name)", de: "\(name) noch einmal hinzufügen", ja: "\(name)をもう1つ追加")
    }
    static let configure = PageText(en: "Configure", de: "Anpassen", ja: "設定")
    static func configure(_ name: String) -> PageText {
        PageText(en: "Configure \(name)", de: "\(name) anpassen", ja: "\(name)を設定")
    }
    static let save = PageText(en: "Save", de: "Sichern", ja: "保存")
    static func remove(_ name: String) -> PageText {
        PageText(en: "Remove \(name)", de: "\(name) entfernen", ja: "\(name)を取り除く")
    }
    static func moveUp(_ name: String) -> PageText {
        PageText(en: "Move \(name) up", de: "\(name) nach oben bewegen", ja: "\(name)を上へ移動")
    }
    static func moveDown(_ name: String) -> PageText {
        PageText(en: "Move \(name) down", de: "\(name) nach unten bewegen", ja: "\(name)を下へ移動")
    }

    /// Label of the choice of a widget's size.
    static func sizeOf(_ name: String) -> PageText {
        PageText(en: "Size of \(name)", de: "Größe von \(name)", ja: "\(name)のサイズ")
    }
    static func size(_ family: WidgetFamily) -> PageText {
        switch family {
        case .small: PageText(en: "Small", de: "Klein", ja: "小")
        case .medium: PageText(en: "Medium", de: "Mittel", ja: "中")
        case .large: PageText(en: "Large", de: "Groß", ja: "大")
        }
    }

    // MARK: - Times

    /// Returns the time that has passed since an event, in a few words.
    static func ago(_ time: RelativeTime) -> PageText {
        let de =
            switch time {
            case .now: "gerade eben"
            case .minutes(let count): "vor \(count) Min."
            case .hours(let count): "vor \(count) Std."
            case .yesterday: "gestern"
            case .days(let count): "vor \(count) Tagen"
            }
        let ja =
            switch time {
            case .now: "たった今"
            case .minutes(let count): "\(count)分前"
            case .hours(let count): "\(count)時間前"
            case .yesterday: "昨日"
            case .days(let count): "\(count)日前"
            }
        return PageText(en: time.words, de: de, ja: ja)
    }

    // MARK: - Complications

    static let complications = PageText(en: "Complications", de: "Komplikationen", ja: "コンプリケーション")
    static let noComplications = PageText(
        en: "No Complications",
        de: "Keine Komplikationen",
        ja: "コンプリケーションなし"
    )
    static let whatComplicationsAre = PageText(
        en: "An app that has something for a status bar shows it here. This lists what your status bar can show:",
        de: "Hier steht, was Apps in der Statusleiste zeigen. Das listet auf, was die Leiste zeigen kann:",
        ja: "アプリがステータスバーに表示する内容がここに表示されます。表示できる項目の一覧："
    )

    // MARK: - Pages with one sentence

    /// Description of the screen as an installed app, for browsers to show.
    static let aboutToday = PageText(
        en: "Your widgets, notifications and messages",
        de: "Deine Widgets, Mitteilungen und Nachrichten",
        ja: "ウィジェット、通知、メッセージ"
    )
    static let todayIsAway = PageText(
        en: "Today cannot be reached",
        de: "Today ist nicht erreichbar",
        ja: "Todayに接続できません"
    )
    static let whenTodayIsAway = PageText(
        en: "Check that this device is online and that Today is running. This page then opens by "
            + "itself. Until then you can open the last screen you saw.",
        de: "Prüfe, ob dieses Gerät online ist und Today läuft. Diese Seite öffnet sich dann von selbst. "
            + "Bis dahin öffnet sich der Bildschirm, wie er zuletzt war.",
        ja: "このデバイスがオンラインで、Todayが動作していることを確認してください。接続できるようになると、このページは自動的に開きます。"
            + "それまでは、画面を最後の状態で開けます。"
    )
    static let goToToday = PageText(en: "Go to Today", de: "Zu Today", ja: "Todayへ")
    static let thisIsToday = PageText(en: "This is Today", de: "Das ist Today", ja: "Todayへようこそ")
    static let howToSignIn = PageText(
        en: "To see your screen in this browser, create a link on the machine where Today runs and open it here.",
        de: "Um den Bildschirm in diesem Browser zu sehen, auf dem Rechner, auf dem Today läuft, einen Link erstellen "
            + "und hier öffnen.",
        ja: "このブラウザで画面を表示するには、Todayが動作しているコンピュータでリンクを作成し、ここで開いてください。"
    )
    static let linkSignsIn = PageText(
        en: "This link signs this browser in. It works only once.",
        de: "Dieser Link meldet diesen Browser an. Er funktioniert nur einmal.",
        ja: "このリンクでこのブラウザにサインインします。使えるのは一度だけです。"
    )
    static let signIn = PageText(en: "Sign In", de: "Anmelden", ja: "サインイン")
    static let linkWasUsed = PageText(
        en: "This Link Has Been Used",
        de: "Dieser Link wurde schon benutzt",
        ja: "このリンクは使用済みです"
    )
    static let linksWorkOnce = PageText(
        en: "A link works only once and expires after ten minutes. Create another on the machine where Today runs.",
        de: "Ein Link funktioniert einmal, zehn Minuten lang. Ein neuer lässt sich auf dem Rechner erstellen, auf dem "
            + "Today läuft.",
        ja: "リンクは10分以内に一度だけ使えます。Todayが動作しているコンピュータで新しいリンクを作成してください。"
    )
    static let notHere = PageText(en: "Not Here", de: "Nicht gefunden", ja: "見つかりません")
    static let noSuchPage = PageText(
        en: "There is no page at this address.",
        de: "Unter dieser Adresse gibt es keine Seite.",
        ja: "このアドレスにページはありません。"
    )
    static let didNotWork = PageText(
        en: "That Did Not Work",
        de: "Das hat nicht funktioniert",
        ja: "実行できませんでした"
    )
    static let logHasTheRest = PageText(
        en: "Something went wrong. Today's log has the details.",
        de: "Etwas ist fehlgeschlagen; das Protokoll von Today enthält Näheres.",
        ja: "問題が起きました。詳細はTodayのログにあります。"
    )
    static let welcome = PageText(en: "Welcome", de: "Willkommen", ja: "ようこそ")
    static let signedIn = PageText(en: "You are signed in.", de: "Die Anmeldung ist erfolgt.", ja: "サインインしました。")
    static let leavingToday = PageText(en: "Leaving Today", de: "Today verlassen", ja: "Todayから移動")
    static let outsideOfToday = PageText(
        en: "This address is outside of Today.",
        de: "Diese Adresse liegt außerhalb von Today.",
        ja: "このアドレスはTodayの外にあります。"
    )
    static let openThisAddress = PageText(
        en: "Open This Address?",
        de: "Diese Adresse öffnen?",
        ja: "このアドレスを開きますか？"
    )
    static let otherSiteLedHere = PageText(
        en: "Another site linked to this address. Today opens it when you press Open.",
        de: "Eine andere Website hat auf diese Adresse verwiesen. Today öffnet sie mit „Öffnen“.",
        ja: "別のサイトにこのアドレスへのリンクがありました。「開く」を押すとTodayが開きます。"
    )
    static let openedWhileAway = PageText(
        en: "This address was opened while Today could not be reached. Today opens it when you press Open.",
        de: "Diese Adresse wurde geöffnet, als Today nicht erreichbar war. Today öffnet sie mit „Öffnen“.",
        ja: "このアドレスは、Todayに接続できない間に開かれました。「開く」を押すとTodayが開きます。"
    )
    static let open = PageText(en: "Open", de: "Öffnen", ja: "開く")
}
