public import HabitsDomain
public import TodayKit

/// The notifications of reminders, with their actions.
public enum ReminderNotification {
    /// The category's identifier.
    public static let category = "habit"
    /// The options that the app asks the person to allow.
    public static let options: Set<NotificationAuthorizationOption> = [.alert, .sound, .badge]
    /// The time after which a snoozed reminder comes again, in seconds.
    public static let snoozeSeconds = 600.0

    /// The identifiers of the actions.
    public enum Action {
        /// Marks the habit as done.
        public static let done = "done"
        /// Shows the reminder again ten minutes later.
        public static let snooze = "snooze"
        /// Marks the habit as skipped.
        public static let skip = "skip"
    }

    /// The app's only category; all actions run in the background.
    public static var categories: [NotificationCategory] {
        let done = NotificationAction(identifier: Action.done, title: .key("DONE"))
        let snooze = NotificationAction(identifier: Action.snooze, title: .key("SNOOZE"))
        let skip = NotificationAction(identifier: Action.skip, title: .key("SKIP_TODAY"))
        return [
            NotificationCategory(
                identifier: category,
                actions: [done, snooze, skip],
                minimalActions: [done, snooze]
            )
        ]
    }

    /// A habit and one of its days, which identify a reminder.
    public struct Subject: Hashable, Sendable {
        /// The habit.
        public let habit: HabitID
        /// The day.
        public let day: Day

        /// Creates a subject.
        public init(_ habit: HabitID, _ day: Day) {
            self.habit = habit
            self.day = day
        }

        /// Reads the subject of a notification; `nil` if it is not one of this app's reminders.
        public init?(_ request: NotificationRequest) {
            guard case .string(let habit)? = request.content.userInfo?["habit"], let id = HabitID(habit),
                case .string(let day)? = request.content.userInfo?["day"], let day = Day(day)
            else { return nil }
            self.init(id, day)
        }

        /// The identifier of the reminder.
        public var reminderID: String { "reminder.\(habit).\(day)" }
        /// The identifier of the snoozed reminder.
        public var snoozeID: String { "snooze.\(habit).\(day)" }
        /// The identifiers of both.
        public var identifiers: [String] { [reminderID, snoozeID] }
    }

    /// Returns a reminder.
    ///
    /// - Parameters:
    ///   - subject: The habit and the day.
    ///   - habit: The habit.
    ///   - date: The date that clocks show.
    ///   - time: The time of day.
    ///   - left: The badge at its delivery.
    /// - Returns: The request.
    static func request(
        _ subject: Subject,
        _ habit: Habit,
        date: Day,
        time: TimeOfDay,
        left: Int
    ) -> NotificationRequest {
        let date = date.date
        return NotificationRequest(
            identifier: subject.reminderID,
            content: content(subject, habit, left: left),
            trigger: .calendar(
                DateComponents(year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute)
            )
        )
    }

    /// Returns the snoozed reminder of a delivered one.
    public static func snoozed(_ request: NotificationRequest, _ subject: Subject) -> NotificationRequest {
        NotificationRequest(
            identifier: subject.snoozeID,
            content: request.content,
            trigger: .timeInterval(snoozeSeconds)
        )
    }

    private static func content(_ subject: Subject, _ habit: Habit, left: Int) -> NotificationContent {
        NotificationContent(
            title: .text(habit.symbol.isEmpty ? habit.name : "\(habit.symbol) \(habit.name)"),
            body: .key("REMINDER_BODY"),
            badge: left,
            sound: .default,
            threadIdentifier: "habits",
            categoryIdentifier: category,
            userInfo: ["habit": .string(subject.habit.rawValue), "day": .string(subject.day.description)],
            deepLink: HabitsURL.today
        )
    }
}
