/// The host's sentences about bundles: their rights, links and groups of other apps, signatures, and keys without
/// effect.
extension HostSentence {
    static let apps: [HostSentence] = rights + sheet + extensions + bundles

    /// The rights of an app.
    private static let rights: [HostSentence] = [
        HostSentence(
            en: "Run a program of {1} ({2}) in the background.",
            de: "Ein Programm von {1} ({2}) im Hintergrund ausführen.",
            ja: "{1}（{2}）のプログラムをバックグラウンドで実行する。"
        ),
        HostSentence(
            en: "Show the widget {1} ({2}) on the Today screen.",
            de: "Das Widget {1} ({2}) auf dem Heute-Bildschirm zeigen.",
            ja: "ウィジェット{1}（{2}）を「今日」画面に表示する。"
        ),
        HostSentence(
            en: "Fetch from the network, only from hosts that you allow.",
            de: "Aus dem Netz laden, nur von Servern, die du erlaubst.",
            ja: "ネットワークから取得する（許可したサーバーのみ）。"
        ),
        HostSentence(
            en: "Fetch from the network, only from the hosts below and hosts that you allow.",
            de: "Aus dem Netz laden, nur von den folgenden Servern und solchen, die du erlaubst.",
            ja: "ネットワークから取得する（以下のサーバーと許可したサーバーのみ）。"
        ),
        HostSentence(en: "Fetch from {1}.", de: "Von {1} laden.", ja: "{1}から取得する。"),
        HostSentence(
            en: "Fetch from {1}, which you allowed.",
            de: "Von {1} laden, was du erlaubt hast.",
            ja: "許可した{1}から取得する。"
        ),
        HostSentence(
            en: "Know where you are, to about 5 km.",
            de: "Auf etwa 5 km genau wissen, wo du bist.",
            ja: "おおよその現在地（約5km）を知る。"
        ),
        HostSentence(en: "Know exactly where you are.", de: "Genau wissen, wo du bist.", ja: "正確な現在地を知る。"),
        HostSentence(
            en: "Know the load, the memory and the disk of this computer.",
            de: "Last, Speicher und Festplatte dieses Rechners kennen.",
            ja: "このコンピュータの負荷、メモリ、ディスクの状態を知る。"
        ),
        HostSentence(
            en: "Show images of any public host, which learns what their addresses say.",
            de: "Bilder von jedem öffentlichen Server zeigen, der erfährt, was in ihren Adressen steht.",
            ja: "公開されている任意のサーバーの画像を表示する（画像のアドレスの内容はそのサーバーに伝わる）。"
        ),
        HostSentence(
            en: "Keep data in the app group {1} and share it with other apps in that group.",
            de: "Daten in der App-Gruppe {1} ablegen und mit anderen Apps darin teilen.",
            ja: "アプリグループ{1}にデータを保存し、グループ内のほかのアプリと共有する。"
        ),
        HostSentence(
            en: "Keep records in {1}, on all of your devices.",
            de: "Einträge in {1} auf allen deinen Geräten ablegen.",
            ja: "すべてのデバイスで{1}にレコードを保存する。"
        ),
        HostSentence(
            en: "Keep secrets in the keychain group {1} and share them with other apps in that group.",
            de: "Geheimnisse in der Schlüsselbundgruppe {1} ablegen und mit anderen Apps darin teilen.",
            ja: "キーチェーングループ{1}に秘密情報を保存し、グループ内のほかのアプリと共有する。"
        ),
        HostSentence(
            en: "Receive pushes, and messages in an inbox.",
            de: "Push-Mitteilungen und Nachrichten in einem Posteingang empfangen.",
            ja: "プッシュ通知と受信箱のメッセージを受け取る。"
        ),
        HostSentence(
            en: "Be started in the background by pushes.",
            de: "Im Hintergrund gestartet werden, wenn ein Push eintrifft.",
            ja: "プッシュを受信したときにバックグラウンドで起動される。"
        ),
        HostSentence(
            en: "Be started in the background when its records change on another device.",
            de: "Im Hintergrund gestartet werden, wenn sich seine Einträge auf einem anderen Gerät ändern.",
            ja: "ほかのデバイスでレコードが変わったときにバックグラウンドで起動される。"
        ),
        HostSentence(
            en: "Be started in the background by pushes, and when its records change on another device.",
            de: "Im Hintergrund gestartet werden, wenn ein Push eintrifft oder sich seine Einträge auf "
                + "einem anderen Gerät ändern.",
            ja: "プッシュを受信したときや、ほかのデバイスでレコードが変わったときにバックグラウンドで起動される。"
        ),
        HostSentence(
            en: "Be started in the background when a day begins, when the clock changes, and at times that it sets.",
            de: "Im Hintergrund gestartet werden, wenn ein Tag beginnt, die Uhr verstellt wird oder zu "
                + "eigenen Zeiten.",
            ja: "日付や時刻が変わったとき、または指定した時刻にバックグラウンドで起動される。"
        ),
        HostSentence(
            en: "Open links that begin with {1}:.",
            de: "Links öffnen, die mit {1}: beginnen.",
            ja: "{1}:で始まるリンクを開く。"
        ),
        HostSentence(en: "Send you notifications.", de: "Dir Mitteilungen senden.", ja: "通知を送る。"),
    ]

