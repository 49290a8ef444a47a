import HTTPTypes
import Host
import HostModel
import HostStorage
import JSON
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// What the host says, in the language of the page.
@Suite struct HostSentenceTests {
    @Test(
        arguments: [
            (
                LocalizableText.killedWithoutAnswer("Clock", method: "widget/update", duration: "20 s"),
                "Clock did not answer widget/update within 20 s and was killed.",
                "Clock hat widget/update nicht innerhalb von 20 s beantwortet und wurde beendet.",
                "Clockは20 s以内にwidget/updateに応答しなかったため、強制終了されました。"
            ),
            (
                .endedBySignal("My App", signal: 9),
                "My App was ended by signal 9.", "My App wurde durch Signal 9 beendet.", "My Appはシグナル9で終了しました。"
            ),
            (
                .serverRefusedAction("Open the door", status: 503),
                "The server answered “Open the door” with 503.", "Der Server hat „Open the door“ mit 503 beantwortet.",
                "サーバーは「Open the door」に503を返しました。"
            ),
            (
                .triedAgain(
                    LocalizableText.usedTooMuchMemory(LocalizableText.widgetSubject("Foo"), used: 112, limit: 64)
                ),
                "The widget Foo used 112 MiB of memory; its limit is 64 MiB. It is tried again by itself.",
                "Das Widget Foo hat 112 MiB Speicher belegt; erlaubt sind 64 MiB. Es wird von selbst erneut gestartet.",
                "ウィジェットFooは112 MiBのメモリを使用しました。上限は64 MiBです。自動的に再試行されます。"
            ),
            (
                .triedAgain(LocalizableText.tooManyTemporaryFiles("Foo", count: 10001, limit: 10000)),
                "Foo made 10001 temporary files; its limit is 10000. It is tried again by itself.",
                "Foo hat 10001 temporäre Dateien angelegt; erlaubt sind 10000. Es wird von selbst erneut gestartet.",
                "Fooは10001個の一時ファイルを作成しました。上限は10000個です。自動的に再試行されます。"
            ),
            (
                .triedAgain(LocalizableText.tooManyFileLocks("Foo", count: 1001, limit: 1000)),
                "Foo had 1001 locks of files; its limit is 1000. It is tried again by itself.",
                "Foo hatte 1001 Dateisperren; erlaubt sind 1000. Es wird von selbst erneut gestartet.",
                "Fooのファイルロックは1001個でした。上限は1000個です。自動的に再試行されます。"
            ),
            (
                .triedAgain(LocalizableText.hidDescriptors("Foo", duration: "1 s")),
                "Foo was ended: it hid descriptors for 1 s. It is tried again by itself.",
                "Foo wurde beendet: Es hat 1 s lang Deskriptoren verborgen. Es wird von selbst erneut gestartet.",
                "Fooは終了しました：1 sの間ディスクリプタを隠していました。自動的に再試行されます。"
            ),
            (
                .triedAgain(LocalizableText.couldNotBeStarted("Foo", reason: LocalizableText.noInterpreterPhrase)),
                "Foo could not be started: the first line of its program names no interpreter; begin it with one, such as "
                    + "#!/usr/bin/python3. It is tried again by itself.",
                "Foo konnte nicht gestartet werden: die erste Zeile des Programms nennt keinen Interpreter; sie muss mit "
                    + "einem beginnen, etwa #!/usr/bin/python3. Es wird von selbst erneut gestartet.",
                "Fooを起動できませんでした：プログラムの1行目にインタプリタの指定がありません。#!/usr/bin/python3のような行で"
                    + "始めてください。自動的に再試行されます。"
            ),
            (
                .killedWithoutOutput("Foo", method: "widget/update", duration: "20 s"),
                "Foo did not answer widget/update within 20 s and was killed: no line came from its standard output; "
                    + "it took too long, or its answer did not end with a line feed or was not flushed.",
                "Foo hat widget/update nicht innerhalb von 20 s beantwortet und wurde beendet: Auf der Standardausgabe kam "
                    + "keine Zeile; es hat zu lange gedauert, oder der Antwort fehlte das Zeilenende oder das sofortige "
                    + "Schreiben (flush).",
                "Fooは20 s以内にwidget/updateに応答しなかったため、強制終了されました：標準出力に1行も届きませんでした。"
                    + "時間がかかりすぎたか、応答が改行で終わっていないか、フラッシュされていません。"
            ),
            (
                .couldNotBeStarted("Foo", reason: LocalizableText.byteOrderMarkPhrase),
                "Foo could not be started: the first line of its program begins with a byte-order mark; save the file as "
                    + "UTF-8 without one.",
                "Foo konnte nicht gestartet werden: die erste Zeile des Programms beginnt mit einer "
                    + "Byte-Reihenfolge-Markierung (BOM); die Datei muss als UTF-8 ohne BOM gespeichert werden.",
                "Fooを起動できませんでした：プログラムの1行目がBOM（バイト順マーク）で始まっています。BOMなしのUTF-8で"
                    + "保存してください。"
            ),
            (
                .endedWithStatusZero("Foo"),
                "Foo ended by itself with status 0: it must go on reading its standard input, and answer, until that ends.",
                "Foo hat sich mit Status 0 selbst beendet: Es muss seine Standardeingabe weiterlesen und beantworten, "
                    + "bis sie endet.",
                "Fooはステータス0で終了しました：標準入力が終わるまで、読み取りと応答を続ける必要があります。"
            ),
            (
                .triedAgain(
                    LocalizableText.killedAfterUnaskedAnswer("Foo", method: "initialize", duration: "5 s", id: "\"1\"")
                ),
                "Foo did not answer initialize within 5 s and was killed: an answer with the id \"1\" came, "
                    + "which was not asked for. It is tried again by itself.",
                "Foo hat initialize nicht innerhalb von 5 s beantwortet und wurde beendet: Es kam eine Antwort mit der "
                    + "id \"1\", nach der nicht gefragt war. Es wird von selbst erneut gestartet.",
                "Fooは5 s以内にinitializeに応答しなかったため、強制終了されました：idが\"1\"の応答が届きましたが、"
                    + "それは求められていません。自動的に再試行されます。"
            ),
            (
                .killedAfterStrayLine("Foo", method: "widget/update", duration: "20 s"),
                "Foo did not answer widget/update within 20 s and was killed: a line on its standard output was no "
                    + "message, and is in the log.",
                "Foo hat widget/update nicht innerhalb von 20 s beantwortet und wurde beendet: Eine Zeile auf der "
                    + "Standardausgabe war keine Nachricht; sie steht im Protokoll von Today.",
                "Fooは20 s以内にwidget/updateに応答しなかったため、強制終了されました：標準出力にメッセージではない行が"
                    + "ありました。その行はTodayのログにあります。"
            ),
            (
                .answeredWrongly(
                    "Foo",
                    reason: LocalizableText.answerMisshapenPhrase(
                        "widget/update",
                        reason: "content.compact: an object is wanted"
                    )
                ),
                "Foo answered wrongly: the answer to widget/update has not the shape that it should have: content.compact: "
                    + "an object is wanted",
                "Foo hat falsch geantwortet: die Antwort auf widget/update hat nicht die vorgesehene Form: "
                    + "content.compact: an object is wanted",
                "Fooの応答が正しくありません：widget/updateへの応答の形式が違います：content.compact: an object is wanted"
            ),
            (
                .addressNotTaken("My App", address: "my://nowhere"),
                "My App does not take the address \"my://nowhere\".",
                "My App nimmt die Adresse „my://nowhere“ nicht an.",
                "My Appはアドレス「my://nowhere」を受け付けませんでした。"
            ),
            (
                .nothingToShow,
                "It has nothing to show.", "Es gibt nichts anzuzeigen.", "表示する内容がありません。"
            ),
            (
                .pageNotShown(256),
                "It is not shown: a page would need more than 256 KiB for the cards of its app.",
                "Wird nicht angezeigt: Eine Seite bräuchte für die Karten der App mehr als 256 KiB.",
                "表示されません：このアプリのカードがページの256 KiBを超えてしまいます。"
            ),
        ] as [(LocalizableText, String, String, String)]
    )
    func aSentenceKeepsItsValues(text: LocalizableText, en: String, de: String, ja: String) {
        #expect([text.en, text.de, text.ja] == [en, de, ja])
    }

