import TodayPush

/// The texts about notifications on devices whose pages are closed.
extension PageText {
    static let notificationsOnThisDevice = PageText(
        en: "Notifications on this device",
        de: "Mitteilungen auf diesem Gerät",
        ja: "このデバイスに通知する"
    )
    static let aboutNotificationsOnThisDevice = PageText(
        en: """
            They appear while Today is closed too. They reach this device through the push service of its browser, which \
            cannot read them.
            """,
        de: """
            Sie erscheinen auch, wenn Today geschlossen ist. Sie erreichen dieses Gerät über den Push-Dienst seines \
            Browsers, der sie nicht lesen kann.
            """,
        ja: "Todayを閉じているときも通知されます。通知はブラウザのプッシュサービスを通じて届きますが、内容がサービスに読まれることはありません。"
    )
    static let pushesNeedInstallation = PageText(
        en: "On an iPhone or iPad, first add Today to the Home Screen, and open it from there.",
        de: "Füge Today auf einem iPhone oder iPad zuerst zum Home-Bildschirm hinzu, und öffne es von dort.",
        ja: "iPhoneまたはiPadでは、まずTodayをホーム画面に追加し、そこから開いてください。"
    )
    static let sendTest = PageText(en: "Send a Test", de: "Test senden", ja: "テストを送信")
    static let pushTestTitle = PageText(en: "Test", de: "Test", ja: "テスト")
    static let pushTestBody = PageText(
        en: "Notifications reach this device.",
        de: "Mitteilungen erreichen dieses Gerät.",
        ja: "通知はこのデバイスに届きます。"
    )
    static let hopsOfTheTest = PageText(
        en: "How far the test came",
        de: "Wie weit der Test kam",
        ja: "テストの結果"
    )
}

extension HostSentence {
    /// The host's sentences about pushes to browsers.
    static let pushes: [HostSentence] = [
        HostSentence(
            en: BrowserPushSender.refusal,
            de: """
                Diesem Browser können keine Mitteilungen gesendet werden: Sein Abonnement ist fehlerhaft, oder sein \
                Push-Dienst ist nicht über https auf einem öffentlichen Host zu erreichen.
                """,
            ja: "このブラウザには通知を送信できません。購読情報が正しくないか、プッシュサービスが公開されたホスト上のhttpsではありません。"
        ),
        HostSentence(
            en: BrowserPushSender.testRuns,
            de: "An dieses Gerät wird schon ein Test gesendet.",
            ja: "このデバイスへのテストはすでに送信中です。"
        ),
        HostSentence(
            en: BrowserPushController.absence,
            de: "Dieses Gerät bekommt keine Mitteilungen; schalte sie zuerst ein.",
            ja: "このデバイスには通知が届きません。先に通知をオンにしてください。"
        ),
    ]
}
