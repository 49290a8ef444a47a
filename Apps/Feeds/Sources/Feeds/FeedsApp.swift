import FeedsCore
import TodayKit

/// The containing app: the newest items of the feeds, and which feeds there are.
@main
struct FeedsApp: App {
    static let widgets: [any Widget.Type] = [FeedsWidget.self]

    /// How long a page waits for servers; the host waits ten seconds for a page.
    private static let limit = Duration.seconds(5)

    func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent {
        let texts = Texts(context.language)
        let dates = ItemDates(now: context.now)
        let feeds = context.defaults[.feeds]
        switch url.path {
        case "": return ItemsPage(texts, dates).page(try await load(feeds, context))
        case "feeds": return FeedsPage(texts, dates).page(try await load(feeds, context))
        case FeedsURL.feedPath:
            // All are loaded, since the lists of the others would be removed.
            let statuses = try await load(feeds, context)
            guard let status = statuses.first(where: { $0.feed.address == url.query[FeedsURL.address] }) else {
                throw Failure(texts.feedIsGone)
            }
            return ItemsPage(texts, dates).page(status)
        default: throw Failure(texts.noPage(url.path))
        }
    }

    func perform(_ action: FeedsAction, _ context: AppContext) async throws {
        let texts = Texts(context.language)
        let feeds = context.defaults[.feeds]
        if case .refresh = action {
            _ = try await FeedLoader(context).load(feeds, within: Self.limit, isForced: true)
            return try await context.widgets.reload()
        }
        try await context.defaults.set(
            FeedEditor(texts).feeds(after: action, feeds, inputs: context.inputs),
            for: .feeds
        )
        if case .remove(let address) = action, let index = feeds.firstIndex(where: { $0.address == address }) {
            let title = FeedStatus(feeds[index], list: try FeedLoader(context).list(of: feeds[index])).title
            try await context.offerUndo(texts.removed(title), FeedsAction.putBack(feeds[index], at: index))
        }
    }

    private func load(_ feeds: [SavedFeed], _ context: AppContext) async throws -> [FeedStatus] {
        try await FeedLoader(context).load(feeds, within: Self.limit)
    }
}
