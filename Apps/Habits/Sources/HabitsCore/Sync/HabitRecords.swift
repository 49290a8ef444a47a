public import HabitsDomain
public import TodayKit

/// Converts habits and completions to records and back.
///
/// What comes from the cloud is checked: a record that another version of the app wrote in a way that is not understood
/// is ignored, and stays in the cloud.
public enum HabitRecords {
    private static let completion = "Completion"
    private static let habit = "Habit"
    private static let settings = "Settings"

    /// What a record says.
    public enum Content: Hashable, Sendable {
        /// The mark of a habit on a day.
        case mark(MarkEdit)
        /// A habit.
        case habit(HabitEntry)
        /// The settings.
        case settings(Register<HabitSettings>)
    }

    /// Returns the name of the record of a habit on a day.
    public static func name(_ habit: HabitID, _ day: Day) -> RecordName { "completion.\(habit).\(day)" }

    /// Returns the record of a mark: the habit, the civil day, the state, and its version.
    public static func record(_ edit: MarkEdit) -> Record {
        Record(
            name(edit.habit, edit.day),
            type: completion,
            fields: [
                "habit": .string(edit.habit.rawValue), "day": .string(edit.day.description),
                "state": .string(edit.mark.value.rawValue), "stamp": .string(edit.mark.stamp.description),
            ]
        )
    }

    /// Returns the record of a habit, with the version of each of its three registers.
    public static func record(_ entry: HabitEntry) -> Record {
        let habit = entry.habit.value
        return Record(
            "habit.\(entry.id)",
            type: self.habit,
            fields: [
                "habit": .string(entry.id.rawValue), "name": .string(habit.name), "symbol": .string(habit.symbol),
                "schedule": .string(habit.schedule.description), "reminder": .string(habit.reminder?.description ?? ""),
                "boundary": .string(habit.boundary?.description ?? ""),
                "habitStamp": .string(entry.habit.stamp.description), "position": .integer(entry.position.value),
                "positionStamp": .string(entry.position.stamp.description),
                "isDeleted": .integer(entry.isDeleted.value ? 1 : 0),
                "isDeletedStamp": .string(entry.isDeleted.stamp.description),
            ]
        )
    }

    /// Returns the record of the settings.
    public static func record(_ settings: Register<HabitSettings>) -> Record {
        Record(
            "settings",
            type: self.settings,
            fields: [
                "boundary": .string(settings.value.boundary.description),
                "firstWeekday": .integer(settings.value.firstWeekday.rawValue),
                "stamp": .string(settings.stamp.description),
            ]
        )
    }

    /// Reads a record; `nil` if it is not understood.
    public static func content(_ record: Record) -> Content? {
        switch record.type {
        case completion: mark(record).map(Content.mark)
        case habit: entry(record).map(Content.habit)
        case settings: settings(record).map(Content.settings)
        default: nil
        }
    }

    private static func mark(_ record: Record) -> MarkEdit? {
        guard let habit = id(record), let day = record["day"]?.stringValue.flatMap({ Day($0) }),
            let mark = record["state"]?.stringValue.flatMap(Mark.init(rawValue:)), let stamp = stamp(record, "stamp"),
            record.name == name(habit, day)
        else { return nil }
        return MarkEdit(habit: habit, day: day, mark: Register(mark, stamp))
    }

    private static func entry(_ record: Record) -> HabitEntry? {
        guard let id = id(record), let name = record["name"]?.stringValue,
            let schedule = record["schedule"]?.stringValue.flatMap({ Schedule($0) }),
            let position = record["position"]?.integerValue, let isDeleted = record["isDeleted"]?.integerValue,
            let habitStamp = stamp(record, "habitStamp"), let positionStamp = stamp(record, "positionStamp"),
            let isDeletedStamp = stamp(record, "isDeletedStamp"), record.name == "habit.\(id)"
        else { return nil }
        let habit = Habit(
            name: Habit.cleaned(name, limit: Habit.nameLimit),
            symbol: Habit.cleaned(record["symbol"]?.stringValue ?? "", limit: Habit.symbolLimit),
            schedule: schedule,
            reminder: record["reminder"]?.stringValue.flatMap { TimeOfDay($0) },
            boundary: boundary(record)
        )
        return HabitEntry(
            id: id,
            habit: Register(habit, habitStamp),
            position: Register(position, positionStamp),
            isDeleted: Register(isDeleted != 0, isDeletedStamp)
        )
    }

    private static func settings(_ record: Record) -> Register<HabitSettings>? {
        guard let stamp = stamp(record, "stamp"),
            let weekday = record["firstWeekday"]?.integerValue.flatMap(Weekday.init(rawValue:))
        else { return nil }
        return Register(HabitSettings(boundary: boundary(record) ?? .midnight, firstWeekday: weekday), stamp)
    }

    private static func id(_ record: Record) -> HabitID? { record["habit"]?.stringValue.flatMap { HabitID($0) } }

    private static func stamp(_ record: Record, _ field: String) -> Stamp? {
        record[field]?.stringValue.flatMap { Stamp($0) }
    }

    private static func boundary(_ record: Record) -> TimeOfDay? {
        record["boundary"]?.stringValue.flatMap { TimeOfDay($0) }.flatMap { $0 <= .latestBoundary ? $0 : nil }
    }
}
