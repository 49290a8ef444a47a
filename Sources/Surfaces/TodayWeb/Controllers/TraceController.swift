import Foundation
import HostModel
import Hummingbird
import LocalAPI

/// Serves the page of a notification's trace.
struct TraceController: Sendable {
    let host: any HostAccess
    let viewers: ViewerReader
    let now: @Sendable () -> Date

    func addRoutes(to router: some RouterMethods<WebContext>) { router.get("trace/:id", use: show) }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let name = context.parameters.get("id") ?? ""
        var trace: DeliveryTrace?
        if (1...GetTraceRequest.nameLimit).contains(name.utf8.count) {
            do throws(HostError) { trace = try await host.send(GetTraceRequest(name)) } catch {
                guard error.code == .notFound || error.code == .invalid else { throw error }
            }
        }
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let model = TracePage.Model(
            trace: trace,
            appTitle: trace.flatMap { trace in screen.apps.first { $0.id == trace.app }?.title },
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            screen: screen.position,
            dates: PageDates(now: now(), viewer: viewer),
            images: try await host.send(GetBundleImageIndexRequest())
        )
        return PageResponse.make(status: trace == nil ? .notFound : .ok) { TracePage(model: model).html(nonce: $0) }
    }
}
