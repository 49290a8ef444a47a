package import Foundation
package import HostStorage
package import JSON
import Notifications
package import TodayProtocol
import TodayScreen

/// An action in the queue of an app, as people see it.
package struct OutboxEntry: Codable, Hashable, Sendable {
    /// The number by which it is retried or discarded.
    package var number: Int64
    package var app: AppID
    /// The app's name in the language of the request.
    package var appTitle: String
    package var group: GroupID
    package var id: ActionID
    /// The author's value; `nil` unless the request asked for it.
    package var payload: JSONValue?
    package var enqueued: Date
    package var state: PendingAction.State
    /// The number of attempts that failed.
    package var attempts: Int
    /// When it is tried again; `nil` unless it is retried.
    package var nextAttempt: Date?
    /// Why the last attempt failed, as a sentence.
    package var error: String?

    package init(
        number: Int64,
        app: AppID,
        appTitle: String,
        group: GroupID,
        id: ActionID,
        payload: JSONValue? = .none,
        enqueued: Date,
        state: PendingAction.State = .waiting,
        attempts: Int = 0,
        nextAttempt: Date? = nil,
        error: String? = nil
    ) {
        self.number = number
        self.app = app
        self.appTitle = appTitle
        self.group = group
        self.id = id
        self.payload = payload
        self.enqueued = enqueued
        self.state = state
        self.attempts = attempts
        self.nextAttempt = nextAttempt
        self.error = error
    }
}

/// The actions that apps have not processed.
package struct Outbox: Codable, Hashable, Sendable {
    /// The actions in the order in which they were enqueued.
    package var entries: [OutboxEntry]
    /// Whether there are more than the request asked for, or than fit into a reply.
    package var hasMore: Bool

    package init(entries: [OutboxEntry] = [], hasMore: Bool = false) {
        self.entries = entries
        self.hasMore = hasMore
    }
}

/// Asks for the actions that apps have not processed.
///
/// The reply ends early, with ``Outbox/hasMore``, when its actions have ``replyBytes``; the request after the last number
/// gets the next ones.
package struct GetOutboxRequest: HostRequest {
    /// How many actions the reply has at most.
    package static let limitRange = 1...10_000
    /// How many bytes of JSON the actions of a reply have at most; one is always there.
    package static let replyBytes = 6 << 20

    /// The app; `nil` for all.
    package var app: AppID?
    /// The number after which the actions begin; `nil` for the first one.
    package var after: Int64?
    /// How many actions the reply has at most.
    package var limit: Int
    /// Whether the reply has the payloads of the actions.
    package var hasPayloads: Bool
    /// The language of the apps' names.
    package var language: String

    /// Makes a request.
    package init(
        of app: AppID? = nil,
        after: Int64? = nil,
        limit: Int = 1000,
        hasPayloads: Bool = false,
        language: String
    ) {
        self.app = app
        self.after = after
        self.limit = limit
        self.hasPayloads = hasPayloads
        self.language = language
    }

    package func reply(from host: TodayHost) async throws -> Outbox {
        let store = host.components.store.durable
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
            appTitle: host.components.registry.app(record.app)?.title.text(in: language) ?? record.app.rawValue,
            group: record.group,
            id: record.action.id,
            payload: hasPayloads ? .some(record.action.payload) : .none,
            enqueued: record.action.enqueued,
            state: record.action.state,
            attempts: record.action.attempts,
            nextAttempt: record.action.state == .retrying ? record.nextAttempt : nil,
            error: record.action.error
        )
    }
}

/// Finds an action by its number or, if there is none with that number, by its own id, or by how that begins.
///
/// Fails with `notFound` if there is none, or if several groups or apps have actions with the id; with
/// `invalid` if several ids begin like that.
package struct FindActionRequest: HostRequest {
    /// The number or id.
    package var name: String
    /// The app; `nil` for any.
    package var app: AppID?

    /// Makes a request.
    package init(_ name: String, of app: AppID? = nil) {
        self.name = name
        self.app = app
    }

    package func reply(from host: TodayHost) async throws -> Int64 {
        let found = try await host.components.store.durable.read { reader in
            try reader.actions(named: name, of: app, shortestPrefix: IDPrefix.shortest)
        }
        _ = try IDPrefix.only(of: Set(found.map(\.id)).sorted(), beginning: name)
        guard let number = found.first?.number else {
            throw HostError(
                .notFound,
                "There is no action \(name.prefix(128)); it was processed, withdrawn or discarded."
            )
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

/// Has an app process an action again now, with all its attempts.
///
/// Fails with `notFound` if the action was processed or removed, and with `invalid` while the app is processing it.
package struct RetryActionRequest: HostRequest {
    /// The action's number.
    package var number: Int64

    /// Makes a request.
    package init(_ number: Int64) { self.number = number }

    package func reply(from host: TodayHost) async throws {
        let store = host.components.store.durable
        let app = try await store.read { [number] in try $0.action(number)?.app }
        try await store.commit(.action(.retry(number)), origin: .person)
        if let app { host.components.processing.add(app, .actions) }
    }
}

/// Removes an action, which the app then never gets; fails like ``RetryActionRequest``.
package struct DiscardActionRequest: HostRequest {
    /// The action's number.
    package var number: Int64

    /// Makes a request.
    package init(_ number: Int64) { self.number = number }

    package func reply(from host: TodayHost) async throws {
        try await host.components.store.durable.commit(.action(.discard(number)), origin: .person)
    }
}

/// Asks for the newest background runs of an app, newest first.
package struct GetBackgroundRunsRequest: HostRequest {
    package var app: AppID
    /// How many runs the reply has at most.
    package var limit: Int

    /// Makes a request.
    package init(of app: AppID, limit: Int) {
        self.app = app
        self.limit = limit
    }

    package func reply(from host: TodayHost) async throws -> [BackgroundRun] {
        try await host.components.store.caches.backgroundRuns(of: app, limit: limit)
    }
}
