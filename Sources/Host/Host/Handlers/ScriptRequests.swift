import AsyncPrimitives
package import HostModel

extension PostNotificationRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> PostedNotification {
        try await host.notifications.scripts.post(notification)
    }
}

extension GetScriptResponseRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ScriptResponseReply {
        let scripts = host.notifications.scripts
        let question = ScriptQuestion(identifier, mark: question)
        let reply = try await ScriptResponseReply.waiting(wait) {
            try await scripts.response(to: question, isAsker: asker != nil)
        }
        guard reply == .waiting, asker != .goesOn else { return reply }
        // An answer that came with the end of the wait counts.
        if asker == .stops { try await scripts.endWait(for: question) }
        let now = try await scripts.reply(to: question)
        return asker == .stops && now == .gone ? .waiting : now
    }
}

extension EndScriptWaitRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.notifications.scripts.endWait(for: ScriptQuestion(identifier, mark: question))
    }
}

extension ScriptResponseReply {
    /// Waits for a response for a limited time; `waiting` after it.
    package static func waiting(
        _ limit: Duration,
        for response: @escaping @Sendable () async throws -> ScriptResponseReply
    ) async throws -> ScriptResponseReply {
        try await withDeadline(limit, response) ?? .waiting
    }
}
