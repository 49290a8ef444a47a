/// The host's sentences that refuse a person's request on a page.
extension HostSentence {
    static let requests: [HostSentence] = notifications + passcode + messages + pages + storage

    private static let notifications: [HostSentence] = [
        HostSentence(
            en: "Today is stopping. It tells the app after it restarts.",
            de: "Today wird beendet; die App erfährt es beim nächsten Start.",
            ja: "Todayを終了しています。アプリには次回の起動時に伝えられます。"
        ),
        HostSentence(
            en: "Today is stopping. It performs the tap after it restarts.",
            de: "Today wird beendet; das wird beim nächsten Start ausgeführt.",
            ja: "Todayを終了しています。この操作は次回の起動時に実行されます。"
        ),
        HostSentence(
            en: "Nobody is waiting for an answer to this notification any more.",
            de: "Auf eine Antwort auf diese Mitteilung wartet niemand mehr.",
            ja: "この通知への回答を待っているものはもうありません。"
        ),
        HostSentence(
            en: "The action \"{1}\" needs a text.",
            de: "Die Aktion „{1}“ braucht einen Text.",
            ja: "アクション「{1}」にはテキストが必要です。"
        ),
        HostSentence(
            en: "The action \"{1}\" takes no text.",
            de: "Die Aktion „{1}“ nimmt keinen Text an.",
            ja: "アクション「{1}」にテキストは付けられません。"
        ),
        HostSentence(
            en: "A text has at most {1} bytes.",
            de: "Ein Text hat höchstens {1} Byte.",
            ja: "テキストは{1}バイトまでです。"
        ),
        HostSentence(
            en: "Quiet hours begin and end at different times of a day.",
            de: "Ruhezeiten beginnen und enden zu verschiedenen Uhrzeiten.",
            ja: "おやすみ時間の開始と終了には異なる時刻を指定してください。"
        ),
        HostSentence(
            en: "This cannot be revoked alone; remove the app with “{1}”.",
            de: "Das lässt sich nicht einzeln entziehen; die App entfernen mit „{1}“.",
            ja: "これだけを取り消すことはできません。アプリを削除するには：「{1}」"
        ),
        HostSentence(
            en: "You have revoked the right {1} of this app; give it back in Settings or with “{2}”.",
            de: "Du hast dieser App das Recht {1} entzogen; gib es in den Einstellungen oder mit „{2}“ zurück.",
            ja: "このアプリの権限{1}は取り消されています。設定、または「{2}」で戻せます。"
        ),
    ]

    private static let passcode: [HostSentence] = [
        HostSentence(
            en: "Enter the passcode first.",
            de: "Bitte zuerst den Code eingeben.",
            ja: "先にパスコードを入力してください。"
        ),
        HostSentence(
            en: "Enter the current passcode as well.",
            de: "Bitte auch den bisherigen Code eingeben.",
            ja: "現在のパスコードも入力してください。"
        ),
        HostSentence(
            en: "A passcode has {1} to {2} characters.",
            de: "Ein Code hat {1} bis {2} Zeichen.",
            ja: "パスコードは{1}〜{2}文字です。"
        ),
        HostSentence(
            en: "Too many wrong passcodes. Try again in {1}.",
            de: "Der Code war zu oft falsch; nächster Versuch in {1}.",
            ja: "間違いが多すぎます。{1}後にもう一度入力できます。"
        ),
        HostSentence(en: "That is not the passcode.", de: "Das ist nicht der Code.", ja: "パスコードが違います。"),
        HostSentence(
            en: "That is not the passcode. Try again in {1}.",
            de: "Das ist nicht der Code. Nächster Versuch in {1}.",
            ja: "パスコードが違います。{1}後にもう一度入力できます。"
        ),
        HostSentence(en: "a second", de: "einer Sekunde", ja: "1秒"),
        HostSentence(en: "{1} seconds", de: "{1} Sekunden", ja: "{1}秒"),
        HostSentence(en: "a minute", de: "einer Minute", ja: "1分"),
        HostSentence(en: "{1} minutes", de: "{1} Minuten", ja: "{1}分"),
        HostSentence(
            en: "Too many passcodes are being checked. Try again in a moment.",
            de: "Zu viele Versuche auf einmal; bitte gleich noch einmal.",
            ja: "試行が多すぎます。しばらくしてからお試しください。"
        ),
        HostSentence(
            en: "There is no passcode yet; set one in Settings or with \"today passcode\".",
            de: "Es gibt noch keinen Code; in den Einstellungen oder mit „today passcode“ festlegen.",
            ja: "パスコードがまだありません。「設定」または「today passcode」で設定してください。"
        ),
        HostSentence(
            en: "The passcode cannot be read or stored. The log says why.",
            de: "Der Code lässt sich nicht lesen oder speichern; das Protokoll enthält Näheres.",
            ja: "パスコードを読み書きできません。詳細はログにあります。"
        ),
    ]

