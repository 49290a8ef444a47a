import CloudStorage
import Foundation
import JSON
import SQLStore
import Testing
import TodayTestSupport

/// What bounds the records of a cloud; all but the last that fits is written with SQL.
@Suite struct RecordLimitTests {
    private let author = CloudRecordAuthor(client: .key, userID: "_u", deviceID: "d", person: "ada")

    private func database(_ fixture: StoreFixture) async throws -> CloudRecordDatabase {
        let container = try await fixture.store.addContainer("iCloud.org.test.App")
        return try await fixture.store.recordDatabase(of: container, .production, person: "ada", userID: "_ada")
    }

    /// Executes a statement, which may select `x` from the numbers 1 to `count`, called `numbers`.
    private func run(_ sql: String, count: Int = 1, _ fixture: StoreFixture) async throws {
        let numbers = """
            WITH RECURSIVE numbers (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM numbers WHERE x < \(count))
            """
        try await fixture.execute("\(numbers) \(sql)")
    }

    /// Saves or deletes a record; returns the code of a refusal.
    private func modify(
        _ name: String,
        type: String = "Note",
        _ kind: CloudRecordOperation.Kind = .forceReplace,
        in database: CloudRecordDatabase,
        _ fixture: StoreFixture
    ) async throws -> CloudRecordFailure.Code? {
        let outcomes = try await fixture.store.modifyRecords(
            [CloudRecordOperation(kind: kind, name: name, type: type, fields: [:])],
            in: CloudStore.defaultZone,
            of: database,
            by: author,
            notifications: RecordNotificationSettings(expires: fixture.clock.value + 3600) { "id" }
        ).get()
        guard case .failed(_, let failure)? = outcomes.first else { return nil }
        return failure.code
    }

    private func code<Value>(_ result: Result<Value, CloudRecordFailure>) -> CloudRecordFailure.Code? {
        guard case .failure(let failure) = result else { return nil }
        return failure.code
    }

    private func code(_ body: () async throws -> Void) async throws -> CloudStoreError.Code? {
        do {
            try await body()
            return nil
        } catch let error as CloudStoreError {
            return error.code
        }
    }

    @Test func aDatabaseHasAThousandZones() async throws {
        try await withStore { fixture async throws in
            let number = try await database(fixture).number
            try await run(
                """
                INSERT INTO recordZone (databaseNumber, name, change)
                SELECT (SELECT number FROM recordDatabase), 'z' || x, x FROM numbers
                """,
                count: CloudRecordLimits.zones - 1,
                fixture
            )
            #expect(try await code(fixture.store.addZone("last", to: number)) == nil)
            #expect(try await code(fixture.store.addZone("more", to: number)) == .quotaExceeded)
            #expect(try await code(fixture.store.addZone("last", to: number)) == nil)
        }
    }

    @Test func aDatabaseHas500RecordTypes() async throws {
        try await withStore { fixture async throws in
            let database = try await database(fixture)
            try await run(
                """
                INSERT INTO recordType (databaseNumber, name)
                SELECT (SELECT number FROM recordDatabase), 'T' || x FROM numbers
                """,
                count: CloudRecordLimits.types - 1,
                fixture
            )
            #expect(try await modify("a", type: "Last", in: database, fixture) == nil)
            #expect(try await modify("b", type: "More", in: database, fixture) == .quotaExceeded)
            #expect(try await modify("b", type: "Last", in: database, fixture) == nil)
        }
    }

    @Test func aDatabaseHasLimitedRecordsAndBytes() async throws {
        try await withStore { fixture async throws in
            let database = try await database(fixture)
            try await run("UPDATE recordDatabase SET records = \(CloudRecordLimits.records - 1)", fixture)
            #expect(try await modify("a", in: database, fixture) == nil)
            #expect(try await modify("b", in: database, fixture) == .quotaExceeded)
            #expect(try await modify("a", in: database, fixture) == nil)
            #expect(try await modify("a", .forceDelete, in: database, fixture) == nil)
            #expect(try await modify("b", in: database, fixture) == nil)
            try await run(
                "UPDATE recordDatabase SET records = 1, bytes = \(CloudRecordLimits.databaseSize)",
                fixture
            )
            #expect(try await modify("c", in: database, fixture) == .quotaExceeded)
        }
    }

