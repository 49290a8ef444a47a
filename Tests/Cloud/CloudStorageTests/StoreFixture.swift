import CloudStorage
import Foundation
import Synchronization
import TodayTestSupport

/// A store with one app, a clock, and the events that it passed to observers.
struct StoreFixture: Sendable {
    let store: CloudStore
    let clock: SettableDate
    let path: String
    let app: AppNumber
    let told: ObservedEvents

    final class ObservedEvents: Sendable {
        private let state = Mutex<[DeviceEvent]>([])
        var events: [DeviceEvent] { state.withLock { $0 } }
        func add(_ events: [DeviceEvent]) { state.withLock { $0 += events } }
    }

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

/// Runs a test on a new store with one app.
func withStore<Value>(_ body: (StoreFixture) async throws -> Value) async throws -> Value {
    try await withTemporaryDirectory(isInMemory: true) { folder in
        let clock = SettableDate()
        let store = try CloudStore(path: folder + "/cloud.sqlite", now: { clock.value })
        let told = StoreFixture.ObservedEvents()
        store.observe { told.add($0.events) }
        try await store.addApps([NewApp(name: "org.test.App", key: "key", secret: "secret", masterHash: hash("m"))])
        guard let app = try await store.app(key: "key") else { throw CloudStoreError(.notFound, "the app") }
        let fixture = StoreFixture(
            store: store,
            clock: clock,
            path: folder + "/cloud.sqlite",
            app: app.number,
            told: told
        )
        let value = try await body(fixture)
        await store.close()
        return value
    }
}
