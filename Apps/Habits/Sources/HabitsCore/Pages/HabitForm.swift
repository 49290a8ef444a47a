public import HabitsDomain
import TodayKit

/// Reads the inputs that describe a habit.
public enum HabitForm {
    /// The ids of the inputs.
    public enum Input {
        /// The name.
        public static let name = "name"
        /// The symbol.
        public static let symbol = "symbol"
        /// The kind of schedule.
        public static let schedule = "schedule"
        /// The weekdays.
        public static let days = "days"
        /// The time of the reminder.
        public static let reminder = "reminder"
        /// The day boundary.
        public static let boundary = "boundary"
        /// The day on which weeks begin.
        public static let firstWeekday = "first-weekday"
        /// Whether Sync is on.
        public static let sync = "sync"
    }

    private static let weekdays = "weekdays"

    static func choices(_ texts: Texts) -> [Choice] {
        [Choice(texts.onWeekdays, value: weekdays)]
            + Schedule.timesRange.map { Choice(texts.timesAWeek($0), value: Schedule.timesAWeek($0).description) }
    }

    /// Returns the choice for a schedule; every day is all of the weekdays.
    static func choice(_ schedule: Schedule) -> String {
        if case .timesAWeek = schedule { schedule.description } else { weekdays }
    }

    /// Reads a habit.
    ///
    /// Chosen days without the matching schedule are ignored. All seven days are every day.
    ///
    /// - Parameters:
    ///   - inputs: The input values by input id.
    ///   - language: The language of the surface.
    /// - Returns: The habit.
    /// - Throws: `InvalidInputs` with a message for each invalid input.
    public static func habit(from inputs: [String: String], language: String) throws -> Habit {
        let texts = Texts(language)
        var problems: [String: String] = [:]
        let name = Habit.cleaned(inputs[Input.name] ?? "", limit: Habit.nameLimit)
        if name.isEmpty { problems[Input.name] = texts.nameMissing }
        let symbol = inputs[Input.symbol] ?? ""
        var habit = Habit(name: name, symbol: Habit.cleaned(symbol, limit: Habit.symbolLimit))
        let isWhole = habit.symbol == Habit.cleaned(symbol, limit: Habit.nameLimit)
        if !isWhole { problems[Input.symbol] = texts.symbolTooLong }
        let choice = inputs[Input.schedule] ?? Schedule.daily.description
        if choice == weekdays {
            let days = (inputs[Input.days] ?? "").split(separator: ",").compactMap { Int($0) }
                .compactMap(Weekday.init(rawValue:))
            if days.isEmpty { problems[Input.days] = texts.daysMissing }
            habit.schedule = Set(days).count == 7 ? .daily : .weekdays(Set(days))
        } else if let schedule = Schedule(choice) {
            habit.schedule = schedule
        } else {
            problems[Input.schedule] = texts.scheduleUnknown
        }
        habit.reminder = time(inputs, Input.reminder, &problems, texts)
        habit.boundary = boundary(inputs, &problems, texts)
        guard problems.isEmpty else { throw InvalidInputs(problems) }
        return habit
    }

    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - inputs: The input values by input id.
    ///   - language: The language of the surface.
    /// - Returns: The settings.
    /// - Throws: `InvalidInputs` with a message for each invalid input.
    public static func settings(from inputs: [String: String], language: String) throws -> HabitSettings {
        var problems: [String: String] = [:]
        let boundary = boundary(inputs, &problems, Texts(language))
        guard problems.isEmpty else { throw InvalidInputs(problems) }
        let weekday = inputs[Input.firstWeekday].flatMap { Int($0) }.flatMap(Weekday.init(rawValue:))
        return HabitSettings(boundary: boundary ?? .midnight, firstWeekday: weekday ?? .monday)
    }

    private static func boundary(
        _ inputs: [String: String],
        _ problems: inout [String: String],
        _ texts: Texts
    ) -> TimeOfDay? {
        guard let time = time(inputs, Input.boundary, &problems, texts) else { return nil }
        if time > .latestBoundary { problems[Input.boundary] = texts.boundaryTooLate }
        return time
    }

    private static func time(
        _ inputs: [String: String],
        _ id: String,
        _ problems: inout [String: String],
        _ texts: Texts
    ) -> TimeOfDay? {
        guard let text = inputs[id], !text.isEmpty else { return nil }
        let time = TimeOfDay(text)
        if time == nil { problems[id] = texts.timeUnknown }
        return time
    }
}
