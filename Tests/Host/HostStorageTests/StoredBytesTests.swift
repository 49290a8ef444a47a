import Foundation
import GRDB
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

@testable import HostStorage

/// What one app may have in the database, whatever it has there.
@Suite(.timeLimit(.minutes(5))) struct StoredBytesTests {
    private static let group = Claim(.group, "group.a")
    private static let limit = 100_000

    /// Runs a test on a store in which an app may have ``limit`` bytes; the app `com.a` has a widget and a group.
    private func withLimit(_ body: (DurableStore) async throws -> Void) async throws {
        try await withFolder { folder in
            let store = try DurableStore(path: folder + "/promises.sqlite", appBytes: Self.limit)
            try await store.commit(install("com.a", widgets: ["com.a.widget"]), .install("com.b"))
            try await body(store)
            await store.close()
        }
    }

    private func install(_ app: AppID, widgets: [WidgetID] = [], consents: Set<Claim> = []) -> StoreOperation {
        let app = InstalledApp(id: app, name: "", version: "1", path: "/", manifest: [:], installed: .sample(0))
        let claims: Set<Claim> = [Self.group, Claim(.keychainGroup, "keys.\(app.id)")]
        return .app(.install(app, widgets: widgets, claims: claims, consents: consents))
    }

    /// A pending notification of 15 KiB.
    private func notification(_ identifier: String, of app: AppID = "com.a") -> StoreOperation {
        .schedule(.sample(identifier, of: app, title: String(repeating: "x", count: 15 << 10)))
    }

    private func action(_ id: ActionID) -> StoreOperation {
        .action(.enqueue("com.a", "group.a", .init(id: id, payload: .string(String(repeating: "ä", count: 500)))))
    }

    private func save(_ name: RecordName) throws -> StoreOperation {
        let change = RecordChange.save(Record(name, type: "T", fields: ["x": "text"]), .allKeys)
        return .records(
            .enqueue(
                try RecordChangeSet(
                    container: "iCloud.a",
                    zone: .default,
                    app: "com.a",
                    process: "com.a",
                    changes: [change]
                )
            )
        )
    }

    private func fill(_ store: DurableStore) async throws -> StoreError? {
        for number in 1...100 {
            do throws(StoreError) {
                try await store.commit(notification("\(number)"), origin: .app("com.a"))
            } catch { return error }
        }
        return nil
    }

    private func bytes(_ store: DurableStore, of app: AppID = "com.a") async throws -> Int {
        try await store.read { try $0.storedBytes(of: app) }
    }

    /// The counts that are not the sums of what is in the tables.
    private func wrongCounts(_ store: DurableStore) async throws -> [String] {
        try await store.read { reader in
            let line = "SELECT kind || ' ' || name || ' ' || bytes FROM"
            let counted = try String.fetchAll(reader.database, sql: "\(line) storedBytes WHERE bytes <> 0")
            let recounted = try String.fetchAll(reader.database, sql: "\(line) (\(StoredBytes.recount))")
            return Set(counted).symmetricDifference(recounted).sorted()
        }
    }

    /// Adds something to every table, changes it, and removes some of it.
    private func change(_ store: DurableStore) async throws {
        let item = KeychainItem(accessGroup: "keys.com.a", service: "s", account: "a")
        try await store.commit(
            .set("short", for: "key", in: "group.a"),
            .set(.string(String(repeating: "ö", count: 100)), for: "key", in: "group.a"),
            .set(1, for: "gone", in: "group.a"),
            .remove("gone", in: "group.a"),
            .keychain(.set(item, sealed: Data([1, 2]))),
            .keychain(.set(item, sealed: Data([1, 2, 3]))),
            .notification(.setCategories("com.a", [NotificationCategory(identifier: "x", actions: [])])),
            .complication(.set("com.a", Complication(shortText: "1"))),
            .complication(.set("com.a", Complication(shortText: "12 °C")))
        )
        for identifier in ["a", "b", "c"] { try await store.commit(notification(identifier)) }
        try await store.commit(.schedule(.sample("a")), .notification(.removePending("com.a", identifiers: ["b"])))
        let shown = try await store.show(.sample("shown", of: "com.a"))
        try await store.show(.sample("shown", of: "com.a", title: "A longer title"))
        try await store.commit(.respond(to: shown.id, id: "r", text: "Yes"))
        try await store.show(.sample("withdrawn", of: "com.a"))
        try await store.commit(.notification(.removeDelivered("com.a", identifiers: ["withdrawn"])))
        try await store.apply(.link(.sample()))
        try await store.merge([.sample("m"), .sample("n"), .sample("o")])
        try await store.merge([.sample("m", title: "Another title"), .sample("n"), .sample("o")])
        for id in ["m", "n"] as [MessageID] { try await store.bodyArrived(id, text: "The text of \(id)") }
        try await store.bodyArrived("m", text: "Another text")
        try await store.apply(.delete("com.a", ["n"]))
        try await store.apply(.receivePush(.sample("p", message: "held", wakes: true)))
        try await store.apply(.receivePush(.sample("q", wakes: true)))
        try await store.apply(.finishPush("com.a", id: "q"))
        try await store.commit(action("1"), action("2"), action("3"), .action(.withdraw("com.a", "group.a", ["3"])))
        let read = try await store.read { try $0.nextActions(of: "com.a", now: .sample(0), limit: 1) }
        try await store.commit(.action(.finish(try #require(read), processed: ["1"])))
        try await store.commit(try save("r"))
        try await store.commit(.records(.setToken("com.a", container: "iCloud.a", zone: .default, token: "7")))
    }

    @Test func eachTableIsCountedAndTheCountsAreTheSums() async throws {
        try await withLimit { store in
            try await change(store)
            #expect(try await wrongCounts(store).isEmpty)
            let counted = try await store.read { try String.fetchAll($0.database, sql: "SELECT kind FROM storedBytes") }
            #expect(Set(counted) == ["app", "group", "keychainGroup"])
            // The queue becomes failures, and the inbox goes.
            try await store.apply(.unlink)
            #expect(try await wrongCounts(store).isEmpty)
            try await store.commit(.app(.uninstall("com.a", keepsData: false)))
            #expect(try await wrongCounts(store).isEmpty)
            let rest = try await store.read { try String.fetchAll($0.database, sql: "SELECT name FROM storedBytes") }
            #expect(rest.isEmpty)
        }
    }

    /// Tables that no app fills: with rows of a fixed size, of the person, or of the host with limits for all apps together.
    private static let uncounted: Set<String> = [
        "actionQueue", "allowedHost", "answeredPush", "app", "appSigner", "audit", "auditAnchor", "badge", "claim",
        "cloudChannel", "cloudLink", "consent", "defaultsUsage", "epoch", "inbox", "messageChange", "mutedTopic",
        "notificationSettings", "notificationUsage", "passkey", "pushOutbox", "pushSubscription", "recordUsage",
        "reservation", "revokedRight", "scheduledWake", "screenWidget", "session", "setting", "storedBytes",
        "takenPush", "tap", "topic", "topicChange", "topicMessage", "trace",
    ]

    @Test func noTableIsForgotten() async throws {
        try await withLimit { store in
            let forgotten = try await store.read { reader in
                try Set(
                    String.fetchAll(
                        reader.database,
                        sql: """
                            SELECT name FROM sqlite_schema AS one
                            WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%' AND NOT EXISTS (
                                SELECT 1 FROM sqlite_schema
                                WHERE type = 'trigger' AND tbl_name = one.name AND name LIKE '%BytesAfterInsert')
                            """
                    )
                )
            }
            // Have a new table counted, or say here why it need not be.
            #expect(forgotten == Self.uncounted)
        }
    }

    @Test func anAppThatHasTooMuchCanRemoveButNotAdd() async throws {
        try await withLimit { store in
            let error = try #require(try await fill(store))
            #expect(error.code == .limitExceeded)
            #expect(error.message.hasPrefix("com.a would have "))
            #expect(error.message.contains("at most \(Self.limit) are allowed: remove notifications"))
            #expect(try await store.read { try $0.pendingCount(of: "com.a") } == 6)
            let large = StoreOperation.set(.string(String(repeating: "x", count: 10_000)), for: "k", in: "group.a")
            for origin in [ChangeOrigin.app("com.a"), .widget("com.a.widget"), .widget("com.a.widget:2")] {
                #expect(await refusal { try await store.commit(large, origin: origin) } == .limitExceeded)
            }
            // Not even half of a transaction is there.
            #expect(
                await refusal { try await store.commit(action("1"), large, origin: .app("com.a")) } == .limitExceeded
            )
            #expect(try await store.read { try $0.actions(of: "com.a").actions }.isEmpty)
            // Another app can, and what replaces as much as it adds is no more than before.
            try await store.commit(notification("1", of: "com.b"), origin: .app("com.b"))
            try await store.commit(notification("6"), origin: .app("com.a"))
            try await store.commit(
                .notification(.removePending("com.a", identifiers: ["1"])),
                large,
                origin: .app("com.a")
            )
            #expect(try await wrongCounts(store).isEmpty)
        }
    }

    @Test func whatArrivesIsNotRefusedAndTheOldestTextsGiveWay() async throws {
        try await withLimit { store in
            _ = try #require(try await fill(store))
            try await store.merge([.sample("c", sent: 3), .sample("b", sent: 2), .sample("a", sent: 1)])
            for id in ["a", "b", "c"] as [MessageID] {
                try await store.bodyArrived(id, text: "soup " + String(repeating: "x", count: 5_000))
            }
            #expect(try await store.listed() == ["c", "b", "a"])
            #expect(try await store.listed(matching: "soup") == ["c"])
            try await store.commit(notification("arrives"))
            // The lists of an inbox have half of the room.
            let title = String(repeating: "t", count: MessageLimits.titleBytes)
            try await store.merge((0..<100).map { .sample(MessageID("m\($0)"), title: title, sent: Double(-$0)) })
            let listed = try await store.listed()
            #expect((10..<30).contains(listed.count))
            #expect(listed == (0..<listed.count).map { MessageID("m\($0)") })
            #expect(try await wrongCounts(store).isEmpty)
        }
    }

    @Test func aSharedGroupCountsForEachAppThatHasIt() async throws {
        try await withLimit { store in
            try await store.commit(install("com.c", consents: [Self.group]))
            try await store.commit(.set(.string(String(repeating: "x", count: 60_000)), for: "k", in: "group.a"))
            let (owner, other) = try await (bytes(store), bytes(store, of: "com.c"))
            #expect(owner > 60_000)
            #expect(other == owner)
            #expect(try await bytes(store, of: "com.b") == 0)
            let more = StoreOperation.set(.string(String(repeating: "x", count: 60_000)), for: "more", in: "group.a")
            #expect(await refusal { try await store.commit(more, origin: .app("com.c")) } == .limitExceeded)
        }
    }

    @Test func aDatabaseOfAnEarlierVersionIsCountedAndMayHaveTooMuch() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            var store = try DurableStore(path: path)
            try await store.commit(install("com.a"))
            try await change(store)
            for number in 1...10 { try await store.commit(notification("\(number)"), origin: .app("com.a")) }
            let before = try await bytes(store)
            let pending = try await store.read { try $0.pendingCount(of: "com.a") }
            await store.close()
            try makeEarlier(path)

            store = try DurableStore(path: path, appBytes: Self.limit)
            #expect(try await wrongCounts(store).isEmpty)
            #expect(try await bytes(store) == before)
            #expect(before > Self.limit)
            #expect(try await store.read { try $0.pendingCount(of: "com.a") } == pending && pending >= 10)
            #expect(await refusal { try await store.commit(action("new"), origin: .app("com.a")) } == .limitExceeded)
            try await store.commit(.notification(.removePending("com.a", identifiers: nil)), origin: .app("com.a"))
            try await store.commit(action("new"), origin: .app("com.a"))
            let mode = try await store.read { try Int.fetchOne($0.database, sql: "PRAGMA auto_vacuum") }
            #expect(mode == 2)
            await store.close()
        }
    }

    /// Makes a database as it was before anything was counted.
    private func makeEarlier(_ path: String) throws {
        let database = try DatabaseQueue(path: path)
        try database.writeWithoutTransaction { database in
            let triggers = try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
            for trigger in triggers { try database.execute(sql: "DROP TRIGGER \(trigger)") }
            try database.execute(
                sql: """
                    DROP TABLE storedBytes;
                    DELETE FROM grdb_migrations WHERE identifier = 'count the bytes of everything that an app has';
                    PRAGMA auto_vacuum = NONE;
                    VACUUM;
                    """
            )
        }
        try database.close()
    }

    @Test func anAttackFillsTheLimitAndNothingOfItStays() async throws {
        func size(_ path: String) throws -> Int {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            return try Int(file.seekToEnd())
        }
        // Twice as much as a store has free before it gives something back to the disk.
        let limit = 16 << 20
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            let store = try DurableStore(path: path, appBytes: limit)
            try await store.commit(install("com.a"), .install("com.b"))
            let removals: [StoreOperation] = [
                .notification(.removePending("com.a", identifiers: nil)), .app(.uninstall("com.a", keepsData: false)),
            ]
            for (round, removal) in removals.enumerated() {
                var part = 0
                while try await bytes(store) < limit - (512 << 10) {
                    part += 1
                    let some = (0..<20).map { notification("\(part) \($0)") }
                    try await store.commit(StoreTransaction(some, origin: .app("com.a")))
                }
                let error = try #require(try await fill(store))
                #expect(error.code == .limitExceeded && error.message.contains("at most \(limit) are allowed"))
                #expect(try await bytes(store) <= limit)
                // A second app is not full, and a daily copy is no larger than the database.
                try await store.commit(notification("\(round)", of: "com.b"), origin: .app("com.b"))
                let (full, rest) = ("\(folder)/full\(round).sqlite", "\(folder)/rest\(round).sqlite")
                try DatabaseCopy.make(of: path, at: full)
                #expect(try size(path) < limit * 3 / 2 && size(full) < limit * 3 / 2)
                try await store.commit(removal)
                var free = Int.max
                while free > FreePages.kept { free = try await store.read { try FreePages.count(in: $0.database) } }
                try DatabaseCopy.make(of: path, at: rest)
                #expect(try size(path) < 8 << 20 && size(rest) < 4 << 20)
            }
            #expect(try await store.read { try $0.pendingCount(of: "com.b") } == 2)
            await store.close()
            #expect(DatabaseCheck.problem(at: path) == nil)
        }
    }

    @Test func whatARemovedAppHadIsGivenBackToTheDisk() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            let store = try DurableStore(path: path)
            try await store.commit(.install("com.a"), .install("com.b"))
            for part in 0..<10 {
                let some = (0..<100).map { notification("\(part) \($0)") }
                try await store.commit(StoreTransaction(some + [notification("\(part)", of: "com.b")], origin: .host))
            }
            try await store.commit(.app(.uninstall("com.a", keepsData: false)))
            // Each read lets the writer give some back before the next one.
            var free = Int.max
            while free > FreePages.kept { free = try await store.read { try FreePages.count(in: $0.database) } }
            #expect(try Data(contentsOf: URL(filePath: path)).count < 3 << 20)
            let copy = "\(folder)/copy.sqlite"
            try DatabaseCopy.make(of: path, at: copy)
            #expect(try Data(contentsOf: URL(filePath: copy)).count < 2 << 20)
            #expect(try await store.read { try $0.pendingCount(of: "com.b") } == 10)
            await store.close()
            #expect(DatabaseCheck.problem(at: path) == nil)
        }
    }
}
