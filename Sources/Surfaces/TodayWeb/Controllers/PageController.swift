import Foundation
import HostModel
import Hummingbird
import LocalAPI

/// Where the pages come from: the host, the clock, and what requests say about their viewers.
struct PageSource: Sendable {
    let host: any HostAccess
    let viewers: ViewerReader
    let now: @Sendable () -> Date
}

/// Answers requests with pages.
protocol PageController: Sendable {
    var source: PageSource { get }
}

extension PageController {
    var host: any HostAccess { source.host }

    func viewer(of request: Request) -> Viewer { source.viewers.viewer(of: request.headers) }

    /// Returns the context of the pages for a person.
    ///
    /// The screen's position is read first: later changes arrive in the page's event stream.
    func pageContext(for viewer: Viewer) async throws(HostError) -> PageContext {
        try await pageContext(for: viewer, at: host.send(GetScreenRequest(for: viewer, opens: false)).position)
    }

    /// Returns the context of pages that show the screen up to a position, with a summary that is known or asked for.
    func pageContext(
        for viewer: Viewer,
        at position: ScreenPosition,
        summary: NotificationSummary? = nil
    ) async throws(HostError) -> PageContext {
        var known = summary
        if known == nil { known = try await host.send(GetNotificationSummaryRequest(for: viewer)) }
        return PageContext(
            viewer: viewer,
            now: source.now(),
            summary: known ?? .nothing,
            position: position,
            images: try await host.send(GetBundleImageIndexRequest()),
            appearance: try await host.send(GetAppearanceRequest())
        )
    }

    /// Returns the number of actions that apps have not processed, as the tabs show it.
    func outboxCount(for viewer: Viewer) async throws(HostError) -> Int {
        try await host.send(GetOutboxRequest(limit: OutboxPage.limit, language: viewer.language)).entries.count
    }
}
