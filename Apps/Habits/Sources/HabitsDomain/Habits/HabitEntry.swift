public import CivilTime

/// A habit as devices replicate it.
///
/// The three registers are merged separately: moving a habit on one device and renaming it on another keeps both
/// changes. A deleted habit keeps its entry and its completions, so that a late edit of another device does not bring it
/// back, and undoing the deletion does.
public struct HabitEntry: Hashable, Codable, Sendable, Identifiable {
    /// The id.
    public let id: HabitID
    /// What the person chose.
    public var habit: Register<Habit>
    /// The place in the list; habits with the same place are ordered by id.
    public var position: Register<Int>
    /// Whether it is deleted.
    public var isDeleted: Register<Bool>

    /// Creates an entry.
    public init(id: HabitID, habit: Register<Habit>, position: Register<Int>, isDeleted: Register<Bool>) {
        self.id = id
        self.habit = habit
        self.position = position
        self.isDeleted = isDeleted
    }

    /// Creates the entry of a new habit.
    public init(id: HabitID, _ habit: Habit, position: Int, _ stamp: Stamp) {
        self.init(
            id: id,
            habit: Register(habit, stamp),
            position: Register(position, stamp),
            isDeleted: Register(false, stamp)
        )
    }

    /// The latest version of the three registers.
    public var stamp: Stamp { max(habit.stamp, position.stamp, isDeleted.stamp) }

    /// Merges each register of another entry of the same habit.
    ///
    /// - Returns: `true` if something changed.
    @discardableResult public mutating func merge(_ other: HabitEntry) -> Bool {
        let changes = [habit.merge(other.habit), position.merge(other.position), isDeleted.merge(other.isDeleted)]
        return changes.contains(true)
    }
}

/// The settings that devices replicate.
public struct HabitSettings: Hashable, Codable, Sendable, ReplicatedValue {
    /// The time at which days begin.
    public var boundary: TimeOfDay
    /// The day on which weeks begin.
    public var firstWeekday: Weekday

    /// Creates settings; weeks begin on Monday (ISO 8601) and days at midnight if nothing is chosen.
    public init(boundary: TimeOfDay = .midnight, firstWeekday: Weekday = .monday) {
        self.boundary = boundary
        self.firstWeekday = firstWeekday
    }

    /// All values as text.
    public var mergeOrder: String { "\(boundary) \(firstWeekday.rawValue)" }

    private enum CodingKeys: String, CodingKey { case boundary, firstWeekday }

    /// Decodes settings; what is missing or impossible has its default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let boundary = try container.decodeIfPresent(String.self, forKey: .boundary).flatMap { TimeOfDay($0) }
        let weekday = try container.decodeIfPresent(Int.self, forKey: .firstWeekday)
        self.init(
            boundary: boundary.flatMap { $0 <= .latestBoundary ? $0 : nil } ?? .midnight,
            firstWeekday: weekday.flatMap(Weekday.init(rawValue:)) ?? .monday
        )
    }

    /// Encodes settings; the time is a text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(boundary.description, forKey: .boundary)
        try container.encode(firstWeekday.rawValue, forKey: .firstWeekday)
    }
}
