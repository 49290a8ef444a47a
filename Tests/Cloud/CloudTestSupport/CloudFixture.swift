package import CloudCore
package import CloudStorage
package import Foundation
package import JSON
import Logging
import Synchronization
package import TodayTestSupport

/// A cloud on a store of its own, with the keys of one app and clocks that a test moves.
package struct CloudFixture: Sendable {
    /// The store.
    package let store: CloudStore
    /// The cloud.
    package let cloud: Cloud
    /// The keys of its app.
    package let keys: AppKeys
    /// Its app.
    package let app: AppRecord
    /// Its folder.
    package let folder: CloudFolder
    /// What time it is.
    package let date: SettableDate
    /// What measures its waiting.
    package let clock: ManualClock

    /// A device of a person, registered for the app.
    package func join(_ person: String, name: String = "laptop") async throws -> JoinedDevice {
        let token = try await cloud.joinTokenIssuer.make(person: person)
        let (device, own) = try await cloud.join(token: token, name: name)
        let (channel, password) = try await cloud.register(app: app.name, on: device, channel: DeviceChannelRequest())
        return JoinedDevice(device: device, token: own, channel: channel, password: password)
    }

    /// Brings every push that waits to its audience.
    package func deliver() async throws {
        while try await cloud.fanOut.step() {}
    }

    /// The events that wait for a device.
    package func events(_ device: JoinedDevice) async throws -> [DeviceEvent] {
        try await store.events(of: device.device.number, after: 0, limit: 1000)
    }

    /// What the events that wait for a device say.
    package func bodies(_ device: JoinedDevice) async throws -> [JSONValue] {
        try await events(device).map { try JSONValue(parsing: $0.content.body) }
    }
}

/// A host that has joined.
package struct JoinedDevice: Sendable {
    /// The device.
    package let device: DeviceRecord
    /// Its token.
    package let token: String
    /// The ids of its channel and inbox.
    package let channel: DeviceChannel
    /// The password of its inbox.
    package let password: String
}

/// Runs a test on a new cloud.
package func withCloud<Value>(
    _ configuration: CloudConfiguration = CloudConfiguration(),
    _ body: (CloudFixture) async throws -> Value
) async throws -> Value {
    try await withTemporaryDirectory { path in
        let date = SettableDate()
        let clock = ManualClock()
        let folder = try CloudFolder(path: path + "/cloud")
        let store = try CloudStore(path: folder.databasePath, now: { date.value })
        let keys = try await KeyRing(folder: folder, store: store).prepare()
        guard let first = keys.first, let app = try await store.app(key: first.key) else {
            throw CloudError(.notFound, "the keys")
        }
        let cloud = Cloud(
            store: store,
            configuration: configuration,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            now: { date.value },
            clock: clock
        )
        let fixture = CloudFixture(
            store: store,
            cloud: cloud,
            keys: first,
            app: app,
            folder: folder,
            date: date,
            clock: clock
        )
        let value = try await body(fixture)
        await store.close()
        return value
    }
}

/// A date that a test sets.
package final class SettableDate: Sendable {
    private let date: Mutex<Date>

    /// Makes one that says 2026-11-21 08:00:00 in UTC, a Saturday.
    package init(_ date: Date = Date(timeIntervalSince1970: 1_795_248_000)) { self.date = Mutex(date) }

    /// What it says.
    package var value: Date { date.withLock { $0 } }

    /// Moves it.
    package func advance(by seconds: Double) { date.withLock { $0.addTimeInterval(seconds) } }
}

/// What a stream has written, and a way to wait for it.
package final class Page: Sendable {
    private let state = Mutex("")
    private let (changes, input) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Makes an empty one.
    package init() {}

    /// All that was written.
    package var text: String { state.withLock { $0 } }

    /// Writes.
    package func write(_ text: String) {
        state.withLock { $0 += text }
        input.yield()
    }

    /// Waits until something was written that contains a text.
    package func wait(for part: String) async {
        if text.contains(part) { return }
        for await _ in changes where text.contains(part) { return }
    }
}
