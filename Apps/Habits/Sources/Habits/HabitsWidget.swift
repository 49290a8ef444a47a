import HabitsCore
import HabitsDomain
import TodayKit

/// The widget: what is due today; a tap ticks a habit, another tap unticks it.
struct HabitsWidget: Widget {
    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        let time = HabitTime(context)
        var data = HabitStore(context).load()
        let queue = context.actions(in: .habits)
        // Sent at once: neither depends on the answer to the other.
        async let state = queue.state()
        data.merge(try await queue.pending())
        try await DayChangeDetector(context).check(data, at: time)
        return WidgetCards.content(
            data,
            at: time,
            queue: try await state,
            language: context.language,
            family: context.family
        )
    }

    func perform(_ action: WidgetAction, _ context: WidgetContext) async throws {
        try await TickPerformer(context).perform(action)
    }
}
