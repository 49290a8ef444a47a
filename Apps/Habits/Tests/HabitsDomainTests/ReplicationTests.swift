import Foundation
import HabitsDomain
import Testing

@Suite struct ReplicationTests {
    private func stamp(_ milliseconds: Int, _ counter: Int = 0, _ device: String = "A") throws -> Stamp {
        try #require(Stamp(milliseconds: milliseconds, counter: counter, device: device))
    }

    @Test func stampsAreOrderedByTimeCounterAndDevice() throws {
        let ordered = try [stamp(1), stamp(1, 0, "B"), stamp(1, 1), stamp(2), stamp(10)]
        #expect(ordered.sorted() == ordered)
        #expect(Stamp("1795248000000 3 device with spaces")?.device == "device with spaces")
        for stamp in ordered { #expect(Stamp(stamp.description) == stamp) }
    }

    @Test(arguments: [
        "", "1", "1 2", "1 2 ", "-1 0 A", "1 -1 A", "x 0 A", "999999999999999 0 A", "1 1000000 A",
        "99999999999999999999 0 A", "1  A", " 1 0 A",
    ])
    func otherTextsAreNoStamps(text: String) { #expect(Stamp(text) == nil) }

    @Test func anEditIsLaterThanWhatThePersonSawEvenIfTheOtherClockIsAhead() throws {
        let ahead = try stamp(1_000_000, 0, "Z")
        let edit = Stamp.next(after: ahead, now: 500, device: "A")
        #expect(edit > ahead && edit.milliseconds == 1_000_000 && edit.counter == 1 && edit.device == "A")
        #expect(Stamp.next(after: nil, now: 500, device: "A") == (try stamp(500)))
        #expect(Stamp.next(after: try stamp(400), now: 500, device: "A") == (try stamp(500)))
        let full = try stamp(500, Stamp.counterLimit)
        #expect(Stamp.next(after: full, now: 500, device: "A") == (try stamp(501)))
        #expect(Stamp.next(after: nil, now: -5, device: "").milliseconds == 0)
        #expect(Stamp.next(after: nil, now: .max, device: String(repeating: "x", count: 500)).device.count == 128)
    }

    /// Merging is commutative, associative and idempotent for all versions, with equal stamps too.
    @Test func mergingIsAMaximum() throws {
        let registers = try [Mark.open, .done, .skipped].flatMap { mark in
            try [stamp(1), stamp(1, 1), stamp(2), stamp(1, 0, "B")].map { Register(mark, $0) }
        }
        func merged(_ left: Register<Mark>, _ right: Register<Mark>) -> Register<Mark> { Register.merged(left, right) }
        for first in registers {
            #expect(merged(first, first) == first)
            for second in registers {
                #expect(merged(first, second) == merged(second, first))
                for third in registers {
                    #expect(merged(merged(first, second), third) == merged(first, merged(second, third)))
                }
            }
        }
    }

    @Test func movingAndRenamingAtTheSameTimeKeepsBoth() throws {
        let id = try HabitID.at("h")
        var first = HabitData()
        HabitEditor(now: 1, device: "A").add(Habit(name: "Read"), id: id, to: &first)
        var second = first
        HabitEditor(now: 2, device: "A").change(id, to: Habit(name: "Read more"), in: &first)
        var moved = try #require(second.entries[id])
        moved.position = Register(5, HabitEditor(now: 3, device: "B").stamp(after: moved.position.stamp))
        second.merge(moved)
        first.merge(moved)
        second.merge(try #require(first.entries[id]))
        #expect(first.entries == second.entries)
        #expect(first.entries[id]?.habit.value.name == "Read more" && first.entries[id]?.position.value == 5)
    }

    @Test func aLateEditDoesNotBringADeletedHabitBack() throws {
        let id = try HabitID.at("h")
        var data = HabitData()
        HabitEditor(now: 1, device: "A").add(Habit(name: "Read"), id: id, to: &data)
        HabitEditor(now: 2, device: "A").delete(id, in: &data)
        HabitEditor(now: 3, device: "B").change(id, to: Habit(name: "Later"), in: &data)
        #expect(data.habits.isEmpty)
        HabitEditor(now: 4, device: "A").delete(id, false, in: &data)
        #expect(data.habits.map(\.habit.value.name) == ["Later"])
    }

    @Test func marksAreStoredAndReadAgain() throws {
        let edit = try #require(
            MarkEdit(habit: HabitID.at("h"), day: Day.at("2028-02-29"), mark: Register(.done, stamp(5)))
        )
        #expect(try JSONDecoder().decode(MarkEdit.self, from: JSONEncoder().encode(edit)) == edit)
        var month = MarkMonth()
        #expect(month.merge(edit.mark, day: 29) && !month.merge(edit.mark, day: 29))
        #expect(try JSONDecoder().decode(MarkMonth.self, from: JSONEncoder().encode(month)) == month)
        var other = month
        #expect(other.merge(Register(.skipped, try stamp(6, 0, "a device")), day: 1))
        #expect(try JSONDecoder().decode(MarkMonth.self, from: JSONEncoder().encode(other)) == other)
        let broken = #"""
            {"devices": ["A"], "marks": {"29": "done 5 0 0", "32": "done 5 0 0", "1": "gone 5 0 0", "2": "done",
            "x": "done 5 0 0", "3": "done 5 0 1", "4": "done 5 0 -1", "5": "done -5 0 0", "6": "done 5 0 0 0"}}
            """#
        #expect(try JSONDecoder().decode(MarkMonth.self, from: Data(broken.utf8)) == month)
    }

    @Test(arguments: [
        #"{"habit": "h", "day": "2026-02-29", "state": "done", "stamp": "1 0 A"}"#,
        #"{"habit": "h", "day": "1999-12-31", "state": "done", "stamp": "1 0 A"}"#,
        #"{"habit": "h", "day": "2200-01-01", "state": "done", "stamp": "1 0 A"}"#,
        #"{"habit": "", "day": "2026-02-28", "state": "done", "stamp": "1 0 A"}"#,
        #"{"habit": "h", "day": "2026-02-28", "state": "gone", "stamp": "1 0 A"}"#,
        #"{"habit": "h", "day": "2026-02-28", "state": "done", "stamp": "1 0"}"#,
    ])
    func editsThatCannotBeAreRefused(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(MarkEdit.self, from: Data(json.utf8)) }
    }
}
