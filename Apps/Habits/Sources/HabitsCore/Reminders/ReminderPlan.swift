public import HabitsDomain
public import TodayKit

/// The reminders that should be pending.
///
/// Each is for one day, so that a tick cancels that day's reminder and no other. They reach some days ahead, so that
/// they come also while the app does not run; every change and every day plans them anew.
public struct ReminderPlan: Sendable {
    /// The number of days ahead.
    public static let days = 14

    /// The requests by identifier.
    public let requests: [String: NotificationRequest]

    /// Plans the reminders of all habits.
    public init(_ data: HabitData, at time: HabitTime) {
        var requests: [String: NotificationRequest] = [:]
        let hasReminders = data.habits.contains { $0.habit.value.reminder != nil }
        for offset in 0..<(hasReminders ? Self.days : 0) {
            let list = DayList(data) { time.day($0) + offset }
            for item in list.items where item.isLeft {
                let boundary = data.boundary(of: item.habit)
                guard let request = Self.request(item.id, item.habit, item.day, boundary, list.left, time) else {
                    continue
                }
                requests[request.identifier] = request
            }
        }
        self.requests = requests
    }

    /// Returns the reminder of a habit on a day, or `nil` if there should be none.
    public static func request(
        _ entry: HabitEntry,
        _ day: Day,
        _ left: Int,
        _ data: HabitData,
        _ time: HabitTime
    ) -> NotificationRequest? {
        let habit = entry.habit.value
        guard !entry.isDeleted.value else { return nil }
        let week = day.startOfWeek(data.settings.firstWeekday)
        let marks = data.marks(of: entry.id, in: week...(week + 6))
        guard marks[day] == .open, data.rule(of: habit).isDue(day, { marks[$0] }) else { return nil }
        return request(entry.id, habit, day, data.boundary(of: habit), left, time)
    }

    /// Returns the reminder of a habit on a day on which it is due and open, or `nil` if it has none or its time is over.
    private static func request(
        _ id: HabitID,
        _ habit: Habit,
        _ day: Day,
        _ boundary: TimeOfDay,
        _ left: Int,
        _ time: HabitTime
    ) -> NotificationRequest? {
        guard let reminder = habit.reminder else { return nil }
        // A later day's reminder is not over.
        if day <= time.day(boundary), let due = time.time(of: reminder, on: day, boundary),
            Int(due.timeIntervalSince1970) <= time.seconds
        {
            return nil
        }
        return ReminderNotification.request(
            ReminderNotification.Subject(id, day),
            habit,
            date: reminder < boundary ? day + 1 : day,
            time: reminder,
            left: left
        )
    }

    /// What must change so that the plan is what is pending.
    ///
    /// - Parameters:
    ///   - pending: What is pending.
    ///   - data: The habits and their marks.
    ///   - time: The time.
    /// - Returns: The identifiers to remove and the requests to add, in a fixed order.
    public func changes(
        from pending: [NotificationRequest],
        _ data: HabitData,
        at time: HabitTime
    ) -> (remove: [String], add: [NotificationRequest]) {
        let known = Dictionary(pending.map { ($0.identifier, $0) }) { first, _ in first }
        let stale = pending.filter { request in
            if request.identifier.hasPrefix("reminder.") { return requests[request.identifier] == nil }
            guard request.identifier.hasPrefix("snooze."), let subject = ReminderNotification.Subject(request) else {
                return false
            }
            return !Self.isOpen(subject, data, time)
        }
        let missing = requests.values.filter { known[$0.identifier] != $0 }
        return (stale.map(\.identifier).sorted(), missing.sorted { $0.identifier < $1.identifier })
    }

    private static func isOpen(_ subject: ReminderNotification.Subject, _ data: HabitData, _ time: HabitTime) -> Bool {
        guard let entry = data.entries[subject.habit], !entry.isDeleted.value else { return false }
        return subject.day >= time.day(data.boundary(of: entry.habit.value))
            && (data.register(subject.habit, subject.day)?.value ?? .open) == .open
    }
}
