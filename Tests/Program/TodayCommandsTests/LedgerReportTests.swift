import AdaptiveCards
import Foundation
import Host
import HostModel
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayScreen

@testable import TodayCommands

/// What `today why` prints of a widget.
@Suite struct LedgerReportTests {
    private let date = Date(timeIntervalSince1970: 1_795_248_000.25)

    @Test func aReasonInAnotherLanguageIsNamedAndNotPrinted() {
        let entry = LedgerEntry(
            date: date,
            reasons: [.opened],
            outcome: .failed,
            milliseconds: 10,
            message: "通信できません。",
            language: "ja"
        )
        var report = LedgerReport(entries: [entry], language: "en-GB")
        report.widget = WidgetID("org.example.widget")
        let hint = "It said why in Japanese; to be told in your language: today reload org.example.widget"
        #expect(report.text.contains(hint))
        #expect(!report.text.contains("通信"))
        #expect(report.json.arrayValue?.first?["message"]?.stringValue == "通信できません。")
        #expect(report.json.arrayValue?.first?["language"]?.stringValue == "ja")
        report.language = "ja-JP"
        #expect(report.text.contains("通信できません。"))
    }

    @Test func aWidgetThatFailsIsNotSaidToBeUpToDate() {
        let entry = LedgerEntry(
            date: date,
            reasons: [.reload],
            outcome: .failed,
            milliseconds: 10,
            message: "Example ended by itself with status 1."
        )
        let schedule = UpdateSchedule(
            now: date,
            updated: date,
            nextUpdate: nil,
            isFailing: true,
            failingSince: date,
            isWatched: false,
            unseenUpdates: 3,
            unseenUpdateLimit: 64
        )
        var report = LedgerReport(entries: [entry, entry], schedule: schedule)
        report.standardError = ["first", "last \u{1B}[2J"].map { text in
            AppLogLine(
                number: 1,
                date: date,
                process: "a.b",
                source: .standardError,
                level: "notice",
                text: text
            )
        }
        #expect(!report.text.contains("Updated just now"))
        #expect(
            report.text.hasPrefix(
                """
                Last updated successfully just now.
                Updates have failed since 2026-11-21 08:00:00: Example ended by itself with status 1.
                """
            )
        )
        #expect(
            report.text.hasSuffix(
                """

                STANDARD ERROR
                2026-11-21 08:00:00  first
                2026-11-21 08:00:00  last [2J
                """
            )
        )
        #expect(report.json.arrayValue?.map { $0["standardError"]?.arrayValue?.count } == [2, nil])
    }

    @Test func theLanguagesInWhichUpdatesFailAreNamedAlsoAfterManyThatSucceeded() {
        let schedule = UpdateSchedule(
            now: date,
            updated: date,
            nextUpdate: nil,
            isFailing: true,
            failingSince: date,
            failingLanguages: ["de-AT", "de-DE", "ja-JP", "zzz\u{1B}[2J"],
            isWatched: false,
            unseenUpdates: 3,
            unseenUpdateLimit: 64
        )
        let entry = LedgerEntry(date: date, reasons: [.opened], outcome: .newData, milliseconds: 10)
        let text = LedgerReport(entries: [entry], schedule: schedule).text
        #expect(text.hasPrefix("Last updated successfully just now.\nUpdates in German, Japanese, zzz"), "\(text)")
        #expect(text.contains(" have failed since 2026-11-21 08:00:00.\n") && !text.contains("\u{1B}"))
    }

    @Test func whyAWidgetIsNotShownIsSaid() {
        let schedule = UpdateSchedule(
            now: date,
            updated: date,
            nextUpdate: nil,
            isWatched: true,
            unseenUpdates: 0,
            unseenUpdateLimit: 64,
            cut: "It is not shown."
        )
        let report = LedgerReport(entries: [], schedule: schedule)
        #expect(report.text.contains("0 of 64.\nIt is not shown.\n"))
    }

    @Test func mistakesInCardsAreListed() {
        var schedule = UpdateSchedule(
            now: date,
            updated: date,
            nextUpdate: nil,
            isWatched: true,
            unseenUpdates: 0,
            unseenUpdateLimit: 64
        )
        schedule.mistakes = [CardWarning(path: "compact.body[0].wieght", message: "Did you mean “weight”?\u{1B}[2J")]
        func entry(_ outcome: LedgerEntry.Outcome) -> LedgerEntry {
            LedgerEntry(date: date, reasons: [.reload], outcome: outcome, milliseconds: 1)
        }
        let entries = [entry(.failed), entry(.newData), entry(.newData)]
        let report = LedgerReport(entries: entries, schedule: schedule)
        #expect(report.text.contains("\n\nMistakes in its cards:\n  compact.body[0].wieght: Did you mean “weight”?"))
        #expect(!report.text.contains("\u{1B}"))
        let marked = report.json.arrayValue?.map { $0["mistakes"]?.arrayValue?.count ?? 0 }
        #expect(marked == [0, 1, 0])
        #expect(report.json.arrayValue?[1]["mistakes"]?.arrayValue?[0]["path"] == "compact.body[0].wieght")
        // An answer without content may have mistakes too.
        let empty = LedgerReport(entries: [entry(.noData), entry(.newData)], schedule: schedule)
        #expect(empty.json.arrayValue?.map { $0["mistakes"] != nil } == [true, false])
    }

    @Test func ledgerOfAWidget() throws {
        func report(_ obstacle: UpdateSchedule.Obstacle?, nextUpdate: Date?) -> String {
            let schedule = UpdateSchedule(
                now: date.addingTimeInterval(720),
                updated: date,
                nextUpdate: nextUpdate,
                isWatched: false,
                unseenUpdates: 3,
                unseenUpdateLimit: 64,
                obstacle: obstacle
            )
            return LedgerReport(entries: [], schedule: schedule).text
        }
        let next = date.addingTimeInterval(1800)
        #expect(
            report(nil, nextUpdate: next) == """
                Updated 12 min ago · next update about 08:30.
                Updates today while nobody watched: 3 of 64.

                Nothing has been updated or run yet.

                Times are those of GMT.
                """
        )
        #expect(report(nil, nextUpdate: nil).hasPrefix("Updated 12 min ago.\n"))
        #expect(report(nil, nextUpdate: nil).hasSuffix("Nothing has been updated or run yet."))
        #expect(report(.lowBattery, nextUpdate: nil).contains("the battery is low."))
        #expect(report(.limitReached, nextUpdate: nil).contains("today's limit is reached."))
        #expect(report(.notOnScreen, nextUpdate: nil).contains("not on the screen."))
        #expect(report(.turnedOff, nextUpdate: nil).contains("\"unseen-updates\" is 0."))
    }
}
