import FeedsCore
import TodayKit

/// The widget: the newest items of all feeds.
struct FeedsWidget: Widget {
    /// How long an update waits for servers; the host waits 20 seconds for it.
    private static let limit = Duration.seconds(15)

    func update(_ context: WidgetContext) async throws -> WidgetContent? {
        let statuses = try await FeedLoader(context).load(
            context.defaults[.feeds],
            within: Self.limit,
            isForced: context.reasons.contains(.retry)
        )
        return WidgetCards(Texts(context.language), now: context.now)
            .content(statuses, family: context.family)
    }
}
