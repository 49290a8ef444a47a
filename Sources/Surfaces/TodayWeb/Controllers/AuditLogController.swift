import HostModel
import Hummingbird

/// Serves the page of the audit log.
struct AuditLogController: PageController {
    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) { router.get("settings/audit", use: show) }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let before = request.uri.queryParameters.get("before").flatMap { Int64($0) }
        let pageContext = try await pageContext(for: viewer(of: request))
        let asked = GetAuditRequest(before: before, limit: AuditLogPage.limit, isChecked: before == nil)
        return PageResponse.make(AuditLogPage(log: try await host.send(asked), context: pageContext))
    }
}
