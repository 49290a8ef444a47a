public import HabitsDomain
public import TodayKit

/// Notices in an update that a new day has begun while the app did not run.
public struct DayChangeDetector: Sendable {
    private let context: WidgetContext

    /// Creates a detector for the context of an update.
    public init(_ context: WidgetContext) { self.context = context }

    /// If the day, the zone or a day boundary has changed since the app last refreshed everything, sets the badge at
    /// once and asks the host to start the app, which does the rest.
    ///
    /// - Parameters:
    ///   - data: The habits and their marks.
    ///   - time: The time.
    /// - Throws: `RequestError` if the badge cannot be set.
    public func check(_ data: HabitData, at time: HabitTime) async throws {
        guard !data.habits.isEmpty, context.defaults[.refreshed] != Refresher.state(data, time) else { return }
        try await context.notifications.setBadge(DayList(data) { time.day($0) }.left)
        do {
            try await context.wake()
        } catch let error as RequestError {
            // The host allows few requests in a short time; the next update asks again.
            context.log.info("\(error)")
        }
    }
}
