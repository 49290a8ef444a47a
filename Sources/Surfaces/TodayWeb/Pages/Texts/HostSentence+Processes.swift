/// The host's sentences about apps and widgets, and about their processes.
extension HostSentence {
    static let processes: [HostSentence] = ends + starts + sandbox + widgets

    /// Suffix to a sentence about the end of a process.
    static let retry = HostSentence(
        en: "{1} It is tried again by itself.",
        de: "{1} Es wird von selbst erneut gestartet.",
        ja: "{1}自動的に再試行されます。"
    )

    /// The ways in which a process ends; each sentence begins with its name.
    private static let ends: [HostSentence] = [
        HostSentence(
            en: "{1} stopped working and is tried again by itself.",
            de: "{1} funktioniert nicht mehr und wird von selbst erneut gestartet.",
            ja: "{1}が停止しました。自動的に再試行されます。"
        ),
        HostSentence(
            en: "{1} was ended because nobody used it.",
            de: "{1} wurde beendet, da es nicht verwendet wurde.",
            ja: "{1}は使用されていないため終了しました。"
        ),
        HostSentence(
            en: "{1} was ended because Today is stopping.",
            de: "{1} wurde beendet, da Today beendet wird.",
            ja: "Todayが終了するため、{1}も終了しました。"
        ),
        HostSentence(
            en: "{1} was ended because its app was changed.",
            de: "{1} wurde beendet, da die App geändert wurde.",
            ja: "アプリが変更されたため、{1}は終了しました。"
        ),
        HostSentence(
            en: "{1} ended with status 126: the program cannot be executed.",
            de: "{1} wurde mit Status 126 beendet: Das Programm lässt sich nicht ausführen.",
            ja: "{1}はステータス126で終了しました：プログラムを実行できません。"
        ),
        HostSentence(
            en: "{1} ended with status 127: the program, its interpreter or one of its libraries is missing.",
            de: "{1} wurde mit Status 127 beendet: Das Programm, sein Interpreter oder eine Bibliothek fehlt.",
            ja: "{1}はステータス127で終了しました：プログラム、インタプリタ、またはライブラリがありません。"
        ),
        HostSentence(
            en: "{1} ended before it answered initialize: it must read its standard input, and answer, "
                + "until that ends.",
            de: "{1} wurde beendet, bevor initialize beantwortet war: Es muss seine Standardeingabe lesen "
                + "und beantworten, bis sie endet.",
            ja: "{1}はinitializeに応答する前に終了しました：標準入力が終わるまで読み取り、応答し続ける必要があります。"
        ),
        HostSentence(
            en: "{1} ended with status {2} before it answered initialize: its standard error may say why.",
            de: "{1} wurde mit Status {2} beendet, bevor initialize beantwortet war: "
                + "Vielleicht sagt die Fehlerausgabe, warum.",
            ja: "{1}はinitializeに応答する前にステータス{2}で終了しました：理由は標準エラー出力にあるかもしれません。"
        ),
        HostSentence(
            en: "{1} did not answer {2} within {3} and was killed: no line came from its standard output; "
                + "it took too long, or its answer did not end with a line feed or was not flushed.",
            de: "{1} hat {2} nicht innerhalb von {3} beantwortet und wurde beendet: Auf der Standardausgabe kam keine "
                + "Zeile; es hat zu lange gedauert, oder der Antwort fehlte das Zeilenende oder das sofortige "
                + "Schreiben (flush).",
            ja: "{1}は{3}以内に{2}に応答しなかったため、強制終了されました：標準出力に1行も届きませんでした。"
                + "時間がかかりすぎたか、応答が改行で終わっていないか、フラッシュされていません。"
        ),
        HostSentence(
            en: "{1} did not answer {2} within {3} and was killed: a line on its standard output was no message, "
                + "and is in the log.",
            de: "{1} hat {2} nicht innerhalb von {3} beantwortet und wurde beendet: Eine Zeile auf der Standardausgabe "
                + "war keine Nachricht; sie steht im Protokoll von Today.",
            ja: "{1}は{3}以内に{2}に応答しなかったため、強制終了されました：標準出力にメッセージではない行がありました。"
                + "その行はTodayのログにあります。"
        ),
        HostSentence(
            en: "{1} did not answer {2} within {3} and was killed: an answer with the id {4} came, "
                + "which was not asked for.",
            de: "{1} hat {2} nicht innerhalb von {3} beantwortet und wurde beendet: Es kam eine Antwort mit der id "
                + "{4}, nach der nicht gefragt war.",
            ja: "{1}は{3}以内に{2}に応答しなかったため、強制終了されました：idが{4}の応答が届きましたが、"
                + "それは求められていません。"
        ),
        HostSentence(
            en: "{1} ended by itself with status 0: it must go on reading its standard input, and answer, "
                + "until that ends.",
            de: "{1} hat sich mit Status 0 selbst beendet: Es muss seine Standardeingabe weiterlesen "
                + "und beantworten, bis sie endet.",
            ja: "{1}はステータス0で終了しました：標準入力が終わるまで、読み取りと応答を続ける必要があります。"
        ),
        HostSentence(
            en: "{1} ended by itself with status {2}.",
            de: "{1} hat sich mit Status {2} selbst beendet.",
            ja: "{1}はステータス{2}で終了しました。"
        ),
        HostSentence(
            en: "{1} was ended by signal {2}.",
            de: "{1} wurde durch Signal {2} beendet.",
            ja: "{1}はシグナル{2}で終了しました。"
        ),
        HostSentence(
            en: "{1} closed its standard output.",
            de: "{1} hat seine Standardausgabe geschlossen.",
            ja: "{1}は標準出力を閉じました。"
        ),
        HostSentence(
            en: "{1} did not answer {2} within {3} and was killed.",
            de: "{1} hat {2} nicht innerhalb von {3} beantwortet und wurde beendet.",
            ja: "{1}は{3}以内に{2}に応答しなかったため、強制終了されました。"
        ),
        HostSentence(
            en: "{1} used {2} of processor time for one request; its limit is {3}.",
            de: "{1} hat für eine Anfrage {2} Prozessorzeit gebraucht; erlaubt sind {3}.",
            ja: "{1}は1回の要求で{2}のCPU時間を使用しました。上限は{3}です。"
        ),
        HostSentence(
            en: "{1} used {2} of processor time between requests; its limit is {3}.",
            de: "{1} hat zwischen Anfragen {2} Prozessorzeit gebraucht; erlaubt sind {3}.",
            ja: "{1}は要求の合間に{2}のCPU時間を使用しました。上限は{3}です。"
        ),
        HostSentence(
            en: "{1} did not wait for programs that it started, which used at least {2} of processor time.",
            de: "{1} hat auf gestartete Programme nicht gewartet; sie haben mindestens {2} Prozessorzeit gebraucht.",
            ja: "{1}は起動したプログラムの終了を待ちませんでした。それらは少なくとも{2}のCPU時間を使用しました。"
        ),
        HostSentence(
            en: "{1} used {2} MiB of memory; its limit is {3} MiB.",
            de: "{1} hat {2} MiB Speicher belegt; erlaubt sind {3} MiB.",
            ja: "{1}は{2} MiBのメモリを使用しました。上限は{3} MiBです。"
        ),
        HostSentence(
            en: "{1} was ended: all of its app used {2} MiB of memory; the limit is {3} MiB.",
            de: "{1} wurde beendet: Die ganze App hat {2} MiB Speicher belegt; erlaubt sind {3} MiB.",
            ja: "{1}は終了しました：アプリ全体で{2} MiBのメモリを使用しました。上限は{3} MiBです。"
        ),
        HostSentence(
            en: "{1} made {2} temporary files; its limit is {3}.",
            de: "{1} hat {2} temporäre Dateien angelegt; erlaubt sind {3}.",
            ja: "{1}は{2}個の一時ファイルを作成しました。上限は{3}個です。"
        ),
        HostSentence(
            en: "{1} had {2} sockets and watches of descriptors; its limit is {3}.",
            de: "{1} hatte {2} Sockets und überwachte Deskriptoren; erlaubt sind {3}.",
            ja: "{1}のソケットと監視中のディスクリプタは{2}個でした。上限は{3}個です。"
        ),
        HostSentence(
            en: "{1} had {2} locks of files; its limit is {3}.",
            de: "{1} hatte {2} Dateisperren; erlaubt sind {3}.",
            ja: "{1}のファイルロックは{2}個でした。上限は{3}個です。"
        ),
        HostSentence(
            en: "{1} was ended: it hid descriptors for {2}.",
            de: "{1} wurde beendet: Es hat {2} lang Deskriptoren verborgen.",
            ja: "{1}は終了しました：{2}の間ディスクリプタを隠していました。"
        ),
        HostSentence(
            en: "{1} was ended: the files of {2} take {3} MiB; their limit is {4} MiB.",
            de: "{1} wurde beendet: Die Dateien von {2} belegen {3} MiB; erlaubt sind {4} MiB.",
            ja: "{1}は終了しました：{2}のファイルが{3} MiBを占めています。上限は{4} MiBです。"
        ),
        HostSentence(
            en: "{1} was ended: there are {2} files in {3}; the limit is {4}.",
            de: "{1} wurde beendet: {3} enthält {2} Dateien; erlaubt sind {4}.",
            ja: "{1}は終了しました：{3}に{2}個のファイルがあります。上限は{4}個です。"
        ),
        HostSentence(
            en: "{1} was ended: folders in {2} are nested deeper than {3} levels.",
            de: "{1} wurde beendet: Ordner in {2} sind tiefer als {3} Ebenen verschachtelt.",
            ja: "{1}は終了しました：{2}のフォルダが{3}階層より深く入れ子になっています。"
        ),
        HostSentence(
            en: "{1} ran {2} processes; its limit is {3}.",
            de: "{1} hat {2} Prozesse laufen lassen; erlaubt sind {3}.",
            ja: "{1}は{2}個のプロセスを実行しました。上限は{3}個です。"
        ),
        HostSentence(
            en: "{1} was ended: all of its app ran {2} processes; the limit is {3}.",
            de: "{1} wurde beendet: Die ganze App hat {2} Prozesse laufen lassen; erlaubt sind {3}.",
            ja: "{1}は終了しました：アプリ全体で{2}個のプロセスを実行しました。上限は{3}個です。"
        ),
        HostSentence(
            en: "{1} broke the process protocol and was killed: {2}.",
            de: "{1} hat das Protokoll verletzt und wurde beendet: {2}.",
            ja: "{1}はプロトコルに違反したため、強制終了されました：{2}。"
        ),
        HostSentence(
            en: "{1} ended before it was done.",
            de: "{1} wurde beendet, bevor alles erledigt war.",
            ja: "{1}は処理が終わる前に終了しました。"
        ),
        HostSentence(
            en: "{1} answered {2} with an error: {3}",
            de: "{1} hat {2} mit einem Fehler beantwortet: {3}",
            ja: "{1}は{2}にエラーを返しました：{3}"
        ),
        HostSentence(
            en: "{1} answered wrongly: {2}",
            de: "{1} hat falsch geantwortet: {2}",
            ja: "{1}の応答が正しくありません：{2}"
        ),
        HostSentence(
            en: "the answer to {1} has not the shape that it should have: {2}",
            de: "die Antwort auf {1} hat nicht die vorgesehene Form: {2}",
            ja: "{1}への応答の形式が違います：{2}"
        ),
        HostSentence(
            en: "the answer cannot be read: {1}",
            de: "die Antwort ist nicht lesbar: {1}",
            ja: "応答を読み取れません：{1}"
        ),
        HostSentence(
            en: "The call to {1} was cancelled.",
            de: "Der Aufruf von {1} wurde abgebrochen.",
            ja: "{1}の呼び出しはキャンセルされました。"
        ),
        HostSentence(en: "{1} was cancelled.", de: "{1} wurde abgebrochen.", ja: "{1}はキャンセルされました。"),
        HostSentence(en: "The widget {1}", de: "Das Widget {1}", ja: "ウィジェット{1}"),
        HostSentence(en: "{1}'s widget", de: "Das Widget von {1}", ja: "{1}のウィジェット"),
        HostSentence(
            en: "The process cannot be asked.",
            de: "Der Prozess ist nicht ansprechbar.",
            ja: "プロセスに問い合わせできません。"
        ),
    ]

