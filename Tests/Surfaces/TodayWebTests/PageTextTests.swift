import AdaptiveCards
import DeviceSync
import Foundation
import HTTPTypes
import Host
import HostModel
import HostStorage
import JSON
import Notifications
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayWeb

/// The pages in their languages.
@Suite struct PageTextTests {
    // MARK: - The language

    @Test(arguments: [
        ("en-US", "en"), ("de", "de"), ("de-AT", "de"), ("DE-ch", "de"), ("ja-JP", "ja"), ("fr-CA", "fr"), ("it", "en"),
        ("den", "en"), ("", "en"), ("-de", "en"), ("de_AT", "en"), ("\u{0}de", "en"),
    ])
    func theLanguageIsThatOfTheTag(tag: String, language: String) {
        #expect(PageLanguage(tag: tag).tag == language)
        #expect(Viewer(language: tag, zone: "UTC").pageLanguage.tag == language)
    }

    @Test func eachLanguageHasItsOwnName() {
        let names = PageLanguage.all.map { LocalizableText.languageName.text(in: $0) }
        #expect(names == ["English", "Deutsch", "Français", "日本語"])
    }

    @Test(arguments: [
        LocalizableText.today, .notifications, .settings, .complications, .devices, .apps, .auditLog, .outbox,
        .passcode,
        .passkeys, .installApp, .topics, .sendMessage, .send, .share, .signIn,
    ])
    func noAppHasTheNameOfAPage(title: LocalizableText) {
        let names = (BuiltInApp.all.map(BuiltInApp.names(of:)) + HostApp.names).flatMap(\.self)
        // “Code” alone is too usual a word.
        for name in PageLanguage.all.map({ title.text(in: $0) }) where name != "Code" {
            #expect(names.contains(name))
        }
    }

    @Test(arguments: [
        ("de-AT,de;q=0.9,en;q=0.5", "de", "Mitteilungen"), ("ja-JP", "ja", "通知"), ("it-IT,it", "en", "Notifications"),
        ("fr-FR,fr", "fr", "Notifications"),
        ("en;q=0.5,ja", "ja", "通知"), ("\"><script>", "en", "Notifications"), ("*", "en", "Notifications"),
    ])
    func aPageIsInTheLanguageThatItsBrowserPrefers(accepted: String, tag: String, title: String) async throws {
        let browser = try await TestBrowser.signedIn()
        let page = try await browser.send(.get, "/notifications", headers: ["Accept-Language": accepted]).text
        #expect(page.hasPrefix("<!DOCTYPE html><html lang=\"\(tag)\">"))
        #expect(page.contains("<title>\(title)</title>"))
        #expect(page.contains("data-title=\"\(title)\""))
    }

    // MARK: - Forms

    @Test(arguments: [
        (0, "0 attempts", "0 Versuche", "0回試行", "0 tentative"), (1, "1 attempt", "1 Versuch", "1回試行", "1 tentative"),
        (2, "2 attempts", "2 Versuche", "2回試行", "2 tentatives"),
        (21, "21 attempts", "21 Versuche", "21回試行", "21 tentatives"),
    ])
    func aTextWithANumberHasItsPlural(count: Int, en: String, de: String, ja: String, fr: String) {
        let text = LocalizableText.attempts(count)
        #expect([text.en, text.de, text.ja, text.fr] == [en, de, ja, fr])
    }

    @Test func pluralsOfWholeSentencesAgree() {
        #expect(LocalizableText.olderNotShown(1).de == "1 ältere wird nicht angezeigt.")
        #expect(LocalizableText.olderNotShown(3).de == "3 ältere werden nicht angezeigt.")
        #expect(OutboxPage.label(1).de == "Postausgang, 1 Änderung")
        #expect(OutboxPage.label(12_000).de == "Postausgang, 9999+ Änderungen")
        #expect(OutboxPage.label(1).ja == OutboxPage.label(2).ja.replacing("2", with: "1"))
    }

    @Test(arguments: [
        (0.0, "gerade eben", "たった今"), (-50, "gerade eben", "たった今"), (60, "vor 1 Min.", "1分前"),
        (3600, "vor 1 Std.", "1時間前"), (86_400, "gestern", "昨日"), (200_000, "vor 2 Tagen", "2日前"),
    ])
    func agesAreInTheLanguage(seconds: Double, de: String, ja: String) {
        for (language, words) in [("de-DE", de), ("ja-JP", ja)] {
            let dates = PageDates(now: Samples.now, viewer: Viewer(language: language, zone: "UTC"))
            #expect(dates.ago(Samples.now.addingTimeInterval(-seconds)) == words)
        }
    }

    @Test func timesOfDayAreTheViewers() {
        func moment(_ language: String) -> String {
            PageDates(now: Samples.now, viewer: Viewer(language: language, zone: "Europe/Berlin")).moment(Samples.now)
        }
        #expect(moment("de-DE") == "22:00")
        #expect(moment("ja-JP") == "22:00")
        // A person whose language has no texts reads English, with the dates and times of their own language.
        #expect(moment("it-IT") == "22:00")
    }

