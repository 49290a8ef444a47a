import CloudStorage
import CloudTestSupport
import Foundation
import Logging
import Testing
import TodayTestSupport

@testable import CloudCore

/// Two nodes on one PostgreSQL database.
struct Nodes: Sendable {
    let first: Cloud
    let second: Cloud
    let app: AppRecord
    /// The clock of both.
    let clock: ManualClock

    /// Registers a new device of a person through the first node.
    func join(_ person: String) async throws -> DeviceRecord {
        let token = try await first.joinTokenIssuer.make(person: person)
        let device = try await first.join(token: token, name: "laptop").device
        _ = try await first.register(app: app.name, on: device, channel: DeviceChannelRequest())
        return device
    }

    /// Opens a stream of a device on the second node for the duration of a closure.
    func withStream(of device: DeviceRecord, _ body: @escaping @Sendable (StreamRecorder) async throws -> Void)
        async throws
    {
        let page = StreamRecorder()
        let line = second.hub.open(device.number, after: 0)
        let stream = DeviceStream(device: device, store: second.store, hub: second.hub, heartbeat: .seconds(12))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await stream.run(line) { page.write($0) } }
            try await page.wait(for: "event: hello\n")
            try await body(page)
            line.mailbox.end()
            try await group.waitForAll()
        }
    }
}

/// Makes two nodes, which tell each other of news by their database unless `hints` makes another bus for the store of one.
func withNodes(
    hints: (CloudStore) throws -> HintBus? = { _ in nil },
    _ body: (Nodes) async throws -> Void
) async throws {
    try await withTemporaryDirectory { folder in
        let server = try PostgreSQLServer.shared
        let name = "n\(UUID().uuidString.lowercased().filter { $0 != "-" })"
        let address = try server.createDatabase(name)
        defer { server.dropDatabase(name) }
        let stores = [
            try CloudStore(postgreSQL: address, folder: folder),
            try CloudStore(postgreSQL: address, folder: folder),
        ]
        let new = NewApp(name: "org.test.App", key: "key", secret: "secret", masterHash: Secret.hash("master"))
        try await stores[0].addApps([new])
        let app = try #require(try await stores[1].app(key: "key"))
        let clock = ManualClock()
        let clouds = try stores.map { store in
            Cloud(
                store: store,
                hints: try hints(store),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                clock: clock
            )
        }
        try await body(Nodes(first: clouds[0], second: clouds[1], app: app, clock: clock))
        for store in stores { await store.close() }
    }
}

/// Runs what a node does beside its work for the duration of a closure.
func whileRunning(_ clouds: [Cloud], _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for cloud in clouds {
            let node = try #require(cloud.node)
            group.addTask { do { try await node.run(cloud) } catch is CancellationError {} }
        }
        try await body()
        group.cancelAll()
        try await group.waitForAll()
    }
}

func pushContent(_ body: String) -> EventContent {
    EventContent(kind: "push", body: body, expires: .now + 600)
}
