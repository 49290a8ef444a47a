public import CivilTime

/// The habits of one day.
public struct DayList: Hashable, Sendable {
    /// A habit on a day.
    public struct Item: Hashable, Sendable, Identifiable {
        /// The habit's id.
        public let id: HabitID
        /// The habit.
        public let habit: Habit
        /// The day, which depends on the habit's day boundary.
        public let day: Day
        /// The state.
        public let mark: Mark
        /// How often it was done in this week, this day included; `nil` unless it is due n times a week.
        public let doneInWeek: Int?

        /// Whether it is still to be done.
        public var isLeft: Bool { mark == .open }
    }

    /// The habits that are due or have a mark, in their order.
    public let items: [Item]

    /// The habits that the widget lists: those that are not skipped.
    public var due: [Item] { items.filter { $0.mark != .skipped } }
    /// How many are still to be done.
    public var left: Int { items.count { $0.isLeft } }
    /// How many are done.
    public var done: Int { items.count { $0.mark == .done } }

    /// Lists the habits of a day.
    ///
    /// - Parameters:
    ///   - data: The habits and their marks.
    ///   - day: Returns the day of a habit with a day boundary.
    public init(_ data: HabitData, day: (_ boundary: TimeOfDay) -> Day) {
        items = data.habits.compactMap { entry in
            let habit = entry.habit.value
            let day = day(data.boundary(of: habit))
            return Self.item(entry.id, habit, day, data)
        }
    }

    private static func item(_ id: HabitID, _ habit: Habit, _ day: Day, _ data: HabitData) -> Item? {
        let rule = data.rule(of: habit)
        let week = day.startOfWeek(data.settings.firstWeekday)
        let marks = data.marks(of: id, in: week...(week + 6))
        let mark = marks[day]
        guard mark != .open || rule.isDue(day, { marks[$0] }) else { return nil }
        let isWeekly = if case .timesAWeek = habit.schedule { true } else { false }
        return Item(
            id: id,
            habit: habit,
            day: day,
            mark: mark,
            doneInWeek: isWeekly ? rule.doneInWeek(of: day) { marks[$0] } : nil
        )
    }
}