    @Test func severalTextsAreJoinedAsTheLanguageDoes() {
        let options = PermissionNames.sentence([.alert, .sound, .badge])
        #expect(options.de == "Hinweise, Töne und Symbolkennzeichen")
        #expect(options.ja == "アラート、サウンド、アイコンバッジ")
        #expect(options.fr == "des alertes, des sons et des pastilles")
        #expect(PermissionNames.sentence([.sound]).de == "Töne")
        #expect(LocalizableText.list(of: []).de == "")
    }

    @Test func namesStayText() {
        var page = PageWriter(PageLanguage(tag: "de"))
        page.attribute("aria-label", .remove(PageSafetyTests.hostile))
        page.text(.wouldLikeToNotify(PageSafetyTests.hostile))
        #expect(!page.text.contains("<script>"))
        #expect(page.text.contains("„&quot;&gt;&lt;script&gt;") || page.text.contains("„\"&gt;&lt;script&gt;"))
    }

    // MARK: - No page is left in English

    /// What apps of the samples and the host say, commands, and words that are the same in German.
    private static let alike: Set<String> = [
        "3 &lt;left&gt; &amp; &quot;more&quot;", "3:40 PM", "5 of 8 habits done today", "AAPL 116.47  +0.52%", "Add",
        "Add a place", "Add…", "Apps", "Berlin", "Bread", "Chance of rain", "Cupertino", "Cupertino ✓", "Dark Sky",
        "Edit List", "Got It", "Habits", "Humidity", "It &lt;b&gt;failed&lt;/b&gt;.", "It lasts until 6 PM.",
        "Last updated", "Latitude", "Lisbon", "Longitude", "Menlo Park",
        "Milk, bread and four more things are still to buy.", "My Location", "Name", "News",
        "News could not be started.", "Open-Meteo", "Partly Cloudy", "Provider", "Rain in 20 minutes", "Redmond",
        "Shopping List", "Stocks", "Stocks &amp; Funds", "Tabs", "Text",
        "Tides", "Time to go shopping", "Tokyo", "Trash List", "Use Celsius", "Weather", "Weather &lt;1&gt;",
        "Firefox, Linux", "12.3 MB", "English", "Deutsch", "Français", "Version",
        "Choose it again.", "com.example.weather",
        "https://example.com", "weather://", "today install Weather.app", "today link", "today pair",
        "today notify Hello", "Cloud", "https://", "cloud.example.org", "today link CLOUD-URL",
        "today link https://cloud.example.org",
        "today complication --list", "°C, m/s, km", "· Shopping List",
        "· The stocks server did not answer.",
    ]

    @Test(arguments: [
        (
            LocalizableText.showWidgetOnToday("Weather", app: "a.b"),
            "Das Widget Weather (a.b) auf dem Heute-Bildschirm zeigen."
        ),
        (.fetchFromAllowedHost("a.b"), "Von a.b laden, was du erlaubt hast."),
        (
            .startedByPushesAndRecords,
            "Im Hintergrund gestartet werden, wenn ein Push eintrifft oder sich seine Einträge auf einem anderen Gerät "
                + "ändern."
        ),
        (
            .schemeOwnedByAnother("x", owner: "a.b", app: "Weather"),
            "Links, die mit x: beginnen, gehören a.b; Weather öffnet sie erst, wenn diese App entfernt ist."
        ),
    ])
    func whatABundleAsksForKeepsItsNames(sentence: LocalizableText, german: String) {
        #expect(sentence.de == german)
    }

    @Test func theMistakesOfABundleFollowASentenceInTheLanguage() {
        let lines = "  Info.plist: It is missing.\n  Evil: No."
        let summary = LocalizableText.bundleHasProblems("Evil.app", count: 2)
        let error = HostError(.badBundle, .textAboveLines(summary, lines: lines))
        let text = error.pageText
        #expect(text.de == "Evil.app hat 2 Fehler. Für den Entwickler der App, auf Englisch:\n" + lines)
        #expect(text.en == "Evil.app has 2 problems. For the developer of the app:\n" + lines)
        #expect(HostError(.badBundle, .archiveEmpty).pageText.ja == "アーカイブが空です。")
    }

