public import CivilTime

/// The month of one habit.
public struct MarkMonthKey: Hashable, Comparable, Sendable {
    /// The habit.
    public let habit: HabitID
    /// The month.
    public let month: Month

    /// Creates a key.
    public init(_ habit: HabitID, _ month: Month) {
        self.habit = habit
        self.month = month
    }

    /// Compares the habits, then the months.
    public static func < (left: Self, right: Self) -> Bool { (left.habit, left.month) < (right.habit, right.month) }
}

/// The marks of one habit in one month, as they are stored: a few bytes for each day that was ever marked.
public struct MarkMonth: Hashable, Sendable {
    /// The marks by day of the month, 1 to 31.
    public private(set) var marks: [Int: Register<Mark>]

    /// Creates a month without marks.
    public init() { marks = [:] }

    /// Returns the mark of a day of the month, or `nil` if it was never marked.
    public subscript(day: Int) -> Register<Mark>? { marks[day] }

    /// Merges a mark.
    ///
    /// - Returns: `true` if something changed.
    public mutating func merge(_ mark: Register<Mark>, day: Int) -> Bool {
        let merged = Register.merged(marks[day], mark)
        guard merged != marks[day] else { return false }
        marks[day] = merged
        return true
    }
}

extension MarkMonth: Codable {
    private enum CodingKeys: CodingKey { case devices, marks }

    /// Decodes `{"devices": ["DEVICE"], "marks": {"21": "done 1795248000000 0 0"}}`, where each mark ends with the place
    /// of its device; days and marks that do not exist are left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let devices = try container.decode([String].self, forKey: .devices)
        marks = [:]
        for (day, text) in try container.decode([String: String].self, forKey: .marks) {
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            guard let day = Int(day), (1...31).contains(day), parts.count == 4,
                let mark = Mark(rawValue: String(parts[0])),
                let place = Int(parts[3]), devices.indices.contains(place),
                let stamp = Stamp("\(parts[1]) \(parts[2]) \(devices[place])")
            else { continue }
            marks[day] = Register(mark, stamp)
        }
    }

    /// Encodes the marks; the id of each device only once.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let devices = Set(marks.values.map(\.stamp.device)).sorted()
        let places = Dictionary(uniqueKeysWithValues: devices.enumerated().map { ($0.element, $0.offset) })
        let texts = marks.map { day, mark in
            let stamp = mark.stamp
            return (
                String(day),
                "\(mark.value.rawValue) \(stamp.milliseconds) \(stamp.counter) \(places[stamp.device] ?? 0)"
            )
        }
        try container.encode(devices, forKey: .devices)
        try container.encode(Dictionary(uniqueKeysWithValues: texts), forKey: .marks)
    }
}
