import HabitsDomain
import Testing
import TodayKit

@testable import HabitsCore

/// The content of the widget.
@Suite struct WidgetTests {
    private func content(_ data: HabitData, language: String = "en-US") -> WidgetContent {
        WidgetCards.content(data, at: Samples.time(), language: language)
    }

    @Test func aTapTicksAndAnotherUnticks() throws {
        var data = try Samples.data([Habit(name: "Read", symbol: "📖"), Habit(name: "Run")])
        data.merge(try Samples.mark("Read", in: data))
        let content = content(data)
        try content.compact.validateForWidget()
        let text = try Samples.text(content.compact)
        #expect(
            text.contains(try Samples.text(WidgetAction.set(habit: Samples.id("Read"), day: "2026-11-22", done: false)))
        )
        #expect(
            text.contains(try Samples.text(WidgetAction.set(habit: Samples.id("Run"), day: "2026-11-22", done: true)))
        )
        #expect(text.contains("Mark Read as not done") && text.contains("Mark Run as done"))
        #expect(text.contains("📖 Read") && text.contains("\"CheckmarkCircle\"") && text.contains("\"Circle\""))
        #expect(text.contains("1 of 2 done"))
        #expect(content.expanded == nil)
    }

    @Test func aStreakIsShownFromTwoDaysOn() throws {
        var data = try Samples.data([Habit(name: "Read")])
        data.merge(try Samples.mark("Read", in: data))
        #expect(try !Samples.text(content(data).compact).contains("Badge"))
        data.merge(try Samples.mark("Read", "2026-11-21", in: data))
        let text = try Samples.text(content(data).compact)
        #expect(text.contains("\"Badge\"") && text.contains("\"tooltip\":\"2 days\""))
        #expect(try Samples.text(content(data, language: "de").compact).contains("\"tooltip\":\"2 Tage\""))
    }

    @Test func whatTheAppHasNotProcessedShowsAtOnce() throws {
        let data = try Samples.data([Habit(name: "Read"), Habit(name: "Run")])
        func pending(_ edit: MarkEdit, _ state: PendingAction.State) throws -> PendingAction {
            PendingAction(
                id: ActionID("\(edit.habit)"),
                payload: try JSONValue(encoding: HabitAction.mark(edit: edit)),
                enqueued: Samples.now,
                state: state,
                attempts: 0,
                error: nil
            )
        }
        for state in PendingAction.State.allCases {
            var shown = data
            shown.merge([try pending(try Samples.mark("Run", in: data), state)])
            // An action that was set aside does not count: the person decides about it.
            #expect(DayList(shown) { Samples.time().day($0) }.left == (state == .failed ? 2 : 1), "\(state)")
        }
        var shown = data
        shown.merge([
            PendingAction(
                id: ActionID("x"),
                payload: ["unknown": [:]],
                enqueued: Samples.now,
                state: .waiting,
                attempts: 0,
                error: nil
            )
        ])
        #expect(shown.changedMonths.isEmpty)
    }

    @Test(arguments: [
        ("en-US", "The next tick opens Habits.", "Ticks are waiting."),
        ("de-DE", "Das nächste Häkchen öffnet Gewohnheiten.", "Häkchen warten noch."),
        ("ja-JP", "次のチェックで「習慣」が開きます。", "処理待ちの記録があります。"),
    ])
    func ticksThatWaitTooLongAreSaid(language: String, opens: String, waits: String) throws {
        let data = try Samples.data([Habit(name: "Read")])
        func text(_ queue: ActionQueueState) throws -> String {
            let content = WidgetCards.content(data, at: Samples.time(), queue: queue, language: language)
            try content.compact.validateForWidget()
            return try Samples.text(content.compact)
        }
        let late = Samples.now.addingTimeInterval(-60)
        #expect(try text(ActionQueueState(pending: 1, overdueSince: late)).contains(waits))
        let known = try text(ActionQueueState(pending: 1, lastProcessed: Samples.now + 0.5, overdueSince: late))
        #expect(known.contains(opens))
        #expect(known.contains("{{DATE(2026-11-22T11:00:00Z,DAY)}} {{TIME(2026-11-22T11:00:00Z)}}"))
        let current = try text(ActionQueueState(pending: 1, lastProcessed: late))
        #expect(!current.contains(opens) && !current.contains("{{"))
    }

    @Test func theDayChangesByItself() throws {
        var data = try Samples.data([
            Habit(name: "Read"), Habit(name: "Monday", schedule: .weekdays([.monday])),
            Habit(name: "Late", boundary: TimeOfDay("03:00")),
        ])
        for name in ["Read", "Late"] { data.merge(try Samples.mark(name, in: data)) }
        let content = content(data)
        let midnight = Samples.now.addingTimeInterval(12 * 3600)
        #expect(content.refresh == .at(midnight))
        #expect(try !Samples.text(content.compact).contains("Monday"))
        let entries = try #require(content.entries)
        #expect(entries.map { $0.date.timeIntervalSince(midnight) / 3600 } == [0, 3, 24, 27, 48, 51])
        // At midnight the new day begins for two habits, and at three for the third.
        let night = try Samples.text(entries[0].compact)
        #expect(
            night.contains(try Samples.text(WidgetAction.set(habit: Samples.id("Read"), day: "2026-11-23", done: true)))
        )
        #expect(
            night.contains(
                try Samples.text(WidgetAction.set(habit: Samples.id("Monday"), day: "2026-11-23", done: true))
            )
        )
        #expect(
            night.contains(
                try Samples.text(WidgetAction.set(habit: Samples.id("Late"), day: "2026-11-22", done: false))
            )
        )
        let morning = try Samples.text(entries[1].compact)
        #expect(
            morning.contains(
                try Samples.text(WidgetAction.set(habit: Samples.id("Late"), day: "2026-11-23", done: true))
            )
        )
        let tuesday = try Samples.text(entries[2].compact)
        #expect(!tuesday.contains("Monday"))
    }

    /// 25 October 2026 has 25 hours in Berlin.
    @Test func theDayChangesAtMidnightAcrossTheChangeOfTheClock() throws {
        let time = Samples.time(try Date("2026-10-24T22:30:00Z", strategy: .iso8601))
        let data = try Samples.data([Habit(name: "Read")])
        let content = WidgetCards.content(data, at: time, language: "en-US")
        #expect(content.refresh == .at(try Date("2026-10-25T23:00:00Z", strategy: .iso8601)))
    }

    @Test func withoutTheZoneTheHostsDayCounts() throws {
        let time = Samples.time(zone: nil)
        let content = WidgetCards.content(try Samples.data([Habit(name: "Read")]), at: time, language: "en-US")
        #expect(content.refresh == .nextDay && content.entries == nil)
        #expect(try Samples.text(content.compact).contains("2026-11-22"))
    }

    @Test func aSkippedHabitAndOneThatIsNotDueAreNotListed() throws {
        var data = try Samples.data([Habit(name: "Skip"), Habit(name: "Monday", schedule: .weekdays([.monday]))])
        data.merge(try Samples.mark("Skip", as: .skipped, in: data))
        #expect(try Samples.text(content(data).compact).contains("Nothing due today"))
        #expect(try Samples.text(content(HabitData()).compact).contains("No habits yet"))
    }

    @Test func allHabitsFitOnTheCards() throws {
        let long = String(repeating: "x", count: Habit.nameLimit - 2)
        var data = HabitData()
        for index in 0..<Habit.countLimit {
            let habit = Habit(
                name: "\(long)\(index)",
                symbol: "👨‍👩‍👧‍👦",
                schedule: .timesAWeek(3),
                boundary: TimeOfDay("03:00")
            )
            Samples.editor.add(habit, id: try Samples.id("h\(index)"), to: &data)
        }
        let content = content(data)
        try content.compact.validateForWidget()
        let expanded = try #require(content.expanded)
        try expanded.validateForWidget()
        #expect(try Card(json: expanded.json) == expanded)
        #expect(content.compact.header?.detail == "0 of \(Habit.countLimit) done")
        #expect(try JSONValue(encoding: content).jsonText.utf8.count < 900_000)
    }

    @Test func namesAreNoMarkup() throws {
        let habit = Habit(name: "[x](http://y)", symbol: "*")
        var data = HabitData()
        Samples.editor.add(habit, id: try Samples.id("h"), to: &data)
        #expect(try !Samples.text(content(data).compact).contains(#""text":"* [x]("#))
        #expect(try Samples.text(content(data, language: "de-DE").compact).contains("öffnen"))
        #expect(try Samples.text(content(data, language: "ja-JP").compact).contains("完了"))
    }
}
