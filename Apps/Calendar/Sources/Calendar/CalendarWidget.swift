import CalendarCore
import TodayKit

/// The widget: the next events of all calendars.
struct CalendarWidget: Widget {
    /// How long an update waits for servers; the host waits 20 seconds for it.
    private static let limit = Duration.seconds(15)

    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        let statuses = try await CalendarLoader(context).load(
            context.defaults[.calendars],
            within: Self.limit,
            isForced: context.reasons.contains(.retry)
        )
        return WidgetCards(Texts(context.language), ViewerClock(context)).content(statuses, family: context.family)
    }
}
