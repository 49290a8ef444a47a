import Testing

@testable import TodayProtocol

@Suite struct LocalizedStringsTests {
    @Test(arguments: [
        ("Hello", [], "Hello"),
        ("%@ and %@", ["Milk", "Bread"], "Milk and Bread"),
        ("%2$@, %1$@", ["Milk", "Bread"], "Bread, Milk"),
        ("%1$@%1$@", ["a"], "aa"),
        ("100 %", [], "100 %"),
        ("100%% of %@", ["it"], "100% of it"),
        ("%@ and %@", ["Milk"], "Milk and "),
        ("%3$@!", ["a"], "!"),
        ("%d %s %n %0$@", ["a"], "%d %s %n %0$@"),
        ("%1$", ["a"], "%1$"),
        ("%", [], "%"),
        ("%@", ["%@"], "%@"),
        ("%999999999999$@", ["a"], "%999999999999$@"),
    ])
    func putsArgumentsInTheirPlaces(format: String, arguments: [String], text: String) {
        #expect(LocalizedStrings.fill(format, with: arguments) == text)
    }

    @Test func aTextThatBlowsUpIsCut() {
        let format = String(repeating: "%1$@", count: 10_000)
        let text = LocalizedStrings.fill(format, with: [String(repeating: "a", count: 10_000)])
        #expect(text.count <= LocalizedStrings.textLimit)
    }

    @Test func theFirstTableThatHasAKeyCounts() {
        let strings = LocalizedStrings([
            LocalizedStrings.Table(language: "en", strings: ["a": "A!"]),
            LocalizedStrings.Table(language: "en", strings: ["a": "no", "b": "B!"]),
        ])
        #expect(strings.text(.key("a")) == "A!")
        #expect(strings.text(.key("b")) == "B!")
        #expect(strings.text(.key("c %@", arguments: ["x"])) == "c x")
        #expect(strings.text(.text("a")) == "a")
        #expect(strings.text("%@") == "%@")
    }

    @Test(arguments: [
        ("en", 1, "1 day in Rome"), ("en", 2, "2 days in Rome"), ("fr", 0, "0 day in Rome"),
        ("pl", 3, "3 dni in Rome"), ("pl", 12, "12 days in Rome"), ("ja", 1, "1 days in Rome"),
    ])
    func theFirstNumberDecidesOnThePluralForm(language: String, count: Int, text: String) {
        let strings = [
            "days": "%2$lld days in %1$@", "days|one": "%2$lld day in %1$@", "days|few": "%2$lld dni in %1$@",
        ]
        let table = LocalizedStrings.Table(language: language, strings: strings)
        #expect(LocalizedStrings([table]).text(.key("days", arguments: ["Rome", count.localizable])) == text)
    }

    @Test func anArgumentMayBeAKey() {
        let table = LocalizedStrings.Table(language: "en", strings: ["late": "Late: %@", "why": "no %@"])
        #expect(
            LocalizedStrings([table]).text(.key("late", arguments: [.key("why", arguments: ["net"])])) == "Late: no net"
        )
    }

    @Test(arguments: ["{", "{\"key\":1}", "{\"keys\":\"a\"}", "The server answered.", ""])
    func aColumnThatIsNoKeyIsAText(column: String) {
        #expect(LocalizableText(stored: column) == .text(column))
        #expect(LocalizableText.text(column).stored == column)
    }

    @Test func aKeySurvivesTheDatabase() {
        let text = LocalizableText.key("late", arguments: [.key("why", arguments: ["a \"b\""]), 3.localizable])
        #expect(LocalizableText(stored: text.stored) == text)
    }

    @Test(arguments: [
        ("ja-JP", ["en", "ja", "ja-JP"], ["ja-JP", "ja", "en"]),
        ("ja-JP", ["en", "ja"], ["ja", "en"]),
        ("ja", ["en", "ja-JP"], ["en"]),
        ("de", ["Base", "en", "fr"], ["Base", "en"]),
        ("de", ["it", "fr"], ["fr"]),
        ("zh-Hant-TW", ["zh_Hant", "en"], ["zh_Hant", "en"]),
        ("EN-us", ["en"], ["en"]),
        ("de", [], []),
        ("", ["en"], ["en"]),
    ])
    func languagesAreLookedForFromTheNearest(language: String, bundle: [String], order: [String]) {
        #expect(LocalizedStrings.order(for: language, of: bundle) == order)
    }
}
