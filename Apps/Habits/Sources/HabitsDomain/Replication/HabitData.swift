public import CivilTime

/// All habits and their marks on one device, with the changes that are not stored yet.
///
/// Marks are loaded by habit and month when they are needed. Every change is a merge of registers, so it does not matter
/// in which order, how often or from where edits arrive.
public struct HabitData: Sendable {
    /// The entries of all habits, deleted ones included.
    public private(set) var entries: [HabitID: HabitEntry]
    /// The settings, or `nil` if nobody changed them.
    public private(set) var storedSettings: Register<HabitSettings>?
    /// The habits that changed.
    public private(set) var changedEntries: Set<HabitID> = []
    /// Whether the settings changed.
    public private(set) var hasChangedSettings = false
    /// The months that changed.
    public private(set) var changedMonths: [MarkMonthKey: MarkMonth] = [:]
    /// The first marked day of habits for which it changed.
    public private(set) var changedFirstDays: [HabitID: Day] = [:]

    private let loadMonth: @Sendable (MarkMonthKey) -> MarkMonth
    private let loadFirstDay: @Sendable (HabitID) -> Day?

    /// Creates data.
    ///
    /// - Parameters:
    ///   - entries: The entries of all habits.
    ///   - settings: The settings.
    ///   - month: Loads the marks of a month; a month that was never stored is empty.
    ///   - firstDay: Loads the first day of a habit that was ever marked.
    public init(
        entries: [HabitEntry] = [],
        settings: Register<HabitSettings>? = nil,
        month: @escaping @Sendable (MarkMonthKey) -> MarkMonth = { _ in MarkMonth() },
        firstDay: @escaping @Sendable (HabitID) -> Day? = { _ in nil }
    ) {
        self.entries = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
        storedSettings = settings
        loadMonth = month
        loadFirstDay = firstDay
    }

    /// The settings in force.
    public var settings: HabitSettings { storedSettings?.value ?? HabitSettings() }

    /// The habits that are not deleted, in their order.
    public var habits: [HabitEntry] {
        entries.values.filter { !$0.isDeleted.value }
            .sorted { ($0.position.value, $0.id) < ($1.position.value, $1.id) }
    }

    /// The time at which the days of a habit begin.
    public func boundary(of habit: Habit) -> TimeOfDay { habit.boundary ?? settings.boundary }

    /// The rule of a habit.
    public func rule(of habit: Habit) -> DueRule { DueRule(habit.schedule, firstWeekday: settings.firstWeekday) }

    /// Returns the register of a habit and a day, or `nil` if it was never marked.
    public func register(_ habit: HabitID, _ day: Day) -> Register<Mark>? {
        month(MarkMonthKey(habit, day.month))[day.date.day]
    }

    /// Returns the marks of a habit between two days, for fast access.
    public func marks(of habit: HabitID, in days: ClosedRange<Day>) -> MarkTable {
        var marks: [Day: Mark] = [:]
        var month = max(days.lowerBound, MarkEdit.firstDay).month
        while month <= min(days.upperBound, MarkEdit.lastDay).month {
            let first = month.firstDay
            for (number, register) in self.month(MarkMonthKey(habit, month)).marks where number <= month.length {
                let day = first + number - 1
                if days.contains(day) { marks[day] = register.value }
            }
            month = month.next
        }
        return MarkTable(marks)
    }

    /// The first day of a habit that was ever marked, or `nil` if there is none.
    public func firstDay(of habit: HabitID) -> Day? { changedFirstDays[habit] ?? loadFirstDay(habit) }

    private func month(_ key: MarkMonthKey) -> MarkMonth { changedMonths[key] ?? loadMonth(key) }

    /// Whether anything changed that is not stored yet.
    public var hasChanges: Bool { !changedEntries.isEmpty || hasChangedSettings || !changedMonths.isEmpty }
}

extension HabitData {
    /// Merges a mark, made here or on another device.
    ///
    /// - Returns: `true` if something changed.
    @discardableResult public mutating func merge(_ edit: MarkEdit) -> Bool {
        let key = MarkMonthKey(edit.habit, edit.day.month)
        var month = month(key)
        guard month.merge(edit.mark, day: edit.day.date.day) else { return false }
        changedMonths[key] = month
        if firstDay(of: edit.habit).map({ edit.day < $0 }) ?? true { changedFirstDays[edit.habit] = edit.day }
        return true
    }

    /// Merges an entry, made here or on another device.
    ///
    /// - Returns: `true` if something changed.
    @discardableResult public mutating func merge(_ entry: HabitEntry) -> Bool {
        guard var known = entries[entry.id] else {
            entries[entry.id] = entry
            changedEntries.insert(entry.id)
            return true
        }
        guard known.merge(entry) else { return false }
        entries[entry.id] = known
        changedEntries.insert(entry.id)
        return true
    }

    /// Merges settings, made here or on another device.
    ///
    /// - Returns: `true` if something changed.
    @discardableResult public mutating func merge(_ settings: Register<HabitSettings>) -> Bool {
        let merged = Register.merged(storedSettings, settings)
        guard merged != storedSettings else { return false }
        storedSettings = merged
        hasChangedSettings = true
        return true
    }
}

/// The marks of one habit on some days.
public struct MarkTable: Hashable, Sendable {
    private var marks: [Day: Mark]

    /// Creates a table.
    public init(_ marks: [Day: Mark] = [:]) { self.marks = marks }

    /// The mark of a day.
    public subscript(day: Day) -> Mark { marks[day] ?? .open }
}
