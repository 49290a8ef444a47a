public import CivilTime

/// The state of a habit on one day.
public enum Mark: String, CaseIterable, Hashable, Codable, Sendable, ReplicatedValue {
    /// It is not done.
    case open
    /// It is done.
    case done
    /// It is not due on this day by the person's wish; this neither continues nor breaks a streak.
    case skipped

    /// The name.
    public var mergeOrder: String { rawValue }
}

/// One completion, correction or skip: the version of the register of one habit and one day.
public struct MarkEdit: Hashable, Sendable {
    /// The first day that can be marked, 1 January 2000.
    public static let firstDay = Day(unchecked: 2000, 1, 1)
    /// The last day that can be marked, 31 December 2199.
    public static let lastDay = Day(unchecked: 2199, 12, 31)

    /// The habit.
    public let habit: HabitID
    /// The day.
    public let day: Day
    /// The state and its version.
    public let mark: Register<Mark>

    /// Creates an edit; returns `nil` if the day cannot be marked.
    public init?(habit: HabitID, day: Day, mark: Register<Mark>) {
        guard (Self.firstDay...Self.lastDay).contains(day) else { return nil }
        self.habit = habit
        self.day = day
        self.mark = mark
    }
}

extension MarkEdit: Codable {
    private enum CodingKeys: String, CodingKey { case habit, day, state, stamp }

    /// Decodes an edit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let mark = Register(
            try container.decode(Mark.self, forKey: .state),
            try container.decode(Stamp.self, forKey: .stamp)
        )
        guard let day = Day(try container.decode(String.self, forKey: .day)),
            let edit = MarkEdit(habit: try container.decode(HabitID.self, forKey: .habit), day: day, mark: mark)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .day,
                in: container,
                debugDescription: "the day does not exist or cannot be marked"
            )
        }
        self = edit
    }

    /// Encodes an edit; the day is a text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(habit, forKey: .habit)
        try container.encode(day.description, forKey: .day)
        try container.encode(mark.value, forKey: .state)
        try container.encode(mark.stamp, forKey: .stamp)
    }
}
