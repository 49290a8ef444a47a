import Foundation
import GRDB
import JSON
import Testing
import TodayTestSupport

@testable import CloudStorage

@Suite struct RecordStoreTests {
    private let author = CloudRecordAuthor(client: .key, userID: "_u", deviceID: "d", person: "ada")

    private func database(_ fixture: StoreFixture, _ person: String = "ada") async throws -> CloudRecordDatabase {
        let container = try await fixture.store.addContainer("iCloud.org.test.App")
        return try await fixture.store.recordDatabase(of: container, .production, person: person, userID: "_\(person)")
    }

    private func settings(_ fixture: StoreFixture) -> RecordNotificationSettings {
        RecordNotificationSettings(expires: fixture.clock.value + 3600) { "id" }
    }

    private func save(
        _ names: some Sequence<String>,
        in database: CloudRecordDatabase,
        zone: String = CloudStore.defaultZone,
        _ fixture: StoreFixture,
        kind: CloudRecordOperation.Kind = .forceReplace
    ) async throws -> [CloudRecordOutcome] {
        let operations = names.map { name in
            CloudRecordOperation(
                kind: kind,
                name: name,
                type: "Note",
                fields: ["text": CloudFieldInput(value: .string(name)), "count": CloudFieldInput(value: 1)]
            )
        }
        return try await fixture.store.modifyRecords(
            operations,
            in: zone,
            of: database,
            by: author,
            notifications: settings(fixture)
        ).get()
    }

    @Test func aDatabaseHasADefaultZoneAndItsOwner() async throws {
        try await withStore { fixture async throws in
            let first = try await database(fixture)
            #expect(first.ownerID == "_ada")
            #expect(try await database(fixture) == first)
            #expect(try await fixture.store.zones(of: first.number).map(\.name) == [CloudStore.defaultZone])
            let container = first.container
            let development = try await fixture.store.recordDatabase(
                of: container,
                .development,
                person: "ada",
                userID: "_other"
            )
            #expect(development.number != first.number)
            #expect(development.ownerID == "_ada")
            let everybody = try await fixture.store.recordDatabase(of: container, .production, person: "", userID: "_x")
            #expect(everybody.ownerID == CloudStore.publicOwner)
            #expect(everybody.isPublic)
        }
    }

