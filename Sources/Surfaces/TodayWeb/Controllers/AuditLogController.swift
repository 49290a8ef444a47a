import Foundation
import HostModel
import Hummingbird
import LocalAPI

/// Serves the page of the audit log.
struct AuditLogController: Sendable {
    let host: any HostAccess
    let viewers: ViewerReader
    let now: @Sendable () -> Date

    func addRoutes(to router: some RouterMethods<WebContext>) { router.get("settings/audit", use: show) }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let before = request.uri.queryParameters.get("before").flatMap { Int64($0) }
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let model = AuditLogPage.Model(
            log: try await host.send(
                GetAuditRequest(before: before, limit: AuditLogPage.limit, isChecked: before == nil)
            ),
            summary: try await host.send(GetNotificationSummaryRequest(for: viewer)),
            screen: screen.position,
            dates: PageDates(now: now(), viewer: viewer),
            images: try await host.send(GetBundleImageIndexRequest())
        )
        return PageResponse.make { AuditLogPage(model: model).html(nonce: $0) }
    }
}