    /// The reasons for which a process does not start.
    private static let starts: [HostSentence] = [
        HostSentence(en: "{1} did not start: {2}.", de: "{1} ist nicht gestartet: {2}.", ja: "{1}は起動しませんでした：{2}。"),
        HostSentence(
            en: "{1} could not be started: {2}.",
            de: "{1} konnte nicht gestartet werden: {2}.",
            ja: "{1}を起動できませんでした：{2}。"
        ),
        HostSentence(
            en: "{1} may not be started: {2}.",
            de: "{1} darf nicht gestartet werden: {2}.",
            ja: "{1}の起動は許可されていません：{2}。"
        ),
        HostSentence(
            en: "it answered initialize with an error: {1}",
            de: "initialize wurde mit einem Fehler beantwortet: {1}",
            ja: "initializeにエラーが返されました：{1}"
        ),
        HostSentence(
            en: "the first line of its program names no interpreter; begin it with one, such as #!/usr/bin/python3",
            de: "die erste Zeile des Programms nennt keinen Interpreter; sie muss mit einem beginnen, "
                + "etwa #!/usr/bin/python3",
            ja: "プログラムの1行目にインタプリタの指定がありません。#!/usr/bin/python3のような行で始めてください"
        ),
        HostSentence(
            en: "the first line of its program begins with a byte-order mark; save the file as UTF-8 without one",
            de: "die erste Zeile des Programms beginnt mit einer Byte-Reihenfolge-Markierung (BOM); die Datei muss "
                + "als UTF-8 ohne BOM gespeichert werden",
            ja: "プログラムの1行目がBOM（バイト順マーク）で始まっています。BOMなしのUTF-8で保存してください"
        ),
        HostSentence(
            en: "the first line of its program ends with a carriage return; save the file with line feeds alone",
            de: "die erste Zeile des Programms endet mit einem Wagenrücklauf (CR); die Datei darf nur Zeilenvorschübe "
                + "(LF) enthalten",
            ja: "プログラムの1行目がCR（復帰文字）で終わっています。改行をLFのみにして保存してください"
        ),
        HostSentence(en: "the host stops", de: "Today wird beendet", ja: "Todayを終了しています"),
        HostSentence(en: "the system refuses", de: "das System verweigert es", ja: "システムに拒否されました"),
        HostSentence(
            en: "the host has too many files open",
            de: "zu viele Dateien sind geöffnet",
            ja: "開いているファイルが多すぎます"
        ),
        HostSentence(
            en: "no pipe can be made: {1}",
            de: "eine Pipe lässt sich nicht anlegen: {1}",
            ja: "パイプを作成できません：{1}"
        ),
        HostSentence(en: "bubblewrap is gone", de: "bubblewrap ist nicht mehr da", ja: "bubblewrapがありません"),
        HostSentence(
            en: "a sandbox is required, and there is none: {1}",
            de: "eine Sandbox ist vorgeschrieben, und es gibt keine: {1}",
            ja: "サンドボックスが必須ですが、利用できません：{1}"
        ),
        HostSentence(
            en: "there is no sandbox ({1}), and you do not trust {2} by name",
            de: "es gibt keine Sandbox ({1}), und {2} gilt nicht ausdrücklich als vertrauenswürdig",
            ja: "サンドボックスがなく（{1}）、{2}は信頼済みに指定されていません"
        ),
    ]

