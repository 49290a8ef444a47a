import HostModel
import Hummingbird
import LocalAPI

/// Serves the page of complications.
struct ComplicationsController: Sendable {
    let host: any HostAccess
    let viewers: ViewerReader

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("complications", use: show)
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let model = ComplicationsPage.Model(
            state: try await host.send(GetComplicationsRequest(for: viewer)),
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            screen: screen.position,
            viewer: viewer,
            images: try await host.send(GetBundleImageIndexRequest())
        )
        return PageResponse.make { ComplicationsPage(model: model).html(nonce: $0) }
    }
}