    @Test func aRemovedContainerLeavesNothing() async throws {
        try await withStore { fixture async throws in
            let database = try await database(fixture)
            try await fixture.store.addLogin("l", of: "ada", to: database.container.number, secret: Data([1]))
            _ = try await fixture.store.addZone("today", to: database.number).get()
            _ = try await save((0..<5).map { "n\($0)" }, in: database, zone: "today", fixture)
            #expect(try await fixture.store.removeContainer(database.container.name))
            #expect(try await !fixture.store.removeContainer(database.container.name))
            while try await fixture.store.sweepRecords() {}
            let tables = [
                "recordContainer", "recordDatabase", "recordZone", "recordType", "recordField", "record",
                "recordFieldValue", "recordZoneGarbage", "recordLogin", "recordUser", "recordAuthor",
            ]
            for table in tables { #expect(try await fixture.count(table) == 0, "\(table)") }
        }
    }

    @Test func aPersonBeginsALimitedNumberOfContainers() async throws {
        try await withStore { fixture async throws in
            for number in 0..<CloudRecordLimits.containersOfPerson {
                _ = try await fixture.store.addContainer("c\(number)", for: "ada")
            }
            await #expect(throws: CloudStoreError.self) { try await fixture.store.addContainer("more", for: "ada") }
            _ = try await fixture.store.addContainer("c0", for: "ada")
            _ = try await fixture.store.addContainer("more", for: "ben")
            _ = try await fixture.store.addContainer("last")
        }
    }

    @Test func eventsAreObservedBeforeTheSaveReturns() async throws {
        try await withStore { fixture async throws in
            let device = try await fixture.device("laptop")
            let database = try await database(fixture)
            let json: JSONValue = [
                "subscriptionType": "query", "firesOn": ["create"], "query": ["recordType": "Note"],
            ]
            _ = try await fixture.store.addSubscription(
                try CloudSubscription(json: json),
                id: "s",
                of: "ada",
                in: database
            ).get()
            _ = try await save(["n1"], in: database, fixture)
            #expect(fixture.told.events.map(\.content.kind) == ["record"])
            #expect(fixture.told.events.map(\.device) == [device.number])
            _ = try await save(["n1"], in: database, fixture)
            #expect(fixture.told.events.count == 1)
        }
    }

    @Test func theRecordsOfADeletedZoneAreRemovedInPages() async throws {
        try await withStore { fixture async throws in
            let database = try await database(fixture)
            _ = try await fixture.store.addZone("today", to: database.number).get()
            for page in 0..<11 {
                _ = try await save((0..<100).map { "n\(page * 100 + $0)" }, in: database, zone: "today", fixture)
            }
            _ = try await save(["kept"], in: database, fixture)
            #expect(try await fixture.store.removeZone("today", of: database.number))
            var steps = 0
            while try await fixture.store.sweepRecords() { steps += 1 }
            #expect(steps >= 2)
            for (table, count) in [("record", 1), ("recordFieldValue", 2), ("recordZoneGarbage", 0)] {
                #expect(try await fixture.count(table) == count, "\(table)")
            }
            #expect(try await fixture.values("SELECT records FROM recordDatabase") == [1])
        }
    }

    @Test func aZoneOfTheSameNameIsAnotherZone() async throws {
        try await withStore { fixture async throws in
            let database = try await database(fixture)
            let first = try await fixture.store.addZone("today", to: database.number).get()
            #expect(try await fixture.store.addZone("today", to: database.number).get().number == first.number)
            _ = try await fixture.store.removeZone("today", of: database.number)
            let second = try await fixture.store.addZone("today", to: database.number).get()
            #expect(second.number != first.number)
            #expect(try await fixture.store.changedRecords(of: first.number, after: 0, limit: 1) == nil)
        }
    }

    @Test func zonesAreReadFromTheStartInPagesAfterForgottenDeletions() async throws {
        try await withStore { fixture async throws in
            let database = try await database(fixture)
            for name in ["z1", "z2"] { _ = try await fixture.store.addZone(name, to: database.number).get() }
            _ = try await fixture.store.removeZone("z2", of: database.number)
            try await fixture.execute("UPDATE recordDatabase SET forgotten = change")
            let first = try #require(
                try await fixture.store.changedZones(of: database.number, after: 0, limit: 1)
            )
            #expect(first.zones.map(\.name) == [CloudStore.defaultZone] && first.hasMore)
            #expect(
                try await fixture.store.changedZones(of: database.number, after: first.position, limit: 1) == nil
            )
            let second = try await fixture.store.changedZones(
                of: database.number,
                after: first.position,
                startedAt: first.last,
                limit: 9
            )
            #expect(second?.zones.filter { !$0.isDeleted }.map(\.name) == ["z1"])
            #expect(second?.hasMore == false)
        }
    }

    @Test func unusedLoginsAndOldNotificationsEnd() async throws {
        try await withStore { fixture async throws in
            let container = try await database(fixture).container
            try await fixture.store.addLogin("old", of: "ada", to: container.number, secret: Data([1]))
            fixture.clock.advance(by: CloudRecordLimits.loginLifetime - 10)
            try await fixture.store.addLogin("new", of: "ada", to: container.number, secret: Data([2]))
            fixture.clock.advance(by: 11)
            while try await fixture.store.sweepRecords() {}
            #expect(try await fixture.store.login("old") == nil)
            #expect(try await fixture.store.login("new")?.person == "ada")
            for number in 0..<(CloudRecordLimits.logins + 5) {
                fixture.clock.advance(by: 1)
                try await fixture.store.addLogin("l\(number)", of: "ada", to: container.number, secret: Data([3]))
            }
            #expect(try await fixture.store.login("new") == nil)
            #expect(try await fixture.store.login("l54") != nil)
        }
    }

    /// Every statement that reads many records uses an index: none has to look at the whole table.
    @Test(arguments: [
        "SELECT * FROM record WHERE zoneNumber = 1 AND name = 'n'",
        "SELECT * FROM record WHERE zoneNumber = 1 AND change > 5 AND (isDeleted = 0 OR 5 > 0) ORDER BY change",
        "SELECT * FROM record WHERE zoneNumber = 1 AND change > 5 AND change < 9 ORDER BY change DESC",
        "SELECT number FROM record WHERE zoneNumber = 1 AND typeNumber = 1 AND isDeleted = 0 AND number > 7 ORDER BY number",
        """
        SELECT value, recordNumber FROM recordFieldValue WHERE zoneNumber = 1 AND fieldNumber = 2 AND value >= 'a'
        AND value < 'b' AND (value, recordNumber) > ('aa', 5) ORDER BY value, recordNumber
        """,
        """
        SELECT value, recordNumber FROM recordFieldValue WHERE zoneNumber = 1 AND fieldNumber = 2
        AND (value, recordNumber) < ('aa', 5) ORDER BY value DESC, recordNumber DESC
        """,
        "SELECT number FROM record WHERE isDeleted = 1 AND modified <= 5 ORDER BY modified LIMIT 9",
        "SELECT * FROM recordReference WHERE zoneNumber = 1 AND target = 'n'",
        "SELECT * FROM recordSubscription WHERE databaseNumber = 1 AND typeName = 'Note'",
    ])
    func statementsUseAnIndexAndSortNothing(sql: String) async throws {
        try await withStore(on: [.sqlite]) { fixture async throws in
            let plan = try await DatabaseQueue(path: fixture.path).read { database in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }
            }
            #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(plan)")
        }
    }

    /// A page is deleted without a look at the rows of the same zone, upload or app that stay.
    @Test(arguments: [
        ("recordReference", "target, zoneNumber, recordNumber"),
        ("recordFieldValue", "value, zoneNumber, fieldNumber, recordNumber"),
        ("listUser", "name, uploadNumber"), ("usedNonce", "nonce, appNumber"),
    ])
    func aPageIsDeletedByTheWholeKey(table: String, key: String) async throws {
        try await withStore(on: [.sqlite]) { fixture async throws in
            let sql = "DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM \(table) LIMIT 9)"
            let plan = try await DatabaseQueue(path: fixture.path).read { database in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }
            }
            for column in key.split(separator: ", ") { #expect(plan[0].contains("\(column)=?"), "\(plan)") }
        }
    }
}
