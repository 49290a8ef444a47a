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

    /// What may be the same in another language: what apps say, and words that are the same in German.
    private static let alike = EveryPage.textsOfApps.union([
        "Apps", "Cloud", "Tabs", "Text", "Version", "English", "Deutsch", "Français", "Orange", "°C, m/s, km",
    ])

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
        let error = HostError(.badBundle, .bundleMistakes(summary, mistakes: lines))
        let text = error.pageText
        #expect(text.de == "Evil.app hat 2 Fehler. Für den Entwickler der App, auf Englisch:\n" + lines)
        #expect(text.en == "Evil.app has 2 problems. For the developer of the app:\n" + lines)
        #expect(HostError(.badBundle, .archiveEmpty).pageText.ja == "アーカイブが空です。")
    }

    /// Words that are the same in German alone.
    private static let alikeInGerman: Set<String> = ["Pink"]
    /// Words that are the same in French alone.
    private static let alikeInFrench: Set<String> = [
        "Complications", "Graphite", "Notifications", "Test", "Urgent", "Violet", "°F, mph, miles",
    ]

    @Test(arguments: ["de-DE", "fr-FR", "ja-JP"])
    func noPageIsLeftInEnglish(language: String) async throws {
        let english = try await EveryPage.pages("en-US")
        let alike = Self.alike.union(["fr-FR": Self.alikeInFrench, "de-DE": Self.alikeInGerman][language] ?? [])
        for (name, page) in try await EveryPage.pages(language) {
            let same = EveryPage.texts(page).intersection(EveryPage.texts(try #require(english[name])))
            #expect(same.subtracting(alike) == [], "\(name)")
        }
    }
}

extension LocalizableText {
    var en: String { text(in: .english) }
    var de: String { text(in: PageLanguage(tag: "de")) }
    var ja: String { text(in: PageLanguage(tag: "ja")) }
    var fr: String { text(in: PageLanguage(tag: "fr")) }
}
