/// The host's sentences about its cloud, and about the servers that it calls for apps.
extension HostSentence {
    static let network: [HostSentence] = cloud + servers

    private static let cloud: [HostSentence] = [
        HostSentence(
            en: "Messages may be out of date: {1}",
            de: "Nachrichten sind möglicherweise nicht aktuell: {1}",
            ja: "メッセージが最新でない可能性があります：{1}"
        ),
        HostSentence(
            en: "This host was shut out of its cloud; join it again with “today link”.",
            de: "Die Cloud hat diesen Rechner ausgeschlossen; mit „today link“ erneut beitreten.",
            ja: "このコンピュータはクラウドから除外されました。「today link」でもう一度参加してください。"
        ),
        HostSentence(
            en: "This host was shut out of its cloud; join it again.",
            de: "Die Cloud hat diesen Rechner ausgeschlossen; bitte erneut beitreten.",
            ja: "このコンピュータはクラウドから除外されました。もう一度参加してください。"
        ),
        HostSentence(
            en: "The cloud has shut this host out; join it again with: today link CLOUD-URL",
            de: "Die Cloud hat diesen Rechner ausgeschlossen; erneut beitreten mit: today link CLOUD-URL",
            ja: "このコンピュータはクラウドから除外されました。次のコマンドで参加してください：today link CLOUD-URL"
        ),
        HostSentence(
            en: "This host has joined no cloud; join one with: today link CLOUD-URL",
            de: "Dieser Rechner ist keiner Cloud beigetreten; beitreten mit: today link CLOUD-URL",
            ja: "このコンピュータはクラウドに参加していません。次のコマンドで参加してください：today link CLOUD-URL"
        ),
        HostSentence(
            en: "The cloud at {1} did not answer in time; whether it took the message is not known.",
            de: "Die Cloud unter {1} hat zu lange nicht geantwortet; ob sie die Nachricht hat, ist nicht bekannt.",
            ja: "クラウド（{1}）が時間内に応答しませんでした。メッセージが受け付けられたかどうかは不明です。"
        ),
        HostSentence(
            en: "The cloud at {1} cannot be reached; is it running there?",
            de: "Die Cloud unter {1} ist nicht erreichbar; läuft sie dort?",
            ja: "クラウド（{1}）に接続できません。動作しているか確認してください。"
        ),
        HostSentence(
            en: "The answer of the cloud at {1} cannot be understood; is it a cloud?",
            de: "Die Antwort der Cloud unter {1} ist nicht zu verstehen; ist dort eine Cloud?",
            ja: "クラウド（{1}）の応答を解釈できません。クラウドかどうか確認してください。"
        ),
        HostSentence(
            en: "The cloud at {1} does not know this app key with this master secret.",
            de: "Die Cloud unter {1} kennt diesen App-Schlüssel mit diesem Hauptschlüssel nicht.",
            ja: "クラウド（{1}）はこのアプリキーとマスターシークレットを認識しません。"
        ),
        HostSentence(
            en: "The cloud at {1} answers with the status {2}.",
            de: "Die Cloud unter {1} antwortet mit dem Status {2}.",
            ja: "クラウド（{1}）の応答のステータスは{2}です。"
        ),
        HostSentence(
            en: "The message was not sent: the cloud knows no person \"{1}\" who uses this app.",
            de: "Die Nachricht wurde nicht gesendet: Die Cloud kennt keine Person „{1}“, die diese App verwendet.",
            ja: "メッセージは送信されませんでした：このアプリを使う「{1}」という人をクラウドは認識しません。"
        ),
        HostSentence(
            en: "The cloud at {1} did not answer in time; the message was not sent.",
            de: "Die Cloud unter {1} hat nicht rechtzeitig geantwortet; die Nachricht wurde nicht gesendet.",
            ja: "クラウド（{1}）は時間内に応答しませんでした。メッセージは送信されませんでした。"
        ),
        HostSentence(
            en: "The cloud refuses the message: {1}",
            de: "Die Cloud nimmt die Nachricht nicht an: {1}",
            ja: "クラウドがメッセージを受け付けませんでした：{1}"
        ),
        HostSentence(
            en: "the cloud does not answer.",
            de: "Die Cloud antwortet nicht.",
            ja: "クラウドが応答しません。"
        ),
        HostSentence(
            en: "The cloud does not answer.",
            de: "Die Cloud antwortet nicht.",
            ja: "クラウドが応答しません。"
        ),
        HostSentence(
            en: "the cloud cannot be reached.",
            de: "Die Cloud ist nicht erreichbar.",
            ja: "クラウドに接続できません。"
        ),
        HostSentence(
            en: "The cloud cannot be reached.",
            de: "Die Cloud ist nicht erreichbar.",
            ja: "クラウドに接続できません。"
        ),
        HostSentence(
            en: "the cloud ended the connection.",
            de: "Die Cloud hat die Verbindung beendet.",
            ja: "クラウドが接続を終了しました。"
        ),
        HostSentence(
            en: "the cloud stopped responding.",
            de: "Die Cloud meldet sich nicht mehr.",
            ja: "クラウドからの応答が途絶えました。"
        ),
        HostSentence(
            en: "the cloud sent an event that is too large.",
            de: "Die Cloud hat ein zu großes Ereignis gesendet.",
            ja: "クラウドから大きすぎるイベントが送信されました。"
        ),
        HostSentence(
            en: "the cloud's answer is too large.",
            de: "Die Antwort der Cloud ist zu groß.",
            ja: "クラウドの応答が大きすぎます。"
        ),
        HostSentence(
            en: "the cloud does not open the inbox of {1}.",
            de: "Die Cloud öffnet das Postfach von {1} nicht.",
            ja: "クラウドで{1}の受信箱を開けません。"
        ),
        HostSentence(
            en: "the server there does not speak HTTP.",
            de: "Was dort antwortet, spricht kein HTTP.",
            ja: "接続先がHTTPに対応していません。"
        ),
        HostSentence(
            en: "The server at {1} is not a cloud that this host understands.",
            de: "Unter {1} antwortet keine Cloud, die dieser Rechner versteht.",
            ja: "{1}は、このコンピュータが対応しているクラウドではありません。"
        ),
        HostSentence(en: "the link broke.", de: "Die Verbindung ist abgerissen.", ja: "接続が切れました。"),
        HostSentence(
            en: "the request was cancelled.",
            de: "Die Anfrage wurde abgebrochen.",
            ja: "要求は中止されました。"
        ),
        HostSentence(
            en: "this device cannot store what arrives: {1}",
            de: "Dieses Gerät kann nichts speichern: {1}",
            ja: "このデバイスに保存できません：{1}"
        ),
        HostSentence(
            en: "The cloud did not answer in time.",
            de: "Die Cloud hat nicht rechtzeitig geantwortet.",
            ja: "クラウドが時間内に応答しませんでした。"
        ),
        HostSentence(
            en: "The cloud has no inbox for {1}.",
            de: "Die Cloud hat kein Postfach für {1}.",
            ja: "クラウドに{1}の受信箱がありません。"
        ),
        HostSentence(
            en: "The link to the cloud cannot be read: {1}",
            de: "Die Verbindung zur Cloud ist nicht lesbar: {1}",
            ja: "クラウドの接続情報を読み取れません：{1}"
        ),
        HostSentence(en: "Today is stopping.", de: "Today wird beendet.", ja: "Todayを終了しています。"),
    ]

