import Foundation
import HabitsDomain
import Testing
import TodayKit

@testable import HabitsCore

/// The texts in English, Japanese and German, on the pages and in the bundles.
@Suite struct TextTests {
    @Test(arguments: [
        ("en-US", "Sunday, November 22", "November 2026"), ("en-GB", "Sunday 22 November", "November 2026"),
        ("ja-JP", "11月22日（日）", "2026年11月"), ("de-DE", "Sonntag, 22. November", "November 2026"),
        ("fr-FR", "Sunday 22 November", "November 2026"),
        ("en-US-u-hc-h23-ms-metric", "Sunday, November 22", "November 2026"),
    ])
    func daysAndMonthsAreInTheLanguage(language: String, day: String, month: String) throws {
        let texts = Texts(language)
        #expect(texts.day(try Samples.day()) == day)
        #expect(texts.month(Month(year: 2026, month: 11)) == month)
    }

    @Test(arguments: [
        ("en-US", "9:30\u{a0}PM"), ("en-US-u-hc-h23", "21:30"), ("en-GB", "21:30"), ("de-DE", "21:30"),
        ("de-DE-u-hc-h12", "9:30\u{a0}PM"), ("ja-JP-u-ms-metric", "21:30"),
    ])
    func timesOfDayAreAsThePersonChose(language: String, text: String) throws {
        #expect(Texts(language).time(try #require(TimeOfDay("21:30"))) == text)
    }

    @Test(arguments: ["en-US", "de-DE", "ja-JP"])
    func aSentenceRunsFromLeftToRightWhateverTheHabitIsCalled(language: String) {
        let texts = Texts(language)
        #expect(texts.added("מים").unicodeScalars.first == "\u{200E}")
        #expect(!texts.added("Water").unicodeScalars.contains("\u{200E}"))
    }

    @Test(arguments: ["ja-JP", "de-DE"])
    func noPageIsLeftInEnglish(language: String) throws {
        var data = try Samples.data([
            Habit(name: "1", schedule: .timesAWeek(3)), Habit(name: "2", schedule: .weekdays([.monday])),
        ])
        data.merge(try Samples.mark("1", as: .skipped, in: data))
        func pages(_ language: String) throws -> [String] {
            var state = Samples.state(data, language: language)
            state.isSyncing = true
            state.syncProblem = "9"
            state.undo = [UndoStep(id: "t", seconds: 1_795_345_000, .deleted("3"), .order([]))]
            let entry = try #require(data.habits.first)
            return try [
                DayPage(state).content, MonthPage(state, month: nil).content, StreaksPage(state).content,
                ArrangePage(state).content, HabitPage(state, entry, month: nil).content, FormPage(state, entry).content,
                FormPage(state, nil).content, SettingsPage(state).content,
            ]
            .map { try Samples.text($0.card) }
        }
        func words(_ text: String) -> Set<String> {
            Set(text.matches(of: #/"(?:text|title|label|placeholder|tooltip)":"([^"]*)"/#).map { String($0.1) })
        }
        for (english, other) in zip(try pages("en-US"), try pages(language)) {
            // Words that are the same in German, and what is not language.
            let same = words(english).intersection(words(other)).filter { $0.contains(#/[A-Za-z]{2}/#) }
            #expect(same.isSubset(of: ["Name", "November 2026", "Symbol"]), "\(same)")
        }
    }

    private func strings(_ bundle: String, _ language: String) throws -> [String: String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Bundle/\(bundle)")
        let file = folder.appending(path: "\(language).lproj/Localizable.strings")
        let pairs = try String(contentsOf: file, encoding: .utf8).matches(of: #/"([^"]*)" = "([^"]*)";/#)
        return Dictionary(uniqueKeysWithValues: pairs.map { (String($0.1), String($0.2)) })
    }

    @Test(arguments: ["", "PlugIns/HabitsWidget/"])
    func theThreeFilesHaveTheSameKeys(bundle: String) throws {
        let english = try strings(bundle, "en")
        #expect(!english.isEmpty)
        for language in ["ja", "de"] {
            let other = try strings(bundle, language)
            #expect(Set(other.keys) == Set(english.keys))
            for (key, text) in english { #expect(!(other[key] ?? "").isEmpty && other[key] != text, "\(key)") }
        }
    }

    @Test func everyTextOfANotificationIsThere() throws {
        let data = try Samples.data([Habit(name: "Read", reminder: TimeOfDay("21:30"))])
        let request = try #require(ReminderPlan(data, at: Samples.time()).requests.values.first)
        let json = try Samples.text(ReminderNotification.categories) + Samples.text(request)
        let keys = Set(json.matches(of: #/"key":"([^"]*)"/#).map { String($0.1) })
        #expect(keys.count == 4)
        #expect(Set(try strings("", "en").keys) == keys.union(["CFBundleDisplayName"]))
    }

    @Test(arguments: [
        "../UTC", "/etc/passwd", "Europe//Berlin", "", ".", "a/b/c/d/e", "Europe/Berlin\n", "Nowhere/City",
    ])
    func namesThatAreNoZonesAreNotRead(name: String) { #expect(ZoneFolder.system.rules(of: name) == nil) }

    @Test func zonesAreRead() {
        #expect(ZoneFolder.system.rules(of: "Asia/Tokyo")?.offset(at: 0) == 32_400)
        #expect(ZoneFolder(path: "/nowhere").rules(of: "UTC")?.offset(at: 0) == 0)
        #expect(ZoneFolder(path: "/nowhere").rules(of: "Asia/Tokyo") == nil)
    }
}
