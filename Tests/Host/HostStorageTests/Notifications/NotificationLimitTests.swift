import FoundationEssentials
import GRDB
import HostStorage
import Testing
import TodayProtocol

@Suite struct NotificationLimitTests {
    /// Runs a test on promises that say that an app has so much pending already.
    private func withUsage(
        pending: Int,
        bytes: Int,
        _ body: (DurableStore) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            var store = try DurableStore(path: path)
            try await store.commit(.schedule(.sample("old")))
            await store.close()
            let database = try DatabaseQueue(path: path)
            try await database.write { database in
                try database.execute(
                    sql: "UPDATE notificationUsage SET pending = ?, pendingBytes = pendingBytes + ?",
                    arguments: [pending, bytes]
                )
            }
            try database.close()
            store = try DurableStore(path: path)
            try await body(store)
            await store.close()
        }
    }

    @Test func anAppHasAtMost200000PendingRequests() async throws {
        try await withUsage(pending: 200_000, bytes: 0) { store async throws in
            let error = await #expect(throws: StoreError.self) { try await store.commit(.schedule(.sample("over"))) }
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains("com.a") == true)
            #expect(error?.message.contains("200000") == true)
            // One can be replaced, another app has its own limit, and taking back makes room.
            try await store.commit(.schedule(.sample("old", title: "New")))
            try await store.commit(.schedule(.sample("x", of: "com.b")))
            try await store.commit(
                .notification(.removePending("com.a", identifiers: ["old"])),
                .schedule(.sample("over"))
            )
            #expect(try await store.read { try $0.pendingCount(of: "com.a") } == 200_000)
        }
    }

    @Test func anAppsPendingRequestsHaveAtMost64MiB() async throws {
        let limit = 64 << 20
        try await withUsage(pending: 1, bytes: limit - 2000) { store async throws in
            let title = String(repeating: "x", count: 2000)
            let error = await #expect(throws: StoreError.self) {
                try await store.commit(.schedule(.sample("over", title: title)))
            }
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains("\(limit)") == true)
            #expect(try await store.read { try $0.scheduled("com.a", identifier: "over") } == nil)
            try await store.commit(.schedule(.sample("small")))
        }
    }

    @Test func whatIsTakenBackOrDeliveredIsNotCounted() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            let store = try DurableStore(path: path)
            for identifier in ["a", "b", "c", "d"] {
                try await store.commit(.schedule(.sample(identifier, title: "Long title \(identifier)")))
            }
            try await store.commit(.schedule(.sample("a", title: "")))
            try await store.commit(.notification(.removePending("com.a", identifiers: ["b"])))
            try await store.show(.sample("c"))
            let row = { () async throws in
                try await DatabaseQueue(path: path).read { database in
                    try Row.fetchOne(
                        database,
                        sql: """
                            SELECT pending = (SELECT count(*) FROM pendingNotification),
                                pendingBytes = (SELECT sum(length(CAST(request AS BLOB))) FROM pendingNotification)
                            FROM notificationUsage
                            """
                    ).map { [$0[0], $0[1]] as [Bool] }
                }
            }
            #expect(try await row() == [true, true])
            try await store.commit(.notification(.removePending("com.a", identifiers: nil)))
            #expect(try await store.read { try $0.pendingCount(of: "com.a") } == 0)
            try await store.commit(.schedule(.sample("e")))
            #expect(try await row() == [true, true])
            await store.close()
        }
    }
}
