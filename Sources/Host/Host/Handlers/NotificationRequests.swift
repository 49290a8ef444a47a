import AsyncPrimitives
import Foundation
package import HostModel
import HostStorage
import Notifications
import TodayProtocol

extension GetNotificationsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> NotificationsState {
        try await host.notifications.reader.state(in: viewer.language)
    }
}

extension GetNotificationSummaryRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> NotificationSummary {
        try await host.notifications.reader.summary(in: viewer.language)
    }
}

extension GetNotificationRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> ShownNotification? {
        try await host.notifications.reader.notification(id, in: viewer.language)
    }
}

extension ListPendingNotificationsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [PendingNotification] {
        try await host.notifications.reader.pending(of: app, limit: limit, in: viewer.language)
    }
}

extension AnswerNotificationRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> AnswerOutcome {
        try await host.notifications.responder.answer(answer, on: surface, language: viewer.language)
    }
}

extension DismissNotificationsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let notifications = host.notifications
        switch self {
        case .notifications(let ids): try await notifications.responder.dismiss(ids)
        case .app(let app): try await notifications.responder.dismissAll(of: [app])
        case .all: try await notifications.responder.dismissAll(of: try await notifications.reader.alertingApps())
        }
    }
}

extension RemoveNotificationsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        var identifiers = identifiers
        var operations: [StoreOperation] = []
        if let names = identifiers {
            let (app, delivered) = (app, delivered)
            let (others, ids) = try await host.store.read { reader in
                var (others, ids): ([String], [DeliveredID]) = ([], [])
                for name in names {
                    if delivered, let id = DeliveredID(name), try reader.delivered(id)?.app == app {
                        ids.append(id)
                    } else {
                        others.append(try Self.identifier(name, of: app, reader))
                    }
                }
                return (others, ids)
            }
            identifiers = others
            operations = ids.map { .response(.dismiss($0)) }
        }
        if pending { operations.append(.notification(.removePending(app, identifiers: identifiers))) }
        if delivered {
            operations.append(.notification(.removeDelivered(app, identifiers: identifiers)))
            if app == ScriptsApp.id { operations.append(.notification(.clearBadgeIfNothingIsListed(app))) }
        }
        try await host.store.commit(StoreTransaction(operations, origin: .person))
    }

    /// Returns the full identifier that a prefix stands for; a name without a match is returned as it is.
    private static func identifier(_ name: String, of app: AppID, _ reader: DurableReader) throws -> String {
        guard IDPrefix.isUsable(name) else { return name }
        let found = try reader.notificationIdentifiers(beginning: name, of: app)
        guard !found.contains(name) else { return name }
        return try IDPrefix.only(of: found.filter { UUID(uuidString: $0) != nil }, beginning: name) ?? name
    }
}

extension ResolveFailedResponseRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let operation: StoreOperation = .response(decision == .retry ? .retry(id) : .discard(id))
        try await host.store.commit(operation, origin: .person)
    }
}

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
    package static func waiting(
        _ limit: Duration,
        for response: @escaping @Sendable () async throws -> ScriptResponseReply
    ) async throws -> ScriptResponseReply {
        try await withDeadline(limit, response) ?? .waiting
    }
}

extension SubscribeBrowserRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.store.commit(.browserPush(.subscribe(subscription)), origin: .person)
    }
}

extension UnsubscribeBrowserRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let operation = StoreOperation.browserPush(.unsubscribe(session: session, endpoint: endpoint, because: end))
        try await host.store.commit(StoreTransaction([operation] + (trace.map { [.trace($0)] } ?? []), origin: .host))
    }
}

extension GetBrowserSubscriptionRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> BrowserSubscription? {
        try await host.store.read { try $0.browserSubscription(of: session) }
    }
}

// MARK: - For the sender of pushes

extension ListWaitingBrowsersRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [WaitingBrowser] {
        try await host.store.read { try $0.waitingBrowsers() }
    }
}

extension GetNextBrowserPushRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> BrowserPush? {
        try await host.store.read { try $0.nextBrowserPush(of: session) }
    }
}

extension NoteBrowserPushRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> Bool {
        let operations = [StoreOperation.browserPush(operation)] + (trace.map { [.trace($0)] } ?? [])
        let receipt = try await host.store.commit(StoreTransaction(operations, origin: .host))
        return receipt.outcomes.first == .changed
    }
}
