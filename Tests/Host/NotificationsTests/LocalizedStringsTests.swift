import Notifications
import Testing
import TodayProtocol

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
        let strings = LocalizedStrings([["a": "A!"], ["a": "no", "b": "B!"]])
        #expect(strings.text(.key("a")) == "A!")
        #expect(strings.text(.key("b")) == "B!")
        #expect(strings.text(.key("c %@", arguments: ["x"])) == "c x")
        #expect(strings.text(.text("a")) == "a")
        #expect(strings.text("%@") == "%@")
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
