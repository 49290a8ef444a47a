public import TodayKit

/// Validates the inputs that describe the reminder.
public enum ReminderForm {
    /// The ids of the inputs.
    public enum Input {
        /// The day.
        public static let day = "reminder-day"
        /// The time of day.
        public static let time = "reminder-time"
        /// The repetition.
        public static let repetition = "reminder-repeat"
    }

    /// The values of the input for the repetition.
    public enum Repetition: String, CaseIterable, Sendable {
        /// Once.
        case never
        /// Every day.
        case daily
        /// Every week.
        case weekly
    }

    /// Reads the reminder.
    ///
    /// - Parameters:
    ///   - inputs: The input values by input id.
    ///   - today: The current day in the time zone of the inputs.
    ///   - clock: The current time there, such as `08:30`, if it is known.
    ///   - zone: That time zone, if it is not the host's.
    ///   - texts: The texts of the surface's language.
    /// - Returns: The reminder.
    /// - Throws: `InvalidInputs` with a message for each invalid input.
    public static func reminder(
        from inputs: [String: String],
        today: CivilDay,
        clock: String?,
        zone: String? = nil,
        _ texts: Texts
    ) throws -> Reminder {
        var problems: [String: String] = [:]
        let time = time(inputs[Input.time] ?? "")
        if time == nil { problems[Input.time] = texts.timeMissing }
        let repetition = Repetition(rawValue: inputs[Input.repetition] ?? Repetition.never.rawValue)
        if repetition == nil { problems[Input.repetition] = texts.repetitionUnknown }
        let day = CivilDay(inputs[Input.day] ?? "")
        if day == nil, repetition != .daily { problems[Input.day] = texts.dayMissing }
        if repetition == .never, let day, let time {
            if day < today {
                problems[Input.day] = texts.timeIsOver
            } else if day == today, let clock, Reminder.clock(time.hour, time.minute) <= clock {
                problems[Input.time] = texts.timeIsOver
            }
        }
        guard problems.isEmpty, let time, let repetition else { throw InvalidInputs(problems) }
        return Reminder(recurrence(repetition, day ?? today), hour: time.hour, minute: time.minute, zone: zone)
    }

    private static func recurrence(_ repetition: Repetition, _ day: CivilDay) -> Reminder.Recurrence {
        switch repetition {
        case .never: .once(day)
        case .daily: .daily
        case .weekly: .weekly(weekday: day.weekday)
        }
    }

    private static func time(_ text: String) -> (hour: Int, minute: Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let areDigits = text.utf8.allSatisfy { $0 == UInt8(ascii: ":") || (0x30...0x39).contains($0) }
        guard areDigits, parts.map(\.utf8.count) == [2, 2], let hour = Int(parts[0]), let minute = Int(parts[1]),
            hour < 24, minute < 60
        else { return nil }
        return (hour, minute)
    }
}
