import HabitsDomain
import Testing
import TodayKit

@testable import HabitsCore

/// Habits for tests; "now" is Sunday, 22 November 2026, 12:00 in Berlin.
enum Samples {
    static let now = Date(timeIntervalSince1970: 1_795_345_200)
    static let zone = ZoneFolder.system.rules(of: "Europe/Berlin")
    static let editor = HabitEditor(now: 1_795_345_200_000, device: "A")

    static func time(_ date: Date = now, zone: ZoneRules? = zone) -> HabitTime {
        HabitTime(now: date, today: CivilDay(year: 2026, month: 11, day: 22), zone: "Europe/Berlin", rules: zone)
    }

    static func day(_ text: String = "2026-11-22") throws -> Day { try #require(Day(text)) }

    static func id(_ text: String) throws -> HabitID { try #require(HabitID(text)) }

    /// Data with habits whose ids are their names.
    static func data(_ habits: [Habit]) throws -> HabitData {
        var data = HabitData()
        for habit in habits { editor.add(habit, id: try id(habit.name), to: &data) }
        return data
    }

    static func mark(_ name: String, _ day: String = "2026-11-22", as mark: Mark = .done, in data: HabitData) throws
        -> MarkEdit
    {
        try #require(editor.mark(try id(name), try self.day(day), as: mark, in: data))
    }

    static func state(_ data: HabitData, language: String = "en-US") -> PageState {
        PageState(data: data, time: time(), language: language)
    }

    static func text(_ card: Card?) throws -> String { try JSONValue(encoding: try #require(card)).jsonText }

    static func text(_ action: some Encodable) throws -> String { try JSONValue(encoding: action).jsonText }
}
