import FoundationEssentials
import GRDB
import HostModel
import Synchronization
import Testing
import TodayProtocol

@testable import HostStorage

/// How SQLite finds what the store asks for, with many requests pending.
@Suite struct NotificationPlanTests {
    private static let count = 100_000

    @Test(.timeLimit(.minutes(5))) func nothingIsSearchedFromEndToEndAndNothingIsSorted() async throws {
        try await withManyPending { database, statements in
            try await read(in: database)
            try await write(in: database)
            let asked = statements.entries
            // What is not asked for proves nothing.
            for table in ["pendingNotification", "deliveredNotification", "notificationResponse"] {
                for verb in ["SELECT", "UPDATE", "DELETE"] {
                    #expect(asked.contains { $0.contains(table) && $0.contains(verb) }, "\(verb) \(table)")
                }
            }
            // Settings are few, one row an app, and may be sorted.
            for statement in Set(asked) where !statement.contains("FROM notificationSettings ORDER BY") {
                let plan = try await database.read { database in
                    try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + statement).map { $0["detail"] as String }
                }
                #expect(plan.allSatisfy { Self.isCheap($0) }, "\(statement)\n\(plan)")
            }
        }
    }

    /// Whether a step of a plan takes no longer however many notifications there are.
    private static func isCheap(_ step: String) -> Bool {
        !step.contains("TEMP B-TREE") && (!step.hasPrefix("SCAN ") || scans.contains(step))
    }

    /// One row for each app or browser; or an index in its order, of which only as many rows are taken as are wanted.
    private static let scans: Set<String> = [
        "SCAN CONSTANT ROW", "SCAN cloudLink", "SCAN badge", "SCAN notificationUsage", "SCAN notificationSettings",
        "SCAN pushSubscription", "SCAN pushSubscription USING COVERING INDEX sqlite_autoindex_pushSubscription_1",
        "SCAN json_each VIRTUAL TABLE INDEX 1:",
        "SCAN pendingNotification USING INDEX pendingNotificationByDue",
        "SCAN deliveredNotification USING INDEX deliveredNotificationListed",
        "SCAN deliveredNotification USING INDEX sqlite_autoindex_deliveredNotification_1",
        "SCAN deliveredNotification USING INDEX deliveredNotificationAlert",
        "SCAN notificationResponse USING INDEX notificationResponsePending",
        "SCAN notificationResponse USING INDEX notificationResponseFailed",
    ]
    /// Reads with every function of the reader, and checks what comes.
    private func read(in database: DatabaseQueue) async throws {
        try await database.read { database in
            let reader = DurableReader(database: database, revision: Revision(1), damage: DamageLog(logger: nil))
            #expect(try reader.pendingCount(of: "com.a") == Self.count)
            #expect(try reader.nextDue() == .sample(1))
            #expect(try reader.due(before: .sample(9), limit: 4).count == 4)
            #expect(try reader.floatingNotifications(after: ("com.a", "n5"), limit: 4).count == 4)
            #expect(try reader.scheduled("com.a", identifier: "n77777")?.due == .sample(77_777))
            #expect(try reader.pendingNotifications(of: "com.a", after: "n5", limit: 4).count == 4)
            #expect(try reader.pendingNotifications(of: "com.a", soonest: 4).count == 4)
            #expect(try reader.pendingNotifications(of: nil, soonest: 4).count == 4)
            _ = try reader.delivered(DeliveredID(rawValue: 1))
            _ = try reader.delivered(of: "com.a", identifier: "x")
            _ = try reader.deliveredNotifications(of: "com.a", after: "x", limit: 4)
            _ = try reader.newestDelivered(limit: 4)
            _ = try reader.newestDelivered(limit: 4, of: ["com.a"])
            _ = try (reader.newestAlert(of: ["com.a"]), reader.alertCount(of: ["com.a"]))
            _ = try (reader.deliveredCount(), reader.deliveredCounts())
            _ = try (reader.categories(of: "com.a"), reader.badge(of: "com.a"), reader.badges())
            _ = try (reader.notificationSettings(of: "com.a"), reader.notificationSettings())
            _ = try (reader.pendingResponses(), reader.failedResponses(), reader.response("r"))
            _ = try reader.lastResponse(of: "com.a", to: "x")
            _ = try (reader.waitingBrowsers(), reader.nextBrowserPush(of: "s"), reader.browserSubscription(of: "s"))
        }
    }

    /// Writes with every operation.
    private func write(in database: DatabaseQueue) async throws {
        try await database.write { database in
            let context = TransactionContext(
                database: database,
                revision: Revision(2),
                origin: .host,
                now: .sample(0),
                damage: DamageLog(logger: nil)
            )
            for identifier in ["n1", "n2", "n3"] {
                let first = try #require(try context.reader.scheduled("com.a", identifier: identifier))
                let second = try #require(try context.reader.scheduled("com.a", identifier: identifier + "0"))
                let operations: [StoreOperation] = [
                    .deliver(first, next: .sample(1_000_000)), .deliver(second),
                    .schedule(.sample(identifier, badge: 1)),
                    .notification(
                        .reschedule("com.a", identifier: "n7", generation: first.generation, due: .sample(5))
                    ),
                    .notification(.removePending("com.a", identifiers: ["n9"])),
                ]
                for operation in operations { _ = try context.apply(operation) }
                // A second one comes in the place of the first.
                let again = try #require(try context.reader.scheduled("com.a", identifier: identifier))
                _ = try context.apply(StoreOperation.deliver(again))
            }
            let delivered = try context.reader.newestDelivered(limit: 3)
            #expect(delivered.count == 3)
            for (id, record) in zip(["a", "b", "c"], delivered) {
                _ = try context.apply(StoreOperation.respond(to: record.id, id: id))
            }
            let operations: [StoreOperation] = [
                .response(.acknowledge("a")), .response(.fail("b", reason: "no")), .response(.retry("b")),
                .response(.fail("b", reason: "no")), .response(.discard("b")),
                .response(.dismiss(DeliveredID(rawValue: 2))),
                .authorization(.present("com.a", .alert, isQuiet: true)),
                .notification(.removeDelivered("com.a", identifiers: ["n1"])),
                .notification(.removeDelivered("com.a", identifiers: nil)),
                .notification(.removePending("com.a", identifiers: nil)),
            ]
            for operation in operations { _ = try context.apply(operation) }
            try context.forgetNotifications("com.a")
            #expect(try context.reader.nextDue() == nil)
        }
    }

    /// Runs a test on a database with many pending requests; the journal collects the statements that it runs.
    private func withManyPending(
        _ body: (DatabaseQueue, Journal<String>) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let database = try DurableSchema.open(path: folder + "/promises.sqlite")
            let statements = Journal<String>()
            try await database.write { database in
                let context = TransactionContext(
                    database: database,
                    revision: Revision(1),
                    origin: .host,
                    now: .sample(0),
                    damage: DamageLog(logger: nil)
                )
                _ = try context.apply(StoreOperation.schedule(.sample("n1", due: 1, floats: true)))
                // The others are as the first; to write each one's JSON would only take time.
                try database.execute(
                    sql: """
                        WITH RECURSIVE numbers (number) AS (
                            SELECT 2 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
                        INSERT INTO pendingNotification (appID, identifier, request, actions, size, due, floats)
                        SELECT appID, 'n' || number, json_replace(request, '$.identifier', 'n' || number), actions, size,
                            due + (number - 1) * 1000, number % 2
                        FROM numbers, pendingNotification;
                        UPDATE notificationUsage SET pending = ?, pendingBytes = pendingBytes * ?;
                        """,
                    arguments: [Self.count, Self.count, Self.count]
                )
            }
            try await database.writeWithoutTransaction { database in
                database.trace { event in
                    guard case .statement(let statement) = event else { return }
                    let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE"]
                    let sql = statement.expandedSQL
                    if verbs.contains(where: { sql.hasPrefix($0) }) { statements.add(sql) }
                }
            }
            try await body(database, statements)
            try database.close()
        }
    }
}
