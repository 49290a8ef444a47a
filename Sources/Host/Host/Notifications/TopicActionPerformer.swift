import DeviceSync
import Fetching
import HostClock
import HostModel
import HostStorage
import TodayProtocol

struct TopicActionPerformer: Sendable {
    /// The largest number of bytes read of an answer, which is not used.
    private static let responseLimit = 64 * 1024

    let services: HostDependencies
    private var store: DurableStore { services.durable }

    /// Performs the action of a response, with requests only to servers that the person allowed for Topics; returns the
    /// reason if it failed, and effects to commit with its completion.
    ///
    /// The notification is delivered again, quietly, unless its action clears it and succeeds; if a later try does, the
    /// notification that was delivered again is removed.
    func perform(_ response: NotificationResponse) async -> (failure: LocalizableText?, effects: HostTransaction) {
        let request = response.notification.request
        var effects = HostTransaction()
        guard let action = TopicAction(response.actionIdentifier, in: request.content.userInfo) else {
            return (nil, effects)
        }
        var failure: LocalizableText?
        switch action.kind {
        case .view: effects.add(.open(action.url, nil))
        case .http: failure = await send(action)
        }
        let present = await present(request.identifier)
        // The transaction is empty, so two changes fit.
        if failure != nil || !action.clears {
            // The notification that is present may be a newer state of the message.
            if present == nil { try? effects.add(.notification(.schedule(quiet(request)))) }
        } else if present?.content.userInfo == request.content.userInfo {
            try? effects.add(.notification(.removePending(TopicsApp.id, identifiers: [request.identifier])))
            try? effects.add(.notification(.removeDelivered(TopicsApp.id, identifiers: [request.identifier])))
        }
        return (failure, effects)
    }

    /// Performs an action of a message in a feed; its notification is removed if the action clears it and succeeds.
    func perform(_ action: TopicAction, of message: TopicMessage) async throws {
        guard action.kind == .http else { return }
        if let failure = await send(action) { throw HostError(.invalid, failure) }
        guard action.clears else { return }
        let identifier = TopicsApp.identifier(of: message)
        try await store.commit(
            StoreTransaction(
                [
                    .notification(.removePending(TopicsApp.id, identifiers: [identifier])),
                    .notification(.removeDelivered(TopicsApp.id, identifiers: [identifier])),
                ],
                origin: .person
            )
        )
    }

    private func present(_ identifier: String) async -> NotificationRequest? {
        try? await store.read { reader in
            try reader.scheduled(TopicsApp.id, identifier: identifier)?.request
                ?? reader.delivered(of: TopicsApp.id, identifier: identifier)?.request
        }
    }

    private func send(_ action: TopicAction) async -> LocalizableText? {
        guard let method = FetchRequest.Method(rawValue: action.method) else {
            return .actionWantsUnsupported(action.label, feature: String(action.method.prefix(20)))
        }
        do {
            let hosts = try await store.read { try $0.topicHosts() }
            var fetch = FetchRequest(url: action.url, method: method, headers: action.headers)
            fetch.body = method == .get ? [] : Array(action.body.utf8)
            fetch.maximumBytes = Self.responseLimit
            fetch.maximumAge = 0
            let policy = FetchPolicy(appName: TopicsApp.title, declaredHosts: [], allowedHosts: hosts)
            let answer = try await services.fetcher.fetch(fetch, for: TopicsApp.id, policy: policy)
            guard (200...299).contains(answer.status) else {
                return .serverRefusedAction(action.label, status: answer.status)
            }
            return nil
        } catch let error as FetchFailure {
            return error.text
        } catch {
            return .allowedHostsUnknown
        }
    }

    private func quiet(_ request: NotificationRequest) -> ScheduledNotification {
        var request = request
        request.content.interruptionLevel = .passive
        request.content.sound = nil
        request.trigger = .now
        return ScheduledNotification(
            app: TopicsApp.id,
            request: request,
            actions: TopicAction.all(in: request.content.userInfo).map(\.button),
            due: services.clock.now
        )
    }
}
