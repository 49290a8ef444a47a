import Host
import HostAPIServer
import Hummingbird
import Notifications
import TodayProtocol
import TodayScreen

/// Serves the page of what one app may do, and the question whether it may fetch from a host.
struct AppRightsController: Sendable {
    let host: any HostAccess
    let viewers: ViewerReader

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("settings/apps", use: show)
        router.get("settings/apps/hosts", use: ask)
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let app = try app(of: request)
        let viewer = viewers.viewer(of: request.headers)
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let model = AppRightsPage.Model(
            app: try await host.send(GetAppRightsRequest(of: app, language: viewer.language)),
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            screen: screen.position,
            images: try await host.send(GetBundleImageIndexRequest()),
            language: viewer.pageLanguage
        )
        return PageResponse.make { AppRightsPage(model: model).html(nonce: $0) }
    }

    @Sendable @concurrent private func ask(_ request: Request, _ context: WebContext) async throws -> Response {
        let app = try app(of: request)
        guard let name = request.uri.queryParameters.get("host"), (1...512).contains(name.utf8.count) else {
            throw HTTPError(.badRequest, message: "The address names no host.")
        }
        let viewer = viewers.viewer(of: request.headers)
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let model = HostQuestionPage.Model(
            question: try await host.send(GetHostQuestionRequest(name, for: app, language: viewer.language)),
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            screen: screen.position,
            images: try await host.send(GetBundleImageIndexRequest()),
            language: viewer.pageLanguage
        )
        return PageResponse.make { HostQuestionPage(model: model).html(nonce: $0) }
    }

    private func app(of request: Request) throws -> AppID {
        guard let app = request.uri.queryParameters.get("app"), (1...512).contains(app.utf8.count) else {
            throw HTTPError(.badRequest, message: "The address names no app.")
        }
        return AppID(app)
    }
}
