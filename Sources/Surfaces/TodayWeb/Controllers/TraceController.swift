import HostModel
import Hummingbird

/// Serves the page of a notification's trace.
struct TraceController: PageController {
    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) { router.get("trace/:id", use: show) }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let name = context.parameters.get("id") ?? ""
        var trace: DeliveryTrace?
        if (1...GetTraceRequest.nameLimit).contains(name.utf8.count) {
            do throws(HostError) { trace = try await host.send(GetTraceRequest(name)) } catch {
                guard error.code == .notFound || error.code == .invalid else { throw error }
            }
        }
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let page = TracePage(
            trace: trace,
            appTitle: trace.flatMap { trace in screen.apps.first { $0.id == trace.app }?.title },
            context: try await pageContext(for: viewer, at: screen.position)
        )
        return PageResponse.make(page, status: trace == nil ? .notFound : .ok)
    }
}
