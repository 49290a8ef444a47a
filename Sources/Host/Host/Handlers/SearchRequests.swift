import AsyncPrimitives
import HostModel
import Logging
import ProcessHost
import TodayProtocol

extension SearchAppsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [FoundEntry] {
        let request = AppSearchRequest(
            text: String(text.prefix(AppSearchRequest.textLimit)),
            context: host.gateway.context(viewer.language).at(viewer)
        )
        let apps = host.registry.all.filter(\.manifest.isSearchable)
        return await withTaskGroup(of: (Int, [FoundEntry]).self) { group in
            for (index, app) in apps.enumerated() {
                group.addTask { (index, await host.search(request, of: app)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }
}

extension TodayHost {
    /// Asks an app for what fits a search; if it fails, or does not answer in time, it has no results.
    fileprivate func search(
        _ request: AppSearchRequest,
        of app: HostedApp
    ) async -> [SearchAppsRequest.FoundEntry] {
        let entries: [SearchEntry]
        do {
            let reply = try await withDeadline(AppSearchRequest.deadline, clock: gateway.clock) { [gateway] in
                try await gateway.call(request, of: app.program, deadline: ProcessGateway.effectsDeadline)
            }
            entries = reply?.entries ?? []
        } catch {
            gateway.logger.info("An app does not search", metadata: ["app": "\(app.id)", "reason": "\(error)"])
            return []
        }
        return entries.prefix(AppSearchRequest.entryLimit)
            .filter { $0.isValid(of: app.manifest.urlSchemes) }
            .map { SearchAppsRequest.FoundEntry(app: app.id, entry: $0) }
    }
}
