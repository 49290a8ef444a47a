import Foundation
import HTTPTypes
import HostAPI
import Hummingbird
import TodayProtocol
import TodayScreen

/// Serves the Today screen.
struct TodayController: Sendable {
    /// The name of the cookie in which a page notes the widgets that it shows expanded.
    static let expandedCookie = "today_expanded"

    let host: any HostFacade
    let viewers: ViewerReader
    let now: @Sendable () -> Date

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("/", use: show)
    }

    /// The widgets that the page of a request shows expanded, at most 50.
    static func expanded(_ fields: HTTPFields) -> Set<WidgetID> {
        let names = fields.cookie(named: expandedCookie).flatMap { PercentCoding.decode($0) } ?? ""
        return Set(names.split(separator: ",").prefix(50).map { WidgetID(String($0)) })
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let screen = try await host.screen(for: viewer, opens: true)
        let model = TodayPage.Model(
            screen: screen,
            summary: try await host.notificationSummary(for: viewer),
            viewer: viewer,
            now: now(),
            expanded: Self.expanded(request.headers)
        )
        return PageResponse.make { TodayPage(model: model).html(nonce: $0) }
    }
}
