package import CloudCore
package import CloudStorage
import Foundation
package import JSON
import Logging
import Synchronization
package import TodayTestSupport

/// A cloud with its own store, the keys of one app, and clocks that the test controls.
package struct CloudFixture: Sendable {
    package let store: CloudStore
    package let cloud: Cloud
    package let keys: AppKeys
    package let app: AppRecord
    package let folder: CloudFolder
    /// The current date of the cloud and its store.
    package let date: SettableDate
    /// The clock of its sleeps.
    package let clock: ManualClock

    /// Adds a device of a person, registered for the app.
    package func join(_ person: String, name: String = "laptop") async throws -> JoinedDevice {
        let token = try await cloud.joinTokenIssuer.make(person: person)
        let (device, own) = try await cloud.join(token: token, name: name)
        let (channel, password) = try await cloud.register(app: app.name, on: device, channel: DeviceChannelRequest())
        return JoinedDevice(device: device, token: own, channel: channel, password: password)
    }

    /// Delivers all accepted pushes.
    package func deliver() async throws {
        while try await cloud.fanOut.step() {}
    }

    /// Returns the events that wait for a device.
    package func events(_ device: JoinedDevice) async throws -> [DeviceEvent] {
        try await store.events(of: device.device.number, after: 0, limit: 1000)
    }

    /// Returns the bodies of the events that wait for a device.
    package func bodies(_ device: JoinedDevice) async throws -> [JSONValue] {
        try await events(device).map { try JSONValue(parsing: $0.content.body) }
    }
}

/// A host that has joined.
package struct JoinedDevice: Sendable {
    package let device: DeviceRecord
    package let token: String
    package let channel: DeviceChannel
    package let password: String
}

/// Runs a test on a new cloud.
package func withCloud<Value>(
    _ configuration: CloudConfiguration = CloudConfiguration(),
    _ body: (CloudFixture) async throws -> Value
) async throws -> Value {
    try await withTemporaryDirectory(isInMemory: true) { path in
        // 2026-11-21 08:00:00 UTC, a Saturday.
        let date = SettableDate(Date(timeIntervalSince1970: 1_795_248_000))
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

/// Records what a stream writes, and waits for parts of it.
package final class StreamRecorder: Sendable {
    private let state = Mutex("")
    private let (changes, input) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    package init() {}

    /// Everything that was written.
    package var text: String { state.withLock { $0 } }

    package func write(_ text: String) {
        state.withLock { $0 += text }
        input.yield()
    }

    /// Waits until the written text contains a part.
    ///
    /// - Throws: `TimeLimitExceeded` if it does not.
    package func wait(for part: String, file: StaticString = #fileID, line: UInt = #line) async throws {
        if text.contains(part) { return }
        try await withTimeLimit(on: "a page with \(part)", file: file, line: line) {
            for await _ in self.changes where self.text.contains(part) { return }
        }
    }
}
