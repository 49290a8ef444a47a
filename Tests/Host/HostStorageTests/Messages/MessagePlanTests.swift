import FoundationEssentials
import GRDB
import Testing
import TodayProtocol

@testable import HostStorage

/// How SQLite finds what is asked of messages, with many of them.
@Suite struct MessagePlanTests {
    @Test(.timeLimit(.minutes(5))) func nothingIsSearchedFromEndToEndAndNothingIsSorted() async throws {
        try await withManyMessages { database, statements in
            try await read(in: database)
            try await write(in: database)
            let asked = Dictionary(statements.entries.map { ($0[0], $0[1]) }) { first, _ in first }.values
            for table in ["message", "messageChange", "heldNotification", "pendingPush", "inbox"] {
                #expect(asked.contains { $0.contains("FROM \(table) ") }, "\(table)")
            }
            for statement in asked {
                let plan = try await database.read { database in
                    try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + statement).map { $0["detail"] as String }
                }
                #expect(plan.allSatisfy(Self.isCheap), "\(statement)\n\(plan)")
            }
        }
    }

    /// Whether a step of a plan takes no longer however many messages there are.
    private static func isCheap(_ step: String) -> Bool {
        !step.contains("TEMP B-TREE") && (!step.hasPrefix("SCAN ") || scans.contains(step))
    }

    /// One row, or one for each app; or an index in its order, of which only as many rows are taken as are wanted.
    private static let scans: Set<String> = [
        "SCAN CONSTANT ROW", "SCAN badge", "SCAN inbox", "SCAN cloudLink", "SCAN cloudChannel",
        "SCAN inbox USING INDEX sqlite_autoindex_inbox_1",
        "SCAN cloudChannel USING INDEX sqlite_autoindex_cloudChannel_1",
        "SCAN cloudChannel USING COVERING INDEX sqlite_autoindex_cloudChannel_1",
        "SCAN inbox USING COVERING INDEX sqlite_autoindex_inbox_1",
        "SCAN topic USING COVERING INDEX sqlite_autoindex_topic_1", "SCAN pendingPush",
        "SCAN pendingPush USING COVERING INDEX pendingPushByApp",
        "SCAN message USING INDEX messageByPlace",
    ]

    private func read(in database: DatabaseQueue) async throws {
        try await database.read { database in
            let reader = DurableReader(database: database, revision: Revision(1), damage: DamageLog(logger: nil))
            let first = try reader.messages(of: "com.a", limit: 3)
            #expect(first.messages.map(\.id) == ["n5000", "n4999", "n4998"])
            #expect(try reader.messages(of: "com.a", after: first.next, limit: 1).messages.map(\.id) == ["n4997"])
            #expect(try reader.messages(of: nil, after: "n2", limit: 3).messages.map(\.id) == ["n1"])
            #expect(try reader.messages(of: "com.a", limit: 3, matching: "title").messages.count == 3)
            #expect(try reader.message("n77", of: "com.a")?.id == "n77")
            #expect(try (reader.unread(of: "com.a"), reader.unreadTotal()) == (5_000, 5_000))
            _ = try (reader.inbox(of: "com.a"), reader.staleInboxes(), reader.unsyncedChanges(of: "com.a"))
            #expect(try reader.missingBodies(of: "com.a").count == 1_000)
            _ = try (
                reader.nextBodyAttempt(after: .now), reader.nextMessageExpiry(), reader.keepsBody(of: "n1", in: "com.a")
            )
            _ = try (reader.cloudLink(), reader.cloudChannels(), reader.cloudChannel(of: "com.a"), reader.topics())
            _ = try (reader.pendingPushes(), reader.pushedApps(), reader.nextPush(of: "com.a"))
        }
    }

    private func write(in database: DatabaseQueue) async throws {
        try await database.write { database in
            let context = TransactionContext(
                database: database,
                revision: Revision(2),
                origin: .host,
                now: .sample(0),
                damage: DamageLog(logger: nil)
            )
            let operations: [MessageOperation] = [
                .bodyArrived("com.a", "n1", text: "x", size: MessageLimits.bodyBytes),
                .bodyArrived("com.a", "n2", text: "x", size: 2), .bodyFailed("com.a", "n3", reason: "no"),
                .bodyWanted("com.a", "n3"), .read("com.a", ["n4"], true), .delete("com.a", ["n5"]), .expire,
                .synced("com.a", "n4", .read, generation: 1), .upToDate("com.a"),
            ]
            for operation in operations { _ = try context.apply(operation) }
            for order in [
                ReceivedPush.sample("p", message: "n1", wakes: true), .sample("q", message: "n6"), .sample("r"),
            ] {
                _ = try context.apply(CloudOperation.receivePush(order))
            }
            _ = try context.apply(MessageOperation.bodyArrived("com.a", "n6", text: "", size: 1))
            _ = try context.apply(CloudOperation.finishPush("com.a", id: "p"))
            let channel = CloudChannel(app: "com.a", channelID: "c", inboxUser: "u", inboxPassword: "p")
            _ = try context.apply(CloudOperation.setChannel(channel))
            for order in [1, 2] {
                _ = try context.apply(CloudOperation.advanceCursor(sequence: Int64(order), epoch: "e"))
            }
            _ = try context.apply(MessageOperation.merge("com.a", [.sample("n9", sent: 9)], lastModified: nil))
            #expect(try context.reader.badge(of: "com.a") == 1)
        }
    }

    /// Runs a test on a database with many messages, and collects the statements that it runs: the text with its places,
    /// and with what they held.
    private func withManyMessages(
        _ body: (DatabaseQueue, Journal<[String]>) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let database = try DurableSchema.open(path: folder + "/promises.sqlite")
            let statements = Journal<[String]>()
            try await database.write { database in
                let context = TransactionContext(
                    database: database,
                    revision: Revision(1),
                    origin: .host,
                    now: .sample(0),
                    damage: DamageLog(logger: nil)
                )
                _ = try context.apply(CloudOperation.link(.sample()))
                let list = (1...5_000).reversed().map { RemoteMessage.sample(MessageID("n\($0)"), sent: Double($0)) }
                _ = try context.apply(MessageOperation.merge("com.a", list, lastModified: nil))
            }
            try await database.writeWithoutTransaction { database in
                database.trace { event in
                    guard case .statement(let statement) = event else { return }
                    let sql = statement.sql
                    if ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(where: { sql.hasPrefix($0) }) {
                        statements.add([sql, statement.expandedSQL])
                    }
                }
            }
            try await body(database, statements)
            try database.close()
        }
    }
}
