import AppTestSupport
import HabitsDomain
import Testing

/// Two devices that tick, untick and edit offline end in the same state, in whatever order the edits arrive.
@Suite struct ConvergenceTests {
    /// An edit on its way to the other device.
    private enum Message {
        case mark(MarkEdit)
        case entry(HabitEntry)
        case settings(Register<HabitSettings>)
    }

    /// A device: its data, its clock, and what it has not sent yet.
    private struct Device {
        let name: String
        /// How far its clock is wrong, in milliseconds.
        let clockError: Int
        var data = HabitData()
        var outbox: [Message] = []

        mutating func receive(_ message: Message) {
            switch message {
            case .mark(let edit): data.merge(edit)
            case .entry(let entry): data.merge(entry)
            case .settings(let settings): data.merge(settings)
            }
        }

        /// Makes one edit of a random kind.
        mutating func edit(at time: Int, _ random: inout SeededGenerator) {
            let editor = HabitEditor(now: time + clockError, device: name)
            let ids = data.entries.keys.sorted()
            let chosen = ids.randomElement(using: &random)
            let kind = Int.random(in: 0..<12, using: &random)
            switch (kind, chosen) {
            case (0, _), (_, nil):
                guard let id = HabitID("h\(Int.random(in: 0..<5, using: &random))") else { return }
                let habit = Habit(name: "\(name)\(time)")
                outbox.append(.entry(editor.add(habit, id: id, to: &data)))
            case (1, let id?):
                editor.change(id, to: Habit(name: "\(name)\(time)", schedule: .timesAWeek(2)), in: &data)
                send(id)
            case (2, let id?):
                editor.delete(id, Bool.random(using: &random), in: &data)
                send(id)
            case (3, _):
                editor.order(ids.shuffled(using: &random), in: &data)
                for id in ids { send(id) }
            case (4, _):
                editor.change(
                    HabitSettings(firstWeekday: .week(from: .sunday).randomElement(using: &random) ?? .sunday),
                    in: &data
                )
                if let settings = data.storedSettings { outbox.append(.settings(settings)) }
            case (_, let id?):
                let day = Day(number: 20_770 + Int.random(in: 0..<3, using: &random))
                let mark = Mark.allCases.randomElement(using: &random) ?? .done
                guard let edit = editor.mark(id, day, as: mark, in: data) else { return }
                data.merge(edit)
                outbox.append(.mark(edit))
            }
        }

        private mutating func send(_ id: HabitID) {
            if let entry = data.entries[id] { outbox.append(.entry(entry)) }
        }
    }

    private func state(_ device: Device) -> [String] {
        let marks = device.data.changedMonths.sorted { $0.key < $1.key }.map {
            "\($0.key) \($0.value.marks.sorted { $0.key < $1.key })"
        }
        let entries = device.data.entries.sorted { $0.key < $1.key }.map { "\($0.value)" }
        let first = device.data.changedFirstDays.sorted { $0.key < $1.key }.map { "\($0)" }
        return entries + marks + first + ["\(String(describing: device.data.storedSettings))"]
    }

    @Test func oneThousandInterleavingsEndInEqualState() {
        var edits = 0
        var conflicts = 0
        for seed in 1...1000 {
            var random = SeededGenerator(seed: UInt64(seed))
            var devices = [
                Device(name: "A", clockError: Int.random(in: -50...50, using: &random)),
                Device(name: "B", clockError: Int.random(in: -50...50, using: &random)),
            ]
            var time = 1_795_000_000_000
            for _ in 0..<Int.random(in: 10...60, using: &random) {
                time += Int.random(in: 0...20, using: &random)
                let index = Int.random(in: 0...1, using: &random)
                // Usually offline; sometimes a part of what waits arrives, in any order and some of it twice.
                if Int.random(in: 0..<6, using: &random) == 0 {
                    for message in devices[index].outbox.shuffled(using: &random).prefix(3) {
                        devices[1 - index].receive(message)
                    }
                } else {
                    devices[index].edit(at: time, &random)
                    edits += 1
                }
            }
            if state(devices[0]) != state(devices[1]) { conflicts += 1 }
            for index in 0...1 {
                for message in devices[index].outbox.shuffled(using: &random) { devices[1 - index].receive(message) }
            }
            #expect(state(devices[0]) == state(devices[1]), "seed \(seed)")
            let lists = devices.map { device in DayList(device.data) { _ in Day(number: 20_771) } }
            #expect(lists[0] == lists[1], "seed \(seed)")
        }
        // Otherwise the test would show nothing.
        #expect(edits > 20_000 && conflicts > 900)
    }
}
