import Foundation
import HabitsDomain
import Testing

@Suite struct HabitTests {
    @Test(arguments: [
        ("daily", Schedule.daily), ("weekdays:2,4,6", .weekdays([.monday, .wednesday, .friday])),
        ("weekly:3", .timesAWeek(3)),
    ])
    func schedulesAreTextsAndBack(text: String, schedule: Schedule) {
        #expect(Schedule(text) == schedule && schedule.description == text)
    }

    @Test(arguments: [
        "", "Daily", "daily:1", "weekdays", "weekdays:", "weekdays:0", "weekdays:8", "weekdays:1,,2", "weekly:0",
        "weekly:7", "weekly:", "monthly:1", "weekdays:1,2,3,4,5,6,7,1",
    ])
    func otherTextsAreNoSchedules(text: String) { #expect(Schedule(text) == nil) }

    @Test func aHabitIsStoredAndReadAgain() throws {
        let habit = Habit(
            name: "Read",
            symbol: "📖",
            schedule: .timesAWeek(2),
            reminder: TimeOfDay("21:30"),
            boundary: TimeOfDay("03:00")
        )
        #expect(try JSONDecoder().decode(Habit.self, from: JSONEncoder().encode(habit)) == habit)
    }

    @Test func whatAnotherDeviceWroteIsCleaned() throws {
        let json = #"""
            {"name": "  a\n\u0000b  ", "symbol": "abcdef", "schedule": "daily", "reminder": "25:00", "boundary": "12:00"}
            """#
        let habit = try JSONDecoder().decode(Habit.self, from: Data(json.utf8))
        #expect(habit == Habit(name: "a b", symbol: "ab"))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Habit.self, from: Data(#"{"name": "a", "schedule": "yearly"}"#.utf8))
        }
        let marks = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(Habit.cleaned(marks, limit: 60).utf8.count <= 60 * 32)
        #expect(Habit.cleaned(String(repeating: "名", count: 100), limit: 60).count == 60)
    }

    @Test(arguments: ["", "a b", "é", "a/b", String(repeating: "a", count: 65)])
    func idsAreChecked(text: String) { #expect(HabitID(text) == nil) }

    @Test func settingsHaveDefaults() throws {
        let settings = try JSONDecoder().decode(
            HabitSettings.self,
            from: Data(#"{"boundary": "23:00", "firstWeekday": 9}"#.utf8)
        )
        #expect(settings == HabitSettings(boundary: .midnight, firstWeekday: .monday))
        let chosen = HabitSettings(boundary: try TimeOfDay.at("03:00"), firstWeekday: .sunday)
        #expect(try JSONDecoder().decode(HabitSettings.self, from: JSONEncoder().encode(chosen)) == chosen)
    }
}
