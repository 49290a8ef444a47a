import ClockCore
import TodayKit

/// The widget: the times of the clocks, for an hour ahead.
struct ClockWidget: Widget {
    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        ClockCards.content(
            context.defaults[.clocks],
            now: context.now,
            zone: context.zone,
            family: context.family,
            Texts(context.language)
        )
    }
}