    /// The name of an app would be in English, and quoted within the quotation marks of the command.
    @Test func aRevokedRightNamesTheAppOnceAndWithoutQuotationMarks() {
        let text = LocalizableText.rightRevoked(
            "network",
            command: "today settings org.today.ShoppingList --restore network"
        )
        #expect(
            text.de == "Du hast dieser App das Recht network entzogen; gib es in den Einstellungen oder mit "
                + "„today settings org.today.ShoppingList --restore network“ zurück."
        )
        #expect(
            text.ja == "このアプリの権限networkは取り消されています。設定、または"
                + "「today settings org.today.ShoppingList --restore network」で戻せます。"
        )
    }

    @Test func aReasonWithinASentenceIsTranslatedToo() {
        let text = LocalizableText.messagesOutOfDate(LocalizableText.cloudNotAnsweringPhrase)
        #expect(text.de == "Nachrichten sind möglicherweise nicht aktuell: Die Cloud antwortet nicht.")
        let wait = LocalizableText.wrongPasscodeWait(LocalizableText.waitMinutes(5))
        #expect(wait.de == "Das ist nicht der Code. Nächster Versuch in 5 Minuten.")
    }

    @Test(arguments: ["", "The stocks server did not answer.", "{1}", "Its card cannot be shown: ", "日本語"])
    func whatAProcessWroteStays(text: String) {
        #expect([LocalizableText.text(text).en, LocalizableText.text(text).ja] == [text, text])
    }

    @Test func anErrorWithoutATranslationSaysOfWhatKindItIs() {
        let text = HostError(.invalid, "The frobnicator has 3 wheels.").pageText
        #expect(text.en == "The frobnicator has 3 wheels.")
        #expect(text.de == "So lässt sich das nicht ausführen.")
        let process = HostError(.processFailed, "Kein Netz.").pageText
        #expect([process.en, process.ja] == ["Kein Netz.", "Kein Netz."])
    }

    @Test(arguments: [("de-DE", "Die Eingaben sind nicht lesbar."), ("en-US", "The inputs cannot be read.")])
    func theReasonOfAFailedTapIsInTheLanguageOfThePage(language: String, reason: String) async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { $0.outcome = .failed(reason: .inputsUnreadable) }
        let tap = #"{"id": "1", "target": {"widget": {"id": "w"}}, "data": {}}"#
        let answer = try await browser.send(.post, "/api/taps", body: tap, headers: ["Accept-Language": language])
        #expect(answer.text.contains(reason), "\(answer.text)")
    }

    @Test func theErrorOfAPagesRequestIsInItsLanguage() async throws {
        let browser = try await TestBrowser.signedIn()
        browser.host.with { $0.failure = HostError(.passcodeRequired, .enterPasscodeFirst) }
        let answer = try await browser.send(.get, "/api/screen", headers: ["Accept-Language": "de"])
        #expect(answer.text.contains("Bitte zuerst den Code eingeben."), "\(answer.text)")
    }

    @Test func aFailedWidgetAndAWarningAreInTheLanguageOfThePage() async throws {
        var screen = Samples.emptyScreen
        screen.warnings = [.sandboxOff]
        screen.widgets = Samples.screen.widgets
        screen.widgets[0].freshness = .stale(reason: .closedStandardOutput("Weather"), since: Samples.now)
        let page = try await TestBrowser.signedIn(screen: screen).send(.get, "/", headers: ["Accept-Language": "de"])
        #expect(page.text.contains("Weather hat seine Standardausgabe geschlossen."))
        #expect(page.text.contains("Die Sandbox ist ausgeschaltet:"))
    }

    @Test(arguments: [("en", "Last updated: "), ("de", "Zuletzt aktualisiert: "), ("ja", "最終アップデート：")])
    func aFailingWidgetSaysWhenItWasLastUpdatedAndNotThatItIsUpToDate(language: String, words: String) async throws {
        var screen = Samples.emptyScreen
        screen.widgets = Array(Samples.screen.widgets.prefix(1))
        screen.widgets[0].date = Samples.now
        screen.widgets[0].isFailing = true
        screen.widgets[0].freshness = .stale(reason: .endedWithStatus("Weather", status: 3), since: Samples.now)
        let page = try await TestBrowser.signedIn(screen: screen)
            .send(.get, "/", headers: ["Accept-Language": language]).text
        // In the note, and in the age that a long press shows.
        #expect(page.ranges(of: "\(words)<time datetime=\"2026-11-21T21:00:00Z\">").count == 2, "\(page)")
        #expect(!page.contains("data-ago"))
    }

    @Test func aWidgetWhoseCardsAreLeftOutSaysWhyAndIsNotTriedAgain() async throws {
        var screen = Samples.emptyScreen
        screen.widgets = Array(Samples.screen.widgets.prefix(1))
        screen.widgets[0].compact = nil
        screen.widgets[0].expanded = nil
        let reason = "It is not shown: a page would need more than 256 KiB for the cards of its app."
        screen.widgets[0].freshness = .cut(reason: .pageNotShown(256))
        let page = try await TestBrowser.signedIn(screen: screen).send(.get, "/", headers: ["Accept-Language": "en"])
        #expect(page.text.contains("<span>\(reason)</span></p>"))
    }

    @Test(arguments: [
        (
            LocalizableText.stoppedAndTriedAgain("Weather"), "en",
            "Weather stopped working and is tried again by itself."
        ),
        (
            .triedAgain(LocalizableText.usedTooMuchMemory("Weather", used: 65, limit: 64)), "en",
            "Weather used 65 MiB of memory; its limit is 64 MiB. It is tried again by itself."
        ),
        (
            .triedAgain(LocalizableText.usedTooMuchMemory("Weather", used: 65, limit: 64)), "de",
            "Weather hat 65 MiB Speicher belegt; erlaubt sind 64 MiB. Es wird von selbst erneut gestartet."
        ),
    ])
    func aFailedWidgetIsSaidOnceToBeTriedAgain(reason: LocalizableText, language: String, note: String) async throws {
        var screen = Samples.emptyScreen
        screen.widgets = Array(Samples.screen.widgets.prefix(1))
        screen.widgets[0].freshness = .failed(reason: reason)
        let page = try await TestBrowser.signedIn(screen: screen)
            .send(.get, "/", headers: ["Accept-Language": language])
        #expect(page.text.contains("<span>\(note)</span>"))
    }

    @Test(arguments: [
        ("\"compact\" is missing", "en", "&quot;compact&quot; is missing. Today tries again automatically."),
        ("Choose a city.", "en", "Choose a city. Today tries again automatically."),
        ("Is it “on?”", "de", "Is it “on?” Today versucht es von selbst wieder."),
        ("通信できません", "ja", "通信できません。Todayが自動的に再試行します。"),
        ("通信できません。", "ja", "通信できません。Todayが自動的に再試行します。"),
    ])
    func aReasonWithoutAFullStopGetsOneBeforeMore(reason: String, language: String, note: String) async throws {
        var screen = Samples.emptyScreen
        screen.widgets = Array(Samples.screen.widgets.prefix(1))
        screen.widgets[0].freshness = .failed(reason: .text(reason))
        let page = try await TestBrowser.signedIn(screen: screen)
            .send(.get, "/", headers: ["Accept-Language": language])
        #expect(page.text.contains("<span>\(note)</span>"), "\(page.text)")
    }

    @Test(arguments: [("en", "Error Output"), ("de", "Fehlerausgabe"), ("ja", "エラー出力")])
    func theErrorOutputOfAFailedWidgetIsBehindItsMessage(language: String, title: String) async throws {
        var screen = Samples.emptyScreen
        screen.widgets = Array(Samples.screen.widgets.prefix(1))
        screen.widgets[0].freshness = .failed(reason: .endedWithStatus("Weather", status: 1))
        let browser = try await TestBrowser.signedIn(screen: screen)
        #expect(try await !browser.send(.get, "/").text.contains("class=\"cause\""))
        browser.host.with { $0.screen.widgets[0].standardError = ["<b>Trace", "back"] }
        let page = try await browser.send(.get, "/", headers: ["Accept-Language": language])
        #expect(page.text.contains("<details class=\"cause\"><summary>\(title)</summary>"))
        #expect(page.text.contains("Trace\nback</pre></details>"))
        #expect(!page.text.contains("<b>Trace"))
    }

    @Test func aReplyWithoutASentenceStaysAsItIs() async throws {
        let browser = try await TestBrowser.signedIn()
        let id = browser.host.deliver(Samples.reminder())
        let there = try await browser.send(.get, "/api/notifications/delivered/\(id)")
        #expect(there.status == .ok)
        #expect(try JSONValue(parsing: there.text)["id"] == .integer(Int(id.rawValue)))
        for gone in ["\(id.rawValue + 1)", "0", "x", "99999999999999999999999"] {
            #expect(try await browser.send(.get, "/api/notifications/delivered/\(gone)").status == .notFound)
        }
    }
}
