import AppTestSupport
import HabitsDomain
import Testing
import TodayKit

@testable import HabitsCore

/// Two devices that edit offline and meet in the cloud end in the same state, however what they send and read interleaves.
@Suite struct ZoneConvergenceTests {
    /// The zone in the cloud: its records with their change tags.
    private struct Zone {
        private(set) var records: [RecordName: Record] = [:]
        /// The names of the records that were saved, in that order.
        private(set) var saves: [RecordName] = []

        /// Saves a record whose change tag is the current one, or that has none and is new.
        ///
        /// - Returns: The new change tag, or `nil` if the save is refused: with `EXISTS` or `CONFLICT`.
        mutating func save(_ record: Record) -> String? {
            guard records[record.name]?.changeTag == record.changeTag else { return nil }
            saves.append(record.name)
            var saved = record
            saved.changeTag = "\(saves.count)"
            records[record.name] = saved
            return saved.changeTag
        }

        /// The records that were saved after so many saves, each once, in its current state.
        func changes(after position: Int) -> [Record] {
            Set(saves.dropFirst(position)).sorted().compactMap { records[$0] }
        }
    }

    /// A device: its data, its clock, and its queue of saves as the host keeps it.
    private struct Device {
        let name: String
        /// How far its clock is wrong, in milliseconds.
        let clockError: Int
        var data = HabitData()
        /// The saves that wait; one that waits behind another with the same change tag builds on it.
        var queue: [(record: Record, buildsOnLast: Bool)] = []
        var refused: Set<RecordName> = []
        /// The change tag with which each record was last saved, and the one that it got.
        var sent: [RecordName: (base: String?, tag: String)] = [:]
        /// How many saves in the zone it has read.
        var position = 0

        mutating func save(_ record: Record) {
            let builds = queue.contains { $0.record.name == record.name && $0.record.changeTag == record.changeTag }
            queue.append((record, builds))
        }

        /// Sends the first save of the queue.
        mutating func send(to zone: inout Zone) {
            let first = queue.removeFirst()
            var record = first.record
            let base = record.changeTag
            if first.buildsOnLast, let last = sent[record.name], last.base == base { record.changeTag = last.tag }
            if let tag = zone.save(record) {
                sent[record.name] = (base, tag)
            } else {
                sent[record.name] = nil
                refused.insert(record.name)
            }
        }

        /// Merges what it has not read yet.
        mutating func download(from zone: Zone) {
            _ = Synchronizer.merge(zone.changes(after: position), into: &data)
            position = zone.saves.count
        }

        /// Merges the zone's versions of what was refused, and saves again what is later here.
        mutating func recover(from zone: Zone) {
            let theirs = refused.sorted().compactMap { zone.records[$0] }
            refused = []
            _ = Synchronizer.merge(theirs, into: &data)
            for record in theirs.compactMap({ Synchronizer.laterRecord(than: $0, in: data) }) { save(record) }
        }

        /// Makes one edit of a random kind.
        mutating func edit(at time: Int, _ random: inout SeededGenerator) {
            let editor = HabitEditor(now: time + clockError, device: name)
            let ids = data.entries.keys.sorted()
            let id = ids.randomElement(using: &random)
            switch (Int.random(in: 0..<12, using: &random), id) {
            case (0, _), (_, nil):
                guard let id = HabitID("h\(Int.random(in: 0..<5, using: &random))") else { return }
                save(HabitRecords.record(editor.add(Habit(name: "\(name)\(time)"), id: id, to: &data)))
            case (1, let id?):
                editor.change(id, to: Habit(name: "\(name)\(time)", schedule: .timesAWeek(2)), in: &data)
                saveEntries([id])
            case (2, let id?):
                editor.delete(id, Bool.random(using: &random), in: &data)
                saveEntries([id])
            case (3, _):
                editor.order(ids.shuffled(using: &random), in: &data)
                saveEntries(ids)
            case (4, _):
                let weekday = Weekday.week(from: .sunday).randomElement(using: &random) ?? .sunday
                editor.change(HabitSettings(firstWeekday: weekday), in: &data)
                if let settings = data.storedSettings { save(HabitRecords.record(settings)) }
            case (_, let id?):
                let day = Day(number: 20_770 + Int.random(in: 0..<3, using: &random))
                let mark = Mark.allCases.randomElement(using: &random) ?? .done
                guard let edit = editor.mark(id, day, as: mark, in: data) else { return }
                data.merge(edit)
                save(HabitRecords.record(edit))
            }
        }

        private mutating func saveEntries(_ ids: [HabitID]) {
            for id in ids { if let entry = data.entries[id] { save(HabitRecords.record(entry)) } }
        }
    }

    private func state(_ device: Device) -> [String] {
        let marks = device.data.changedMonths.sorted { $0.key < $1.key }.map {
            "\($0.key) \($0.value.marks.sorted { $0.key < $1.key })"
        }
        let entries = device.data.entries.sorted { $0.key < $1.key }.map { "\($0.value)" }
        return entries + marks + ["\(String(describing: device.data.storedSettings))"]
    }

    @Test func oneThousandInterleavingsThroughAZoneEndInEqualState() {
        var edits = 0
        var refusals = 0
        for seed in 1...1000 {
            var random = SeededGenerator(seed: UInt64(seed))
            var zone = Zone()
            var devices = ["A", "B"].map {
                Device(name: $0, clockError: Int.random(in: -50...50, using: &random))
            }
            var time = 1_795_000_000_000
            for _ in 0..<Int.random(in: 10...60, using: &random) {
                time += Int.random(in: 0...20, using: &random)
                let index = Int.random(in: 0...1, using: &random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0: devices[index].download(from: zone)
                case 1: devices[index].recover(from: zone)
                case 2:
                    // The connection breaks after a part of what waits.
                    for _ in 0..<Int.random(in: 0...devices[index].queue.count, using: &random) {
                        devices[index].send(to: &zone)
                    }
                    refusals += devices[index].refused.count
                default:
                    devices[index].edit(at: time, &random)
                    edits += 1
                }
            }
            var rounds = 0
            while rounds < 50, devices.contains(where: { !$0.queue.isEmpty || !$0.refused.isEmpty }) {
                for index in 0...1 {
                    while !devices[index].queue.isEmpty { devices[index].send(to: &zone) }
                    refusals += devices[index].refused.count
                    devices[index].recover(from: zone)
                }
                rounds += 1
            }
            for index in 0...1 { devices[index].download(from: zone) }
            #expect(rounds < 50 && state(devices[0]) == state(devices[1]), "seed \(seed)")
            // The zone has it too, for a third device.
            let later = zone.records.values.compactMap { Synchronizer.laterRecord(than: $0, in: devices[0].data) }
            #expect(later.isEmpty, "seed \(seed)")
        }
        // Otherwise the test would show nothing.
        #expect(edits > 20_000 && refusals > 2_000)
    }
}
