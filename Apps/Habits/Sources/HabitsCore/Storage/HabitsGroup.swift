import HabitsDomain
public import TodayKit

extension GroupID {
    /// The app group of Habits and its widget.
    public static let habits = GroupID("group.today.habits")
}

/// The URLs of the app's pages.
public enum HabitsURL {
    /// The first page.
    public static let today = "today-habits://"
}

/// The container of the person's records.
public enum HabitsCloud {
    /// The container's identifier.
    public static let container = "iCloud.org.today.Habits"
    /// The zone of habits and completions; records by which a widget wakes its app are in the default zone.
    public static let zone = ZoneName("habits")
}

// The values of Habits in its group. They are part of the transaction in which they are written.
extension DefaultsKey where Value == [HabitEntry] {
    /// All habits, deleted ones included.
    static var habits: Self { Self("habits", in: .habits, default: []) }
}

extension DefaultsKey where Value == Register<HabitSettings>? {
    /// The settings that devices replicate.
    static var settings: Self { Self("settings", in: .habits) }
}

extension DefaultsKey where Value == MarkMonth {
    /// The marks of one habit in one month.
    static func marks(_ key: MarkMonthKey) -> Self {
        Self("marks.\(key.habit).\(key.month)", in: .habits, default: MarkMonth())
    }
}

extension DefaultsKey where Value == String? {
    /// The first day of a habit that was ever marked.
    static func firstDay(_ habit: HabitID) -> Self { Self("first.\(habit)", in: .habits) }
    /// Changes with each commit of the app; see `CommitSequence`.
    static var commit: Self { Self("commit", in: .habits) }
    /// The day for which notifications, badge and complication were last made, with the zone.
    static var refreshed: Self { Self("refreshed", in: .habits) }
    /// Why the last synchronization was not complete.
    static var syncProblem: Self { Self("sync.problem", in: .habits) }
}

extension DefaultsKey where Value == Bool {
    /// Whether ticks are carried to the person's other devices; of this device only.
    static var isSyncing: Self { Self("sync", in: .habits, default: false) }
}

extension DefaultsKey where Value == [UndoStep] {
    /// What can be undone, the latest last; of this device only.
    static var undo: Self { Self("undo", in: .habits, default: []) }
}
