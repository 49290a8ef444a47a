import HabitsDomain
import Testing

@Suite struct DayListTests {
    private static let today = Day("2026-11-22") ?? .first  // A Sunday.
    private let editor = HabitEditor(now: 1_795_300_000_000, device: "A")

    private func id(_ text: String) throws -> HabitID { try HabitID.at(text) }

    @Test func theListHasWhatIsDueInTheOrderOfThePerson() throws {
        var data = HabitData()
        editor.add(Habit(name: "Daily"), id: try id("d"), to: &data)
        editor.add(Habit(name: "Monday", schedule: .weekdays([.monday])), id: try id("m"), to: &data)
        editor.add(Habit(name: "Twice", schedule: .timesAWeek(2)), id: try id("w"), to: &data)
        editor.add(Habit(name: "Gone"), id: try id("g"), to: &data)
        editor.delete(try id("g"), in: &data)
        editor.order([try id("w"), try id("d")], in: &data)
        var list = DayList(data) { _ in Self.today }
        #expect(list.items.map(\.habit.name) == ["Twice", "Daily"])
        #expect(list.left == 2 && list.done == 0)
        #expect(list.items.map(\.doneInWeek) == [0, nil])

        for offset in [0, 1, 2] {
            let edit = try #require(editor.mark(id("w"), Self.today - offset, as: .done, in: data))
            data.merge(edit)
        }
        list = DayList(data) { _ in Self.today }
        // It was done often enough before today, but the tick of today stays.
        #expect(list.items.map(\.mark) == [.done, .open] && list.left == 1 && list.items[0].doneInWeek == 3)
        data.merge(try #require(editor.mark(id("w"), Self.today, as: .open, in: data)))
        #expect(DayList(data) { _ in Self.today }.items.map(\.habit.name) == ["Daily"])
    }

    @Test func aSkippedHabitIsNeitherLeftNorInTheWidget() throws {
        var data = HabitData()
        editor.add(Habit(name: "Daily"), id: try id("d"), to: &data)
        data.merge(try #require(editor.mark(id("d"), Self.today, as: .skipped, in: data)))
        let list = DayList(data) { _ in Self.today }
        #expect(list.left == 0 && list.due.isEmpty && list.items.count == 1)
    }

    @Test func eachHabitHasItsOwnBoundary() throws {
        var data = HabitData()
        editor.change(HabitSettings(boundary: try TimeOfDay.at("01:00")), in: &data)
        editor.add(Habit(name: "Late", boundary: TimeOfDay("03:00")), id: try id("l"), to: &data)
        editor.add(Habit(name: "Usual"), id: try id("u"), to: &data)
        let clock = ["01:00": Self.today, "03:00": Self.today - 1]
        let list = DayList(data) { clock[$0.description] ?? .first }
        #expect(list.items.map(\.day) == [Self.today - 1, Self.today])
    }
}
