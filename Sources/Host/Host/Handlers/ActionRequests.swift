import Foundation
import HostModel
import HostStorage
import JSON
import TodayProtocol
import TodayScreen

extension GetOutboxRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> Outbox {
        let store = host.store
        let limit = min(max(limit, Self.limitRange.lowerBound), Self.limitRange.upperBound)
        var outbox = Outbox()
        var bytes = 0
        var next = after
        repeat {
            let after = next
            let page = try await store.read { [app] in try $0.actions(of: app, after: after) }
            for record in page.actions {
                let entry = entry(record, host)
                bytes += try JSONValue(encoding: entry).jsonBytes().count
                guard outbox.entries.count < limit, outbox.entries.isEmpty || bytes <= Self.replyBytes else {
                    outbox.hasMore = true
                    return outbox
                }
                outbox.entries.append(entry)
            }
            next = page.next
        } while next != nil
        return outbox
    }

    private func entry(_ record: ActionRecord, _ host: TodayHost) -> OutboxEntry {
        OutboxEntry(
            number: record.number,
            app: record.app,
            appTitle: host.registry.app(record.app)?.title.text(in: language) ?? record.app.rawValue,
            group: record.group,
            id: record.action.id,
            payload: hasPayloads ? .some(record.action.payload) : .none,
            enqueued: record.action.enqueued,
            state: record.action.state,
            attempts: record.action.attempts,
            nextAttempt: record.action.state == .retrying ? record.nextAttempt : nil,
            error: record.error
        )
    }
}

extension FindActionRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> Int64 {
        let found = try await host.store.read { reader in
            try reader.actions(named: name, of: app, shortestPrefix: IDPrefix.shortest)
        }
        _ = try IDPrefix.only(of: Set(found.map(\.id)).sorted(), beginning: name)
        guard let number = found.first?.number else {
            throw HostError(.notFound, .noSuchAction(String(name.prefix(128))))
        }
        guard found.count == 1 else {
            throw HostError(
                .notFound,
                "\(found.count) actions have the id \(name.prefix(128)); use the number that today actions shows."
            )
        }
        return number
    }
}

extension RetryActionRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let store = host.store
        let app = try await store.read { [number] in try $0.action(number)?.app }
        try await store.commit(.action(.retry(number)), origin: .person)
        if let app { host.services.processing.add(app, .actions) }
    }
}

extension DiscardActionRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.store.commit(.action(.discard(number)), origin: .person)
    }
}

extension GetBackgroundRunsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [BackgroundRun] {
        try await host.services.store.caches.backgroundRuns(of: app, limit: limit)
    }
}
