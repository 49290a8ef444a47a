import HostModel
import HostStorage
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

extension GetServerQuestionRequest: HandledRequest {
    func reply(from today: TodayHost) async throws -> ServerQuestion {
        let server = try AllowedServer(host)
        guard app == TopicsApp.id else { return try today.catalog.question(server, for: app, language: language) }
        return ServerQuestion(
            app: app,
            title: BuiltInApp.title(of: app, in: language) ?? TopicsApp.title,
            host: server.description,
            isAllowed: try await today.store.read { try $0.topicHosts() }.contains(server)
        )
    }
}

extension SetAllowedServerRequest: HandledRequest {
    func reply(from today: TodayHost) async throws {
        let host = try AllowedServer(host)
        if app == TopicsApp.id {
            if !isAllowed {
                let allowed = try await today.store.read { try $0.topicHosts() }
                try AllowedServerMessage.check(host, of: app, among: allowed)
            }
            try await today.store.commit(.topicHost(isAllowed ? .allow(host) : .disallow(host)), origin: .person)
        } else {
            try await today.catalog.setAllowedHost(host, isAllowed, of: app)
        }
    }
}
