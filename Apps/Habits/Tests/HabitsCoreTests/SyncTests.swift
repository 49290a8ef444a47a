import HabitsDomain
import Testing
import TodayKit

@testable import HabitsCore

/// Records of habits and completions, and the records by which the widget wakes its app.
@Suite struct SyncTests {
    @Test func whatIsSentComesBackAsItWas() throws {
        var data = try Samples.data([
            Habit(name: "Read", symbol: "📖", schedule: .timesAWeek(2), reminder: TimeOfDay("21:30")),
            Habit(name: "Run", boundary: TimeOfDay("03:00")),
        ])
        Samples.editor.delete(try Samples.id("Run"), in: &data)
        for entry in data.entries.values {
            #expect(HabitRecords.content(HabitRecords.record(entry)) == .habit(entry))
        }
        let edit = try Samples.mark("Read", as: .skipped, in: data)
        let record = HabitRecords.record(edit)
        #expect(HabitRecords.content(record) == .mark(edit))
        #expect(record.name == "completion.Read.2026-11-22" && record.type == "Completion")
        #expect(record["habit"]?.stringValue == "Read" && record["day"]?.stringValue == "2026-11-22")
        #expect(record["state"]?.stringValue == "skipped")
        Samples.editor.change(
            HabitSettings(boundary: try #require(TimeOfDay("03:00")), firstWeekday: .sunday),
            in: &data
        )
        let settings = try #require(data.storedSettings)
        #expect(HabitRecords.content(HabitRecords.record(settings)) == .settings(settings))
    }

    @Test func whatIsNotUnderstoodIsIgnored() throws {
        let data = try Samples.data([Habit(name: "Read")])
        let records = [
            HabitRecords.record(try Samples.mark("Read", in: data)),
            HabitRecords.record(try #require(data.habits.first)),
        ]
        for record in records {
            for field in record.fields.keys where !["symbol", "reminder", "boundary"].contains(field) {
                for value in [RecordValue.string("�"), .integer(99), .real(0.5), nil] {
                    var broken = record
                    broken[field] = value
                    let content = HabitRecords.content(broken)
                    // A name may be any text, and a place any number.
                    let isFine = field == "name" && value == .string("�") || value == .integer(99) && content != nil
                    #expect(content == nil || isFine, "\(field) \(String(describing: value))")
                }
            }
            var other = record
            other.name = "completion.Other.2026-11-22"
            #expect(HabitRecords.content(other) == nil)
            other = record
            other.type = "Unknown"
            #expect(HabitRecords.content(other) == nil)
        }
        var huge = HabitRecords.record(try #require(data.habits.first))
        huge["name"] = .string(String(repeating: "x", count: 10_000))
        guard case .habit(let entry)? = HabitRecords.content(huge) else { return #expect(Bool(false)) }
        #expect(entry.habit.value.name.count == Habit.nameLimit)
    }

    @Test func onlyWhatIsLaterHereIsSavedAgain() throws {
        var ours = try Samples.data([Habit(name: "Read")])
        let late = HabitEditor(now: Samples.editor.now + 10, device: "A")
        let theirs = try Samples.mark("Read", as: .open, in: ours)
        ours.merge(try #require(late.mark(Samples.id("Read"), Samples.day(), as: .done, in: ours)))
        var record = HabitRecords.record(theirs)
        record.changeTag = "tag"
        let again = try #require(Synchronizer.laterRecord(than: record, in: ours))
        #expect(again.changeTag == "tag" && again["state"]?.stringValue == "done")
        // After merging what is later there, nothing is to be saved.
        var same = try Samples.data([Habit(name: "Read")])
        same.merge(theirs)
        #expect(Synchronizer.laterRecord(than: record, in: same) == nil)
        #expect(Synchronizer.laterRecord(than: record, in: HabitData()) == nil)
    }

    @Test func theRecordOfATickSaysNothingAboutHabits() {
        let record = Doorbell.record(ActionID("tap#1"), device: "D", now: Samples.now)
        #expect(record.type == "WidgetUpdate" && record.name == Doorbell.name(ActionID("tap#1"), device: "D"))
        #expect(record.fields == ["device": .string("D"), "date": .date(Samples.now)])
        #expect(Doorbell.name(ActionID("tap#1"), device: "E") != record.name)
        let longest = Doorbell.name(
            ActionID(String(repeating: "a", count: 128)),
            device: String(repeating: "d", count: 64)
        )
        #expect(longest.rawValue.utf8.count <= 255)
    }

    @Test func theRecordOfAPendingTickIsNotStale() throws {
        let records = ["waiting", "failed", "over"].map { Doorbell.record(ActionID($0), device: "D", now: Samples.now) }
        let pending = [PendingAction.State.waiting, .failed].map {
            PendingAction(id: ActionID($0.rawValue), payload: .null, enqueued: Samples.now, state: $0, attempts: 0)
        }
        let stale = Doorbell.stale(records, pending: pending, device: "D")
        #expect(stale == [Doorbell.name(ActionID("over"), device: "D")])
        #expect(Doorbell.query(device: "D").filters == [RecordFilter("device", .equals, .string("D"))])
    }

    @Test func subscriptionsAreSilentAndCountOnlyNewRecords() {
        #expect(Doorbell.subscription.firesOn == [.created] && Doorbell.subscription.type == "WidgetUpdate")
        for subscription in [Doorbell.subscription, Synchronizer.subscription] {
            #expect(subscription.notification.startsApp && (subscription.notification.alertBody ?? "").isEmpty)
        }
        #expect(Synchronizer.subscription.kind == .zone && Synchronizer.subscription.zone == HabitsCloud.zone)
    }

    @Test func everyStoredMonthIsSentOnce() throws {
        var data = try Samples.data([Habit(name: "Read"), Habit(name: "Run")])
        data.merge(try Samples.mark("Read", "2026-09-30", in: data))
        data.merge(try Samples.mark("Read", "2026-11-22", in: data))
        let keys = data.storedMonths(until: try Samples.day())
        #expect(keys.map { "\($0.habit) \($0.month)" } == ["Read 2026-09", "Read 2026-10", "Read 2026-11"])
        #expect(keys.flatMap { data.edits(in: $0) }.map(\.day.description) == ["2026-09-30", "2026-11-22"])
    }

    @Test func queuedActionsAreReadAgain() throws {
        let data = try Samples.data([Habit(name: "Read")])
        let actions = [
            HabitAction.mark(edit: try Samples.mark("Read", in: data)), .fetchChanges, .sendAll(after: nil),
            .sendAll(after: "a 2026-11"),
        ]
        for action in actions { #expect(try JSONValue(encoding: action).decode(HabitAction.self) == action) }
    }
}
