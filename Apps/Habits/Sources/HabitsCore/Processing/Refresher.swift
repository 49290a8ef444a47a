public import HabitsDomain
public import TodayKit

/// Makes everything outside the app's pages follow the habits: notifications, badge, complication and widget.
public struct Refresher: Sendable {
    private let context: AppContext
    private let time: HabitTime

    /// Creates a refresher for the context of a request.
    public init(_ context: AppContext) {
        self.context = context
        time = HabitTime(context)
    }

    /// Refreshes everything; part of the transaction, if there is one.
    ///
    /// - Parameters:
    ///   - data: The habits and their marks.
    ///   - changed: The habits and days whose mark changed; their notifications are withdrawn if they are not open.
    ///   - pending: The reminders that are pending, by identifier; `nil` if the host must be asked. They do not count if
    ///     the day, the zone or a day boundary has changed since the last time.
    /// - Returns: The reminders that are pending now.
    /// - Throws: `RequestError` if the host refuses.
    @discardableResult
    public func refresh(
        _ data: HabitData,
        changed: [ReminderNotification.Subject] = [],
        pending: [String: NotificationRequest]? = nil
    ) async throws -> ReminderPlan {
        let list = DayList(data) { time.day($0) }
        let complication = HabitsComplication.complication(list)
        // Sent at once: none depends on the answer to another.
        let state = Self.state(data, time)
        let isCurrent = context.defaults[.refreshed] == state
        async let plan = refreshReminders(data, changed, isCurrent ? pending : nil)
        async let badgeIsSet: Void = context.notifications.setBadge(list.left)
        async let complicationIsSet: Void = context.complication.set(complication)
        async let widgetIsReloaded: Void = context.widgets.reload()
        if !isCurrent {
            try await context.scheduleWake(at: Self.nextDay(data, time))
            try await context.defaults.set(state, for: .refreshed)
        }
        _ = try await (badgeIsSet, complicationIsSet, widgetIsReloaded)
        return try await plan
    }

    private func refreshReminders(
        _ data: HabitData,
        _ changed: [ReminderNotification.Subject],
        _ known: [String: NotificationRequest]?
    ) async throws -> ReminderPlan {
        let plan = ReminderPlan(data, at: time)
        async let areWithdrawn: Void = withdraw(changed, data)
        let pending: [NotificationRequest]
        if let known { pending = Array(known.values) } else { pending = try await context.notifications.pending() }
        let (remove, add) = plan.changes(from: pending, data, at: time)
        if !remove.isEmpty { try await context.notifications.removePending(remove) }
        try await context.notifications.add(add)
        try await areWithdrawn
        return plan
    }

    /// Returns the next time at which a day begins later than at midnight, or `nil` if every day begins at midnight, when the
    /// host starts the app by itself.
    static func nextDay(_ data: HabitData, _ time: HabitTime) -> Date? {
        boundaries(data).filter { $0 != .midnight }.compactMap { time.start(of: time.day($0) + 1, $0) }.min()
    }

    /// The days and the zone for which everything was made, as text; another text means that it is out of date.
    static func state(_ data: HabitData, _ time: HabitTime) -> String {
        let days = boundaries(data).sorted().map { "\($0)=\(time.day($0))" }
        return ([time.zone] + days).joined(separator: " ")
    }

    private static func boundaries(_ data: HabitData) -> Set<TimeOfDay> {
        Set(data.habits.map { data.boundary(of: $0.habit.value) }).union([data.settings.boundary])
    }

    private func withdraw(_ changed: [ReminderNotification.Subject], _ data: HabitData) async throws {
        let over = Set(changed).filter { (data.register($0.habit, $0.day)?.value ?? .open) != .open }
        let identifiers = over.flatMap(\.identifiers).sorted()
        if !identifiers.isEmpty { try await context.notifications.remove(identifiers) }
    }
}

/// What status bars show.
public enum HabitsComplication {
    /// Returns the complication of a day; `nil` if nothing is due.
    ///
    /// The host keeps one for all surfaces, whatever their languages, so it has only the names that the person gave.
    public static func complication(_ list: DayList) -> Complication? {
        let total = list.left + list.done
        guard total > 0 else { return nil }
        let open = list.items.filter(\.isLeft).map(\.habit.name)
        let names = open.joined(separator: ", ")
        return Complication(
            shortText: "\(list.done)/\(total)",
            longText: open.isEmpty ? nil : String(String.UnicodeScalarView(names.unicodeScalars.prefix(256))),
            gauge: Double(list.done) / Double(total),
            symbol: "✓",
            classes: open.isEmpty ? ["done"] : []
        )
    }
}
