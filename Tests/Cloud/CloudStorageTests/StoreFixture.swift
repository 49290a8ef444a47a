import Foundation
import SQLStore
import Synchronization
import Testing
import TodayTestSupport

@testable import CloudStorage

/// A store with one app, a clock, and the events that it passed to observers.
struct StoreFixture: Sendable {
    let store: CloudStore
    let clock: SettableDate
    /// The path of the database with SQLite.
    let path: String
    /// Opens the store again, as another process or node does.
    let reopen: @Sendable () throws -> CloudStore
    /// Opens the store again, with a place for attached files.
    let reopenWithObjects: @Sendable (any AttachmentStore) throws -> CloudStore
    let app: AppNumber
    let told: ObservedEvents

    final class ObservedEvents: Sendable {
        private let state = Mutex<[DeviceEvent]>([])
        var events: [DeviceEvent] { state.withLock { $0 } }
        func add(_ events: [DeviceEvent]) { state.withLock { $0 += events } }
    }

    /// Reads the first column of a query.
    func values<Value: SQLConvertible & Sendable>(_ sql: String) async throws -> [Value] {
        try await store.values(sql, [])
    }

    func count(_ rows: String) async throws -> Int { try await values("SELECT COUNT(*) FROM \(rows)")[0] }

    func execute(_ sql: String, _ arguments: SQLArguments = []) async throws { try await store.run(sql, arguments) }

    var notice: EventContent { content("inbox", "{}") }

    func content(_ kind: String = "push", _ body: String = #"{"a":1}"#, seconds: Double = 3600) -> EventContent {
        EventContent(kind: kind, body: body, expires: clock.value.addingTimeInterval(seconds))
    }

    /// Adds a device of a person, and returns it.
    @discardableResult
    func device(_ id: String, of person: String = "ada") async throws -> DeviceRecord {
        try await store.addJoinToken(hash: hash("join-\(id)"), person: person, expires: clock.value + 600)
        guard
            let device = try await store.join(
                token: hash("join-\(id)"),
                id: DeviceID(id),
                name: id,
                tokenHash: hash("token-\(id)")
            )
        else { throw CloudStoreError(.notFound, "the token") }
        return device
    }

    /// Registers the app on a device.
    @discardableResult
    func register(_ device: DeviceRecord, tags: [String] = []) async throws -> DeviceChannel {
        let registered = try await store.registerDeviceChannel(
            NewChannel(
                id: ChannelID("c-\(device.id)"),
                type: "open::today",
                address: device.id.text,
                tags: ["device": tags]
            ),
            device: device.number,
            app: app,
            inbox: InboxID("inbox-\(device.person)"),
            passwordHash: hash("password-\(device.id)")
        )
        guard let registered else { throw CloudStoreError(.notFound, "the device") }
        return registered
    }

    func message(_ id: String, body: String = "<p>Soup</p>", seconds: Double? = nil) -> NewMessage {
        NewMessage(
            id: CloudMessageID(id),
            title: "Title of \(id)",
            contentType: "text/html",
            body: Data(body.utf8),
            sent: clock.value,
            expires: seconds.map { clock.value + $0 },
            extra: #"{"k":"v"}"#
        )
    }

    /// Accepts a push.
    func push(_ id: String, message: NewMessage? = nil) async throws {
        try await store.accept(
            [
                NewPush(
                    id: PushID(id),
                    selection: "all",
                    content: content("push", "{\"id\":\"\(id)\"}"),
                    message: message
                )
            ],
            of: app
        )
    }

    /// Delivers the oldest unfinished push to every channel.
    func deliver() async throws {
        guard let push = try await store.pendingPushes(limit: 1).first else { return }
        let members = try await store.candidates(of: app, leaves: nil, after: ChannelNumber(0), limit: 1000)
        try await store.deliver([PushPage(push: push, recipients: members, cursor: nil, notice: notice)])
    }

    func inbox(of person: String = "ada") async throws -> InboxAccess {
        guard let access = try await store.inboxAccess(InboxID("inbox-\(person)")) else {
            throw CloudStoreError(.notFound, "the inbox")
        }
        return access
    }

    func apply(
        _ change: CloudStore.InboxChange,
        to messages: String...,
        in inbox: InboxNumber,
        by actor: ChannelNumber? = nil
    ) async throws {
        try await store.apply(change, to: messages.map { CloudMessageID($0) }, in: inbox, by: actor, notice: notice)
    }
}

func hash(_ text: String) -> Data { Data(text.utf8) }

/// The engines of a store.
enum StoreEngine: CaseIterable {
    case sqlite
    case postgreSQL

    private static let template = Result {
        let server = try PostgreSQLServer.shared
        _ = try CloudStore(postgreSQL: try server.createDatabase("store"), folder: "/nonexistent")
        return "store"
    }

    /// Opens a new store, and closes it after the test.
    fileprivate func withStore<Value>(
        in folder: String,
        _ now: @escaping @Sendable () -> Date,
        _ body: (CloudStore, _ open: @escaping @Sendable ((any AttachmentStore)?) throws -> CloudStore) async throws
            -> Value
    ) async throws -> Value {
        var drop = {}
        defer { drop() }
        let open: @Sendable ((any AttachmentStore)?) throws -> CloudStore
        switch self {
        case .sqlite: open = { try CloudStore(path: folder + "/cloud.sqlite", objects: $0, now: now) }
        case .postgreSQL:
            let server = try PostgreSQLServer.shared
            let name = "t\(UUID().uuidString.lowercased().filter { $0 != "-" })"
            let address = try server.createDatabase(name, from: try Self.template.get())
            drop = { server.dropDatabase(name) }
            open = { try CloudStore(postgreSQL: address, folder: folder, objects: $0, now: now) }
        }
        let store = try open(nil)
        let value = try await body(store, open)
        await store.close()
        return value
    }
}

/// Runs a test on a new store with one app, in turn on each engine; returns its last result.
func withStore<Value>(
    on engines: [StoreEngine] = StoreEngine.allCases,
    _ body: (StoreFixture) async throws -> Value
) async throws -> Value {
    var result: Value?
    for engine in engines {
        result = try await withTemporaryDirectory(isInMemory: true) { folder in
            let clock = SettableDate()
            return try await engine.withStore(in: folder, { clock.value }) { store, open in
                let told = StoreFixture.ObservedEvents()
                store.observe { told.add($0.events) }
                let app = NewApp(name: "org.test.App", key: "key", secret: "secret", masterHash: hash("m"))
                try await store.addApps([app])
                guard let app = try await store.app(key: "key") else { throw CloudStoreError(.notFound, "the app") }
                let fixture = StoreFixture(
                    store: store,
                    clock: clock,
                    path: folder + "/cloud.sqlite",
                    reopen: { try open(nil) },
                    reopenWithObjects: { try open($0) },
                    app: app.number,
                    told: told
                )
                do { return try await body(fixture) } catch {
                    Issue.record("on \(engine): \(error)")
                    throw error
                }
            }
        }
    }
    guard let result else { throw CloudStoreError(.notFound, "an engine") }
    return result
}
