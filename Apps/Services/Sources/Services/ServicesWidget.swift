import ServicesCore
import TodayKit

/// The widget: which services are up, and since when.
struct ServicesWidget: Widget {
    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        // The host waits 20 seconds for an update.
        let statuses = try await ServiceChecker(context).check(
            context.defaults[.services],
            within: .seconds(10),
            all: .seconds(16)
        )
        return WidgetCards(Texts(context.language), StateDates(now: context.now))
            .content(statuses, family: context.family)
    }
}
