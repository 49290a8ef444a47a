import FoundationEssentials
import GRDB
import HostStorage
import JSON
import Testing
import TodayProtocol

/// What bounds the room that the actions of one app need in the store.
@Suite struct ActionByteLimitTests {
    private let group: GroupID = "group.a"

    private func enqueue(_ id: String, _ payload: JSONValue = .null, of app: AppID = "com.a") -> StoreOperation {
        .action(.enqueue(app, group, .init(id: ActionID(id), payload: payload)))
    }

    /// Has an app process its first action.
    private func processFirst(of app: AppID, _ store: DurableStore) async throws {
        let read = try await store.read { try $0.nextActions(of: app, now: Date(timeIntervalSince1970: 0), limit: 1) }
        let batch = try #require(read)
        let processed = Set(batch.actions.map(\.action.id))
        try await store.commit(.action(.finish(batch, processed: processed)))
    }

    @Test func thePayloadsOfAnAppAreBoundedTogether() async throws {
        try await withPromises { store async throws in
            try await store.commit(.install("com.a"), .install("com.b"))
            let large = JSONValue.string(String(repeating: "x", count: ActionsEnqueueRequest.payloadBytes - 2))
            let count = ActionOperation.queueBytes / ActionsEnqueueRequest.payloadBytes
            try await store.commit(StoreTransaction((1...count).map { enqueue("\($0)", large) }, origin: .host))
            #expect(await refusal { try await store.commit(enqueue("more")) } == .limitExceeded)
            try await store.commit(enqueue("more", large, of: "com.b"))
            // What is withdrawn, processed or discarded makes room.
            try await store.commit(.action(.withdraw("com.a", group, ["2"])))
            try await store.commit(enqueue("more", large))
            try await processFirst(of: "com.a", store)
            try await store.commit(enqueue("another", large))
            let third = try await store.read { try $0.actions(of: "com.a").actions[0].number }
            try await store.commit(.action(.discard(third)))
            try await store.commit(enqueue("last", large))
            #expect(await refusal { try await store.commit(enqueue("one-more")) } == .limitExceeded)
        }
    }

    @Test func theReasonOfAFailureIsShortenedByItsBytes() async throws {
        try await withPromises { store async throws in
            try await store.commit(.install("com.a"), enqueue("1"))
            let read = try await store.read { try $0.nextActions(of: "com.a", now: Date(timeIntervalSince1970: 0)) }
            // One character of 100,001 bytes.
            let reason = "e" + String(repeating: "\u{301}", count: 50_000)
            try await store.commit(.action(.fail(try #require(read), reason: .text(reason))))
            let kept = try await store.read { try $0.actions(of: "com.a").actions[0].action.error }
            #expect(kept?.utf8.count == ActionOperation.reasonBytes - 1)
        }
    }

    @Test func rememberedIDsOfAnAppDoNotPushOutThoseOfOthers() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            let now = Date(timeIntervalSince1970: 0)
            let store = try DurableStore(path: path, now: { now })
            try await store.commit(.install("com.a"), .install("com.b"), enqueue("x"), enqueue("x", of: "com.b"))
            await store.close()
            let database = try DatabaseQueue(path: path)
            try await database.write { database in
                try database.execute(
                    sql: """
                        WITH RECURSIVE ids (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ids WHERE n < ?1)
                        INSERT INTO processedAction (appID, groupID, id, date)
                            SELECT 'com.a', 'group.a', 'n' || n, 0 FROM ids;
                        """,
                    arguments: [ActionOperation.processedLimit]
                )
                try database.execute(
                    sql: "UPDATE actionQueue SET remembered = ? WHERE appID = 'com.a'",
                    arguments: [ActionOperation.processedLimit]
                )
            }
            try database.close()
            let reopened = try DurableStore(path: path, now: { now })
            try await processFirst(of: "com.b", reopened)
            #expect(try await reopened.commit(enqueue("n1")).outcomes == [.unchanged])
            try await processFirst(of: "com.a", reopened)
            #expect(try await reopened.commit(enqueue("n2")).outcomes == [.unchanged])
            #expect(try await reopened.commit(enqueue("n1")).outcomes == [.changed])
            #expect(try await reopened.commit(enqueue("x", of: "com.b")).outcomes == [.unchanged])
            await reopened.close()
        }
    }

    @Test func bytesOfActionsFromBeforeTheLimitCount() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            let store = try DurableStore(path: path)
            try await store.commit(.install("com.a"), enqueue("1", "é"), enqueue("2", ["n": 1]))
            await store.close()
            let database = try DatabaseQueue(path: path)
            try await database.write { database in
                // What counts the bytes of an app came later, and needs the columns.
                let triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
                for trigger in try String.fetchAll(database, sql: triggers) {
                    try database.execute(sql: "DROP TRIGGER \(trigger)")
                }
                try database.execute(
                    sql: """
                        DROP TABLE storedBytes;
                        ALTER TABLE actionQueue DROP COLUMN bytes;
                        ALTER TABLE actionQueue DROP COLUMN remembered;
                        DROP INDEX processedActionByApp;
                        DROP INDEX recordChangeByApp;
                        DROP INDEX recordFailureByApp;
                        ALTER TABLE recordFailure DROP COLUMN size;
                        CREATE INDEX recordFailureByApp ON recordFailure (appID, number);
                        DELETE FROM grdb_migrations WHERE identifier LIKE 'count the bytes of %';
                        """
                )
            }
            try database.close()
            await (try DurableStore(path: path)).close()
            let migrated = try DatabaseQueue(path: path)
            let bytes = try await migrated.read { try Int.fetchOne($0, sql: "SELECT bytes FROM actionQueue") }
            #expect(bytes == 4 + 7)
            try migrated.close()
        }
    }
}