    /// The texts of a page that a person can read or hear.
    private func texts(_ html: String) -> Set<String> {
        let body = html.replacing(#/<(style|script)(?s).*?<\/\1>/#, with: "")
        let content = body.matches(of: #/>([^<>]+)</#).map(\.1)
        let labels = body.matches(of: #/(?:aria-label|placeholder|title)="([^"]*)"/#).map(\.1)
        let all = (content + labels).map { $0.trimmingCharacters(in: .whitespaces) }
        return Set(all.filter { $0.contains(#/[A-Za-z]{2}/#) })
    }

    /// Every page in a language: full, and without anything to show.
    private func pages(_ language: String) async throws -> [String: String] {
        var pages: [String: String] = [:]
        let headers = ["Accept-Language": language]
        var full = Samples.screen
        var hiddenAction = Action.submit("A", data: [:])
        hiddenAction.mode = .secondary
        full.widgets[1].compact = Card { ActionSet { hiddenAction } }
        full.widgets.append(
            ShownWidget(
                id: WidgetID("w.1"),
                app: AppID("w"),
                title: "W",
                freshness: .placeholder,
                revision: Revision(1)
            )
        )
        full.widgets.append(
            ShownWidget(id: WidgetID("w.2"), app: AppID("w"), title: "W", freshness: .fresh, revision: Revision(1))
        )
        var nothingChosen = Samples.screen
        nothingChosen.widgets = []
        nothingChosen.chosen = []
        var nothingShown = Samples.screen
        nothingShown.widgets = []
        nothingShown.available = []
        let screens = ["full": full, "empty": Samples.emptyScreen, "none": nothingChosen, "quiet": nothingShown]
        for (name, screen) in screens {
            let browser = try await TestBrowser.signedIn(screen: screen)
            if name == "full" {
                browser.host.deliver(Samples.reminder())
                for _ in 0..<200 { browser.host.deliver(Samples.forecast()) }
                browser.host.changeNotifications { notifications in
                    notifications.settings = Samples.permissions
                    notifications.failures = [Samples.failure]
                    notifications.older = 3
                }
                browser.host.with { state in
                    state.location = LocationState(
                        location: KnownLocation(latitude: 1, longitude: 2, accuracy: 3, date: Samples.now),
                        isSharedElsewhere: true
                    )
                    state.messages.status = CloudStatus(.unregistered, url: "https://cloud.example.org", user: "ada")
                    state.audit = Samples.auditEntries
                    state.notifications.traces = [Samples.trace]
                    state.upload = BundleUpload(id: "upload", path: "/nowhere", limit: 1)
                    state.sheet = Samples.fullConsentSheet
                }
                browser.host.changeOutbox { outbox in
                    outbox.entries = [.failed, .retrying, .waiting, .delivered].enumerated()
                        .map { Samples.queued(Int64($0 + 1), $1) }
                    outbox.hasMore = true
                }
                browser.host.setComplication(Samples.habitsComplication, of: Samples.habitsComplication.app)
            }
            for path in [
                "/", "/notifications", "/notifications?all=1", "/notifications?answer=999", "/settings", "/outbox",
                "/complications", "/app?url=weather://", "/nothing", "/link/x",
                "/settings/apps?app=com.example.weather", "/settings/apps/install?upload=upload",
                "/settings/audit", "/settings/devices/pair", "/pair/x", "/trace/7", "/trace/999",
            ] {
                pages["\(name) \(path)"] = try await browser.send(.get, path, headers: headers).text
            }
            let leaving = headers.merging(["Sec-Fetch-Site": "none"]) { $1 }
            pages["\(name) leaving"] =
                try await browser.send(.get, "/open?url=https://example.com", headers: leaving).text
            let link = "/link/\(browser.links.make().text)"
            let ahead = headers.merging(["Sec-Purpose": "prefetch"]) { $1 }
            pages["\(name) link"] = try await browser.send(.get, link, headers: ahead).text
            for rights in DeviceRights.allCases {
                let path = PairPage.path(of: browser.pairings.make(DeviceGrant(rights: rights)))
                pages["\(name) pair \(rights)"] = try await browser.send(.get, path, headers: headers).text
            }
            let elsewhere = headers.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            pages["\(name) question"] =
                try await browser.send(.get, "/open?url=weather://", headers: elsewhere).text
            pages["\(name) welcome"] = try await browser.send(.get, link, headers: elsewhere).text
        }
        pages["sign in"] = try await TestBrowser().send(.get, "/", headers: headers).text
        for (name, event) in events {
            let pageLanguage = PageLanguage(tag: language)
            let payload = NotificationEventPayload(event, epoch: "e1", rights: .change, language: pageLanguage)
            let parts = [payload.beside?.question, payload.beside?.failures, payload.banner?.html]
            pages[name] = parts.compactMap(\.self).joined()
        }
        return pages
    }

    private var events: [String: NotificationEvent] {
        let question = NotificationSummary.Question(app: Samples.shopping, title: "Q", wanted: [.alert, .badge])
        let summary = NotificationSummary(badges: [:], count: 1, questions: [question], failures: [Samples.failure])
        return [
            "summary": NotificationEvent(revision: Revision(1), change: .summary(summary)),
            "banner": NotificationEvent(revision: Revision(1), change: .shown(Samples.reminder(id: 1), arrives: true)),
        ]
    }

    @Test(arguments: ["de-DE", "ja-JP"])
    func noPageIsLeftInEnglish(language: String) async throws {
        let english = try await pages("en-US")
        for (name, page) in try await pages(language) {
            let same = texts(page).intersection(texts(try #require(english[name])))
            #expect(same.subtracting(Self.alike) == [], "\(name)")
        }
    }
}

extension LocalizableText {
    var en: String { text(in: .english) }
    var de: String { text(in: PageLanguage(tag: "de")) }
    var ja: String { text(in: PageLanguage(tag: "ja")) }
    var fr: String { text(in: PageLanguage(tag: "fr")) }
}
