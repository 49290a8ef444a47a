import HostModel
import HostStorage

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
