import Foundation
import HostStorage
import JSON
import Logging
import TodayProtocol
import TodayTestSupport

@testable import DeviceSync

/// A host's store that is linked to a fake cloud, and what sends records.
struct RecordFixture: Sendable {
    static let app = AppID("org.example.Habits")
    static let container = "iCloud.org.example.Habits"
    static let caller = RecordCaller(app: app, process: app.rawValue, container: container)

    let store: DurableStore
    let cloud: FakeRecordCloud
    let clock: ManualClock
    let sync: RecordSync

    /// Saves records as the app or a widget.
    func save(
        _ records: Record...,
        policy: RecordSavePolicy = .ifUnchanged,
        zone: ZoneName = .default,
        isAtomic: Bool = false,
        process: String = app.rawValue,
        container: String = container
    ) async throws {
        try await save(
            records,
            policy: policy,
            zone: zone,
            isAtomic: isAtomic,
            process: process,
            container: container
        )
    }

    /// Saves a list of records in one request.
    func save(
        _ records: [Record],
        policy: RecordSavePolicy = .ifUnchanged,
        zone: ZoneName = .default,
        isAtomic: Bool = false,
        process: String = app.rawValue,
        container: String = container
    ) async throws {
        try await store.commit(
            .records(
                .enqueue(
                    try RecordChangeSet(
                        container: container,
                        zone: zone,
                        app: Self.app,
                        process: process,
                        isAtomic: isAtomic,
                        changes: records.map { .save($0, policy) }
                    )
                )
            )
        )
    }

    func delete(_ names: RecordName...) async throws {
        try await store.commit(
            .records(
                .enqueue(
                    try RecordChangeSet(
                        container: Self.container,
                        zone: .default,
                        app: Self.app,
                        process: Self.app.rawValue,
                        changes: names.map { .delete($0) }
                    )
                )
            )
        )
    }

    func flush() async throws { try await sync.flush(Self.container) }

    /// How many changes wait.
    var waiting: Int {
        get async throws { try await store.read { try $0.recordUsage(of: Self.container).changes } }
    }

    /// The failures that wait for the app.
    var failures: [RecordFailure] {
        get async throws { try await store.read { try $0.nextRecordFailures(of: Self.app)?.failures ?? [] } }
    }

    /// What the requests to modify records contained.
    var sent: [[String]] { cloud.requests.filter { $0.operation == "records/modify" }.map(\.changes) }
}

extension Record {
    /// A note with a text.
    static func note(_ name: RecordName, _ text: String = "x", tag: String? = nil) -> Record {
        Record(name, type: "Note", fields: ["text": .string(text)], changeTag: tag)
    }
}

/// Runs a test with a store that is linked to a fake cloud.
func withRecords(isLinked: Bool = true, _ body: (RecordFixture) async throws -> Void) async throws {
    try await withTemporaryDirectory(isInMemory: true) { folder in
        let store = try DurableStore(path: "\(folder)/promises.sqlite")
        let cloud = FakeRecordCloud()
        let clock = ManualClock()
        if isLinked {
            try await store.commit(.cloud(.link(.fake)))
        }
        try await store.commit(
            .app(
                .install(
                    InstalledApp(
                        id: RecordFixture.app,
                        name: "Habits",
                        version: "1",
                        path: "/x",
                        manifest: [:],
                        installed: Date(timeIntervalSince1970: 0)
                    ),
                    widgets: [],
                    claims: []
                )
            )
        )
        let sync = RecordSync(
            store: store,
            transport: cloud,
            clock: clock,
            jitter: { 0 },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await body(RecordFixture(store: store, cloud: cloud, clock: clock, sync: sync))
        await store.close()
    }
}

extension CloudLink {
    /// The link to a fake cloud.
    static var fake: CloudLink {
        CloudLink(
            url: "http://127.0.0.1:1",
            deviceID: "device",
            deviceToken: "secret",
            user: "ada",
            epoch: "e",
            sequence: 0,
            isLocal: false
        )
    }
}
