import HabitsDomain
public import TodayKit

/// Performs a tap in the widget, and keeps everything right that the widget may change before the app has run.
public struct TickPerformer: Sendable {
    private let context: WidgetContext

    /// Creates a performer for the context of a tap.
    public init(_ context: WidgetContext) { self.context = context }

    /// Performs an action: enqueues it for the app, removes the reminder or adds it again, sets the badge, and saves the
    /// record that wakes the app through the cloud.
    ///
    /// - Throws: A `Failure` if the habit or the day cannot be marked, `RequestError` if the host refuses.
    public func perform(_ action: WidgetAction) async throws {
        guard case .set(let id, let day, let isDone) = action else { return }
        let time = HabitTime(context)
        var data = HabitStore(context).load()
        let queue = context.actions(in: .habits)
        data.merge(try await queue.pending())
        let editor = HabitEditor(now: time.milliseconds, device: context.deviceID)
        guard let entry = data.entries[id], !entry.isDeleted.value, let day = Day(day),
            let edit = editor.mark(id, day, as: isDone ? .done : .open, in: data)
        else { throw Failure(Texts(context.language).gone) }
        data.merge(edit)
        let actionID = try await queue.enqueue(HabitAction.mark(edit: edit))

        let left = DayList(data) { time.day($0) }.left
        let subject = ReminderNotification.Subject(id, day)
        let reminder = isDone ? nil : ReminderPlan.request(entry, day, left, data, time)
        let record = Doorbell.record(actionID, device: context.deviceID, now: context.now)
        // Sent at once: none depends on the answer to another.
        async let badgeIsSet: Void = context.notifications.setBadge(left)
        async let recordIsSaved: Void = context.records(in: HabitsCloud.container).save([record])
        if isDone {
            try await context.notifications.remove(subject.identifiers)
        } else if let reminder {
            try await context.notifications.add(reminder)
        }
        _ = try await (badgeIsSet, recordIsSaved)
    }
}
