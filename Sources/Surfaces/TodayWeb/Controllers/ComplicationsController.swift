import HostModel
import Hummingbird

/// Serves the page of complications.
struct ComplicationsController: PageController {
    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("complications", use: show)
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let pageContext = try await pageContext(for: viewer)
        let state = try await host.send(GetComplicationsRequest(for: viewer))
        return PageResponse.make(ComplicationsPage(state: state, context: pageContext))
    }
}