    private static let messages: [HostSentence] = [
        HostSentence(
            en: "There is no subscription to the topic {1}.",
            de: "Das Thema {1} ist nicht abonniert.",
            ja: "トピック{1}は購読していません。"
        ),
        HostSentence(
            en: "This picture was deleted or has expired.",
            de: "Dieses Bild ist nicht mehr da; es wurde gelöscht oder ist abgelaufen.",
            ja: "この画像はありません。削除されたか、期限が過ぎています。"
        ),
        HostSentence(
            en: "This message was deleted or has expired.",
            de: "Diese Nachricht ist nicht mehr da; sie wurde gelöscht oder ist abgelaufen.",
            ja: "このメッセージはありません。削除されたか、期限が過ぎています。"
        ),
        HostSentence(
            en: "The body of “{1}” is not on this device yet; open the message again in a moment.",
            de: "Der Inhalt von „{1}“ ist noch nicht auf diesem Gerät; die Nachricht gleich noch einmal öffnen.",
            ja: "「{1}」の本文はまだこのデバイスにありません。しばらくしてから開き直してください。"
        ),
        HostSentence(
            en: "There is no such picture in this message.",
            de: "Dieses Bild gibt es in der Nachricht nicht.",
            ja: "このメッセージにその画像はありません。"
        ),
        HostSentence(
            en: "The file of the body is gone.",
            de: "Die Datei mit dem Inhalt ist nicht mehr da.",
            ja: "本文のファイルがありません。"
        ),
        HostSentence(
            en: "Today stopped while it was reading it.",
            de: "Das Lesen wurde begonnen, aber nicht beendet.",
            ja: "読み込みが途中で終わりました。"
        ),
    ]

    private static let pages: [HostSentence] = [
        HostSentence(
            en: "There is no widget {1}.",
            de: "Es gibt kein Widget {1}.",
            ja: "ウィジェット{1}はありません。"
        ),
        HostSentence(en: "There is no app {1}.", de: "Es gibt keine App {1}.", ja: "アプリ{1}はありません。"),
        HostSentence(
            en: "\"{1}\" is a page of Today itself, which the cards of apps open.",
            de: "„{1}“ ist eine Seite von Today selbst, die die Karten von Apps öffnen.",
            ja: "「{1}」はToday自体のページで、アプリのカードから開きます。"
        ),
        HostSentence(
            en: "No installed app opens \"{1}\".",
            de: "Keine installierte App öffnet „{1}“.",
            ja: "「{1}」を開けるアプリがインストールされていません。"
        ),
        HostSentence(
            en: "Today does not open addresses like this one.",
            de: "Solche Adressen öffnet Today nicht.",
            ja: "Todayではこの種類のアドレスを開けません。"
        ),
        HostSentence(
            en: "The address of the page is missing, or too long.",
            de: "Die Adresse der Seite fehlt oder ist zu lang.",
            ja: "ページのアドレスがないか、長すぎます。"
        ),
        HostSentence(
            en: "There is no action {1}; it was processed, withdrawn or discarded.",
            de: "Die Aktion {1} gibt es nicht; sie wurde ausgeführt, zurückgezogen oder verworfen.",
            ja: "アクション{1}はありません。処理済みか、取り下げまたは破棄されています。"
        ),
        HostSentence(
            en: "The app is processing the action {1}.",
            de: "Die App führt die Aktion {1} gerade aus.",
            ja: "アプリがアクション{1}を処理しています。"
        ),
        HostSentence(
            en: "There is no response {1}; it was never recorded, or has been discarded.",
            de: "Die Antwort {1} gibt es nicht mehr.",
            ja: "応答{1}はありません。"
        ),
        HostSentence(
            en: "{1} has nothing to configure.",
            de: "Bei {1} gibt es nichts anzupassen.",
            ja: "{1}に設定項目はありません。"
        ),
        HostSentence(
            en: "{1} cannot be read; install {2} again.",
            de: "{1} ist nicht lesbar; {2} bitte neu installieren.",
            ja: "{1}を読み取れません。{2}をインストールし直してください。"
        ),
        HostSentence(
            en: "A configuration may have {1} bytes.",
            de: "Eine Konfiguration darf {1} Byte haben.",
            ja: "設定は{1}バイトまでです。"
        ),
        HostSentence(
            en: "Something went wrong in the host. Its log has the details.",
            de: "Etwas ist fehlgeschlagen; das Protokoll von Today enthält Näheres.",
            ja: "問題が起きました。詳細はTodayのログにあります。"
        ),
    ]

    private static let storage: [HostSentence] = [
        HostSentence(
            en: "There is no space left for {1}; free some space and try again.",
            de: "Der Speicherplatz ist voll; Platz schaffen und noch einmal versuchen.",
            ja: "空き容量がありません。空きを増やしてからもう一度お試しください。"
        ),
        HostSentence(
            en: "{1} would have {2} bytes in the host's database; at most {3} are allowed: remove notifications, "
                + "shared defaults, secrets, records or actions first.",
            de: "{1} hätte {2} Byte in der Datenbank von Today; erlaubt sind {3}: Bitte zuerst Mitteilungen, "
                + "gemeinsame Einstellungen, Geheimnisse, Datensätze oder Aktionen entfernen.",
            ja: "{1}のデータはTodayのデータベースで{2}バイトになります。上限は{3}バイトです。先に通知、共有設定、シークレット、"
                + "レコード、アクションのいずれかを減らしてください。"
        ),
        HostSentence(
            en: "{1}'s database failed {2}.",
            de: "Die Datenbank hat einen Fehler gemeldet; das Protokoll enthält Näheres.",
            ja: "データベースでエラーが起きました。詳細はログにあります。"
        ),
        HostSentence(
            en: "The database holds {1} that cannot be read.",
            de: "Ein Eintrag der Datenbank ist nicht lesbar.",
            ja: "データベースに読み取れない項目があります。"
        ),
        HostSentence(
            en: "The host is shutting down.",
            de: "Today wird beendet.",
            ja: "Todayを終了しています。"
        ),
    ]
}