    /// Other facts on the consent sheet.
    private static let sheet: [HostSentence] = [
        HostSentence(
            en: "Links that begin with {1}: belong to {2}; {3} opens them only once that is removed.",
            de: "Links, die mit {1}: beginnen, gehören {2}; {3} öffnet sie erst, wenn diese App entfernt ist.",
            ja: "{1}:で始まるリンクは{2}のもので、それを削除すると{3}で開けるようになります。"
        ),
        HostSentence(
            en: "The group {1} belongs to {2}, which then shares it.",
            de: "Die Gruppe {1} gehört {2} und wird dann gemeinsam verwendet.",
            ja: "グループ{1}は{2}のもので、インストール後は共有されます。"
        ),
        HostSentence(
            en: "The record container {1} belongs to {2}, which then shares it.",
            de: "Der Container {1} gehört {2} und wird dann gemeinsam verwendet.",
            ja: "コンテナ{1}は{2}のもので、インストール後は共有されます。"
        ),
        HostSentence(
            en: "The keychain group {1} belongs to {2}, which then shares it.",
            de: "Die Schlüsselbundgruppe {1} gehört {2} und wird dann gemeinsam verwendet.",
            ja: "キーチェーングループ{1}は{2}のもので、インストール後は共有されます。"
        ),
        HostSentence(
            en: "{1}, installed from {2}. The bundle gets its rights and its data.",
            de: "{1}, installiert aus {2}. Das Paket erhält deren Rechte und Daten.",
            ja: "{1}（インストール元：{2}）。このバンドルがその許可とデータを引き継ぎます。"
        ),
        HostSentence(
            en: "{1}, installed from elsewhere. The bundle gets its rights and its data.",
            de: "{1}, von anderswo installiert. Das Paket erhält deren Rechte und Daten.",
            ja: "{1}（別の場所からインストール）。このバンドルがその許可とデータを引き継ぎます。"
        ),
        HostSentence(
            en: "It will read the data of {1}.",
            de: "Sie wird die Daten von {1} lesen.",
            ja: "{1}のデータを読み取ります。"
        ),
        HostSentence(
            en: "It will read the data of {1}, which {2} uses too.",
            de: "Sie wird die Daten von {1} lesen, die auch {2} verwendet.",
            ja: "{2}も使う{1}のデータを読み取ります。"
        ),
        HostSentence(
            en: "It gets the data that you kept of a removed app with this identifier, signed by {1}.",
            de: "Sie erhält die Daten, die du von einer entfernten App mit dieser Kennung behalten hast, "
                + "signiert von {1}.",
            ja: "この識別子を持つ削除済みアプリ（署名者：{1}）の、残してあるデータを引き継ぎます。"
        ),
        HostSentence(
            en: "It is not signed: nothing shows who made it.",
            de: "Nicht signiert: Nichts zeigt, wer sie gemacht hat.",
            ja: "署名がないため、作成者を確認できません。"
        ),
        HostSentence(en: "Signed by {1}.", de: "Signiert von {1}.", ja: "署名者：{1}。"),
        HostSentence(
            en: "Signed by {1}, as the installed version is.",
            de: "Signiert von {1}, wie die installierte Version.",
            ja: "署名者：{1}（インストール済みのバージョンと同じ）。"
        ),
        HostSentence(
            en: "Signed by {1}, which has signed no installed app.",
            de: "Signiert von {1}; davon ist noch keine App installiert.",
            ja: "署名者：{1}（この署名者のアプリはまだインストールされていません）。"
        ),
        HostSentence(
            en: "Signed by {1}, which signed {2} too.",
            de: "Signiert von {1}, wie auch {2}.",
            ja: "署名者：{1}（{2}と同じ）。"
        ),
        HostSentence(en: "Will not run: {1}.", de: "Wird nicht ausgeführt: {1}.", ja: "実行されないもの：{1}。"),
        HostSentence(
            en: "Will not run: {1}. Did you mean {2}?",
            de: "Wird nicht ausgeführt: {1}. War {2} gemeint?",
            ja: "実行されないもの：{1}。{2}のことですか？"
        ),
        HostSentence(
            en: "Without effect: {1} ({2}). Did you mean {3}?",
            de: "Ohne Wirkung: {1} ({2}). War {3} gemeint?",
            ja: "機能しないもの：{1}（{2}）。{3}のことですか？"
        ),
        HostSentence(
            en: "Not supported by this version of Today, and without effect: {1}.",
            de: "Von dieser Version von Today nicht unterstützt und ohne Wirkung: {1}.",
            ja: "このバージョンのTodayでは対応しておらず、機能しないもの：{1}。"
        ),
        HostSentence(
            en: "Not supported by this version of Today, and without effect: {1}, and {2} more.",
            de: "Von dieser Version von Today nicht unterstützt und ohne Wirkung: {1} und {2} weitere.",
            ja: "このバージョンのTodayでは対応しておらず、機能しないもの：{1}、ほか{2}件。"
        ),
    ]

    /// Extensions that do not run, by extension point.
    private static let extensions: [HostSentence] = [
        HostSentence(
            en: "{1} (Share extension, {2})",
            de: "{1} (Erweiterung zum Teilen, {2})",
            ja: "{1}（共有機能拡張、{2}）"
        ),
        HostSentence(
            en: "{1} (Action extension, {2})",
            de: "{1} (Aktionserweiterung, {2})",
            ja: "{1}（アクション機能拡張、{2}）"
        ),
        HostSentence(
            en: "{1} (Photo Editing extension, {2})",
            de: "{1} (Erweiterung zur Fotobearbeitung, {2})",
            ja: "{1}（写真編集機能拡張、{2}）"
        ),
        HostSentence(
            en: "{1} (Document Provider, {2})",
            de: "{1} (Dokumentenanbieter, {2})",
            ja: "{1}（書類プロバイダ、{2}）"
        ),
        HostSentence(en: "{1} (Custom Keyboard, {2})", de: "{1} (Tastatur, {2})", ja: "{1}（カスタムキーボード、{2}）"),
        HostSentence(
            en: "{1} (unknown extension point, {2})",
            de: "{1} (unbekannte Art von Erweiterung, {2})",
            ja: "{1}（不明な機能拡張、{2}）"
        ),
    ]
}
