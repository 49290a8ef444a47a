import HostModel
import TodayProtocol

extension GetAppRightsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> AppRightsDescription {
        try await host.catalog.rights(of: app, language: language)
    }
}

extension SetAppRightRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.catalog.setRight(right, isGranted, of: app)
        // Actions wait for a group that was revoked.
        if isGranted { host.services.processing.add(app, .wake) }
    }
}
