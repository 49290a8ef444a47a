import FoundationEssentials
import GRDB
import HostModel
import HostStorage
import Logging
import Testing
import TodayProtocol

/// Rows that another version wrote, or a disk spoiled: they must not take the others with them.
@Suite struct DamagedNotificationTests {
    /// Runs a test on promises in which a statement spoiled some rows; `log` holds the errors that were logged.
    private func withDamage(
        _ sql: String,
        prepare: (DurableStore) async throws -> Void,
        test: (DurableStore, Journal<String>) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            var store = try DurableStore(path: path)
            try await prepare(store)
            await store.close()
            let database = try DatabaseQueue(path: path)
            let count = try await database.write { database in
                try database.execute(sql: sql)
                return database.changesCount
            }
            #expect(count > 0)
            try database.close()
            let log = Journal<String>()
            store = try DurableStore(path: path, logger: Logger(label: "test") { _ in LogJournal(log) })
            try await test(store, log)
            await store.close()
        }
    }

    @Test(arguments: [
        "request = '{\"identifier\":\"2\",\"content\":{},\"trigger\":{\"now\":true}}'", "request = '{'",
        "request = '[]'", "request = '{\"identifier\":\"2\",\"content\":{\"title\":\"x\"},\"trigger\":{\"moon\":1}}'",
        "actions = '[{}]'", "actions = ''",
    ])
    func aDamagedRequestHidesItselfAlone(damage: String) async throws {
        try await withDamage("UPDATE pendingNotification SET \(damage) WHERE identifier = '1'") { store async throws in
            for number in 1...3 {
                try await store.commit(.schedule(.sample("\(number)", due: Double(number), floats: true)))
            }
        } test: { store, log async throws in
            let others = ["2", "3"]
            try await store.read { reader throws in
                // A host that waited for the damaged one would wait for ever, and never for the others.
                #expect(try reader.nextDue() == .sample(2))
                #expect(try reader.due(before: .sample(9), limit: 2).map(\.request.identifier) == others)
                #expect(try reader.floatingNotifications(after: nil, limit: 2).map(\.request.identifier) == others)
                #expect(
                    try reader.pendingNotifications(of: "com.a", after: nil, limit: 2).map(\.request.identifier)
                        == others
                )
                #expect(
                    try reader.pendingNotifications(of: "com.a", soonest: 2).map(\.request.identifier) == others
                )
                #expect(try reader.scheduled("com.a", identifier: "1") == nil)
            }
            #expect(log.entries == ["The database holds the pending notification 1 of com.a that cannot be read."])
            // It can be replaced and taken back as any other.
            try await store.commit(.schedule(.sample("1", due: 0)))
            #expect(try await store.read { try $0.nextDue() } == .sample(0))
            #expect(try await store.read { try $0.pendingCount(of: "com.a") } == 3)
        }
    }

    @Test func aDamagedDeliveredNotificationHidesItselfAloneAndCanBeDismissed() async throws {
        try await withDamage("UPDATE deliveredNotification SET request = '{}' WHERE identifier = '2'") {
            store async throws in
            for number in 1...3 { try await store.show(.sample("\(number)")) }
        } test: { store, log async throws in
            let id = DeliveredID(rawValue: 2)
            try await store.read { reader throws in
                #expect(try reader.newestDelivered(limit: 2).map(\.request.identifier) == ["3", "1"])
                #expect(
                    try reader.deliveredNotifications(of: "com.a", after: nil, limit: 2).map(\.request.identifier)
                        == ["1", "3"]
                )
                #expect(try reader.delivered(id) == nil)
            }
            #expect(log.entries == ["The database holds the delivered notification 2 of com.a that cannot be read."])
            #expect(await refusal { try await store.commit(.respond(to: id, id: "r")) } == .unavailable)
            #expect(try await store.commit(.response(.dismiss(id))).outcomes == [.changed])
            #expect(try await store.read { try $0.deliveredCount() } == 2)
        }
    }

    @Test func aDamagedResponseHidesItselfAlone() async throws {
        try await withDamage("UPDATE notificationResponse SET notification = 'x' WHERE id IN ('r1', 'r2')") {
            store async throws in
            for number in 1...4 {
                try await store.commit(.respond(to: store.show(.sample("\(number)")).id, id: "r\(number)"))
            }
            try await store.commit(.response(.fail("r2", reason: "no")), .response(.fail("r4", reason: "no")))
        } test: { store, log async throws in
            try await store.read { reader throws in
                #expect(try reader.pendingResponses().map(\.response.id) == ["r3"])
                #expect(try reader.failedResponses().map(\.response.id) == ["r4"])
                #expect(try reader.response("r1") == nil)
            }
            #expect(log.entries.count == 2)
            #expect(log.entries.first?.contains("the response r1 to a notification of com.a") == true)
            try await store.commit(.response(.discard("r2")))
        }
    }

    @Test func aDamagedCategoryHidesItselfAlone() async throws {
        let damaged = #"[{"identifier":"a","actions":[]},{"identifier":"b"},7,{"identifier":"c","actions":[]}]"#
        try await withDamage("UPDATE notificationCategories SET categories = '\(damaged)'") { store async throws in
            try await store.commit(
                .notification(.setCategories("com.a", [NotificationCategory(identifier: "x", actions: [])]))
            )
        } test: { store, log async throws in
            #expect(try await store.read { try $0.categories(of: "com.a").map(\.identifier) } == ["a", "c"])
            #expect(
                log.entries == [
                    "The database holds category 2 of com.a that cannot be read.",
                    "The database holds category 3 of com.a that cannot be read.",
                ]
            )
        }
    }

    @Test func optionsThatAreNotKnownAnyMoreArePassedOver() async throws {
        try await withDamage("UPDATE notificationSettings SET wanted = 'alert smell', allowed = ''") {
            store async throws in
            try await store.commit(.authorization(.want("com.a", [.alert])))
        } test: { store, _ async throws in
            #expect(try await store.read { try $0.notificationSettings(of: "com.a").wanted } == [.alert])
        }
    }
}

/// A log that a test reads.
private struct LogJournal: LogHandler {
    private let journal: Journal<String>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(_ journal: Journal<String>) { self.journal = journal }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard event.level == .error else { return }
        journal.add(event.metadata?["error"].map { "\($0)" } ?? "\(event.message)")
    }
}
