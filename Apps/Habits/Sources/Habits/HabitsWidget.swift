import HabitsCore
import HabitsDomain
import TodayKit

/// The widget: what is due today; a tap ticks a habit, another tap unticks it.
struct HabitsWidget: Widget {
    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        let time = HabitTime(context)
        var data = HabitStore(context).load()
        data.merge(try await context.actions(in: .habits).pending())
        try await DayChangeDetector(context).check(data, at: time)
        return WidgetCards.content(data, at: time, language: context.language)
    }

    func perform(_ action: WidgetAction, _ context: WidgetContext) async throws {
        try await TickPerformer(context).perform(action)
    }
}