    @Test func aPersonHas200SubscriptionsOf16KiB() async throws {
        try await withStore { fixture async throws in
            let database = try await database(fixture)
            func subscription(_ type: String, body: String = "") throws -> CloudSubscription {
                try CloudSubscription(json: [
                    "subscriptionType": "query", "firesOn": ["create"], "query": ["recordType": .string(type)],
                    "notificationInfo": ["alertBody": .string(body)],
                ])
            }
            try await run(
                """
                INSERT INTO recordSubscription (databaseNumber, person, id, typeName, content)
                SELECT (SELECT number FROM recordDatabase), 'ada', 's' || x, 'T', x FROM numbers
                """,
                count: CloudRecordLimits.subscriptions - 1,
                fixture
            )
            func add(_ type: String, of person: String = "ada") async throws -> CloudRecordFailure.Code? {
                let wanted = try subscription(type)
                return try await code(fixture.store.addSubscription(wanted, id: type, of: person, in: database))
            }
            #expect(try await add("Last") == nil)
            #expect(try await add("More") == .quotaExceeded)
            #expect(try await add("More", of: "ben") == nil)

            let overhead = try subscription("Note", body: "x").json.jsonBytes().count - 1
            let most = CloudRecordLimits.subscriptionSize - overhead
            _ = try subscription("Note", body: String(repeating: "x", count: most))
            let error = #expect(throws: CloudRecordFailure.self) {
                try subscription("Note", body: String(repeating: "x", count: most + 1))
            }
            #expect(error?.code == .badRequest)
        }
    }

    @Test func aLoginHasTenCouriers() async throws {
        try await withStore { fixture async throws in
            let container = try await database(fixture).container
            try await fixture.store.addLogin("l", of: "ada", to: container.number, secret: Data([1]))
            let login = try #require(try await fixture.store.login("l"))
            for number in 0...CloudRecordLimits.couriers {
                try await fixture.store.addCourier(
                    of: login,
                    .development,
                    token: "t\(number)",
                    secretHash: Data([UInt8(number)])
                )
            }
            #expect(try await !fixture.store.hasCourier(token: "t0", of: login.number))
            for number in 1...CloudRecordLimits.couriers {
                #expect(try await fixture.store.hasCourier(token: "t\(number)", of: login.number))
            }
        }
    }

    @Test func aContainerHasAHundredKeysAndACloudAThousandContainers() async throws {
        try await withStore { fixture async throws in
            let container = try await database(fixture).container
            try await run(
                """
                INSERT INTO recordKey (containerNumber, id, publicKey, created)
                SELECT (SELECT number FROM recordContainer WHERE name <> ''), 'k' || x, CAST('' AS BLOB), 0 FROM numbers
                """,
                count: CloudRecordLimits.keys - 1,
                fixture
            )
            let addKey = { (id: String) async throws in
                try await fixture.store.addRecordKey(id, to: container.number, publicKey: Data([1]))
            }
            #expect(try await code { try await addKey("last") } == nil)
            #expect(try await code { try await addKey("more") } == .conflict)
            #expect(try await code { try await addKey("last") } == nil)

            let known = "SELECT COUNT(*) FROM recordContainer WHERE name <> ''"
            try await run(
                """
                INSERT INTO recordContainer (name, beganFor, created)
                SELECT 'c' || x, '', 0 FROM numbers WHERE x < \(CloudRecordLimits.containers) - (\(known))
                """,
                count: CloudRecordLimits.containers,
                fixture
            )
            let addContainer = { (name: String) async throws in _ = try await fixture.store.addContainer(name) }
            #expect(try await code { try await addContainer("last") } == nil)
            #expect(try await code { try await addContainer("more") } == .conflict)
            #expect(try await code { try await addContainer("last") } == nil)
        }
    }
}