    /// Errors in the answer of a widget or an app, or in a tap.
    private static let widgets: [HostSentence] = [
        HostSentence(en: "It has nothing to show.", de: "Es gibt nichts anzuzeigen.", ja: "表示する内容がありません。"),
        HostSentence(
            en: "It is not shown: a page would need more than {1} KiB for the cards of its app.",
            de: "Wird nicht angezeigt: Eine Seite bräuchte für die Karten der App mehr als {1} KiB.",
            ja: "表示されません：このアプリのカードがページの{1} KiBを超えてしまいます。"
        ),
        HostSentence(
            en: "It is no longer installed.",
            de: "Es ist nicht mehr installiert.",
            ja: "すでにインストールされていません。"
        ),
        HostSentence(
            en: "Its card cannot be shown: {1}",
            de: "Die Karte lässt sich nicht anzeigen: {1}",
            ja: "カードを表示できません：{1}"
        ),
        HostSentence(
            en: "Its answer cannot be shown.",
            de: "Die Antwort lässt sich nicht anzeigen.",
            ja: "応答を表示できません。"
        ),
        HostSentence(
            en: "It returned more than {1} entries.",
            de: "Es wurden mehr als {1} Einträge übergeben.",
            ja: "{1}件を超えるエントリが渡されました。"
        ),
        HostSentence(
            en: "The widget is no longer installed.",
            de: "Das Widget ist nicht mehr installiert.",
            ja: "ウィジェットはすでにインストールされていません。"
        ),
        HostSentence(
            en: "The app is no longer installed.",
            de: "Die App ist nicht mehr installiert.",
            ja: "アプリはすでにインストールされていません。"
        ),
        HostSentence(
            en: "The inputs cannot be read.",
            de: "Die Eingaben sind nicht lesbar.",
            ja: "入力内容を読み取れません。"
        ),
        HostSentence(
            en: "The app was changed in the meantime. Try again.",
            de: "Die App wurde inzwischen geändert; bitte wiederholen.",
            ja: "その間にアプリが変更されました。もう一度お試しください。"
        ),
        HostSentence(
            en: "The result cannot be stored.",
            de: "Das Ergebnis lässt sich nicht speichern.",
            ja: "結果を保存できません。"
        ),
        HostSentence(
            en: "The result of the tap cannot be read.",
            de: "Das Ergebnis lässt sich nicht lesen.",
            ja: "結果を読み取れません。"
        ),
        HostSentence(
            en: "{1} does not take the address \"{2}\".",
            de: "{1} nimmt die Adresse „{2}“ nicht an.",
            ja: "{1}はアドレス「{2}」を受け付けませんでした。"
        ),
        HostSentence(
            en: "{1} leads to a page that is not its own: {2}",
            de: "{1} führt zu einer fremden Seite: {2}",
            ja: "{1}はほかのアプリのページを指しています：{2}"
        ),
    ]
}
