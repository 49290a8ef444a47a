import Host
import HostAPIServer
import Hummingbird
import Notifications
import TodayProtocol
import TodayScreen

/// Serves the page of what one app may do.
struct AppRightsController: Sendable {
    let host: any HostAccess
    let viewers: ViewerReader

    func addRoutes(to router: some RouterMethods<WebContext>) { router.get("settings/apps", use: show) }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let app = request.uri.queryParameters.get("app"), (1...512).contains(app.utf8.count) else {
            throw HTTPError(.badRequest, message: "The address names no app.")
        }
        let viewer = viewers.viewer(of: request.headers)
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let model = AppRightsPage.Model(
            app: try await host.send(GetAppRightsRequest(of: AppID(app), language: viewer.language)),
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            screen: screen.position,
            images: try await host.send(GetBundleImageIndexRequest()),
            language: viewer.pageLanguage
        )
        return PageResponse.make { AppRightsPage(model: model).html(nonce: $0) }
    }
}