    private static let servers: [HostSentence] = [
        HostSentence(
            en: "The server answered “{1}” with {2}.",
            de: "Der Server hat „{1}“ mit {2} beantwortet.",
            ja: "サーバーは「{1}」に{2}を返しました。"
        ),
        HostSentence(
            en: "The action “{1}” wants {2}, which Today does not send.",
            de: "Die Aktion „{1}“ verlangt {2}, was Today nicht sendet.",
            ja: "アクション「{1}」には{2}が必要ですが、Todayは送信しません。"
        ),
        HostSentence(
            en: "Today could not look up which hosts are allowed.",
            de: "Today konnte nicht nachsehen, welche Server erlaubt sind.",
            ja: "許可されているサーバーを確認できませんでした。"
        ),
        HostSentence(
            en: "The connection to {1} failed.",
            de: "Die Verbindung zu {1} ist fehlgeschlagen.",
            ja: "{1}への接続に失敗しました。"
        ),
        HostSentence(
            en: "{1} did not answer in {2} s.",
            de: "{1} hat nicht innerhalb von {2} s geantwortet.",
            ja: "{1}は{2}秒以内に応答しませんでした。"
        ),
        HostSentence(
            en: "{1} answered with more than {2} bytes.",
            de: "{1} hat mit mehr als {2} Byte geantwortet.",
            ja: "{1}の応答が{2}バイトを超えています。"
        ),
        HostSentence(
            en: "{1} closed the connection in the middle of its answer.",
            de: "{1} hat die Antwort mittendrin abgebrochen.",
            ja: "{1}の応答が途中で切れました。"
        ),
        HostSentence(
            en: "{1} answered with something that is not HTTP.",
            de: "{1} hat nicht in HTTP geantwortet.",
            ja: "{1}の応答がHTTPではありません。"
        ),
        HostSentence(
            en: "{1} sent a compressed answer that cannot be decompressed.",
            de: "{1} hat eine gepackte Antwort gesendet, die sich nicht entpacken lässt.",
            ja: "{1}の圧縮された応答を展開できません。"
        ),
        HostSentence(
            en: "More than {1} requests of this app wait already.",
            de: "Es warten bereits mehr als {1} Anfragen dieser App.",
            ja: "このアプリの要求がすでに{1}件を超えて待機しています。"
        ),
        HostSentence(
            en: "The request was cancelled.",
            de: "Die Anfrage wurde abgebrochen.",
            ja: "要求は中止されました。"
        ),
        HostSentence(
            en: "{1} may not fetch from {2} without encryption; allow it with “{3}”.",
            de: "{1} darf von {2} nicht unverschlüsselt laden; erlauben mit „{3}“.",
            ja: "{1}は{2}から暗号化なしで取得できません。許可するには：「{3}」"
        ),
        HostSentence(
            en: "{1} may not fetch from {2}; allow it with “{3}”.",
            de: "{1} darf nicht von {2} laden; erlauben mit „{3}“.",
            ja: "{1}は{2}から取得できません。許可するには：「{3}」"
        ),
        HostSentence(
            en: "{1} is not on the internet but on this machine or its network; "
                + "if you trust {2} with it, allow it with “{3}”.",
            de: "{1} liegt nicht im Internet, sondern auf diesem Rechner oder in seinem Netz; "
                + "wenn {2} darauf zugreifen soll, erlauben mit „{3}“.",
            ja: "{1}はインターネット上ではなく、このコンピュータまたはそのネットワーク上にあります。{2}に許可するには：「{3}」"
        ),
        HostSentence(
            en: "{1} cannot be found; is this machine online?",
            de: "{1} ist nicht zu finden; ist dieser Rechner online?",
            ja: "{1}が見つかりません。このコンピュータはオンラインですか？"
        ),
        HostSentence(
            en: "The push service cannot be reached.",
            de: "Der Push-Dienst ist nicht erreichbar.",
            ja: "プッシュサービスに接続できません。"
        ),
        HostSentence(
            en: "The push service is not on a public host.",
            de: "Der Push-Dienst ist nicht öffentlich erreichbar.",
            ja: "プッシュサービスはパブリックなホスト上にありません。"
        ),
        HostSentence(en: "{1} cannot be reached.", de: "{1} ist nicht erreichbar.", ja: "{1}に接続できません。"),
        HostSentence(
            en: "{1} redirected the request more than {2} times.",
            de: "{1} hat die Anfrage mehr als {2}-mal weitergeleitet.",
            ja: "{1}で転送が{2}回を超えました。"
        ),
        HostSentence(
            en: "{1} answered with more than {2} bytes of headers.",
            de: "{1} hat mit mehr als {2} Byte an Kopfzeilen geantwortet.",
            ja: "{1}の応答のヘッダが{2}バイトを超えています。"
        ),
        HostSentence(
            en: "{1} redirected the request to {2}, which Today does not follow.",
            de: "{1} verweist mit dem Gesendeten auf {2}.",
            ja: "{1}は送信内容の転送先として{2}を指定しています。"
        ),
    ]
}
