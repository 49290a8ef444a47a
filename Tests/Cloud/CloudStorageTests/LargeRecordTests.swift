import Foundation
import JSON
import SQLStore
import Testing
import TodayTestSupport

@testable import CloudStorage

/// What the store answers, examines and sorts at most, on records of 0.95 MB each.
@Suite(.timeLimit(.minutes(5))) struct LargeRecordTests {
    private let author = CloudRecordAuthor(client: .key, userID: "_u", deviceID: "d", person: "")

    /// Runs a test on a database with a zone of records that have 0.95 MB each; the last one has the count 1, others 0.
    private func withLargeRecords(
        _ count: Int,
        in zone: String,
        _ body: (StoreFixture, CloudRecordDatabase) async throws -> Void
    ) async throws {
        try await withStore { fixture async throws in
            let container = try await fixture.store.addContainer("iCloud.org.test.App")
            let database = try await fixture.store.recordDatabase(
                of: container,
                .production,
                person: "ada",
                userID: "_ada"
            )
            if zone != CloudStore.defaultZone { _ = try await fixture.store.addZone(zone, to: database.number).get() }
            _ = try await modify(.create, count, in: zone, of: database, fixture)
            // The fields are an object, which ends with a brace.
            let blob = #""blob":{"type":"BYTES","value":"\#(String(repeating: "0", count: 950_000))"}}"#
            try await fixture.execute(
                "UPDATE record SET fields = substr(fields, 1, length(fields) - 1) || ',' || ?",
                [blob]
            )
            try await body(fixture, database)
        }
    }

    private func modify(
        _ kind: CloudRecordOperation.Kind,
        _ count: Int,
        isAtomic: Bool = false,
        in zone: String,
        of database: CloudRecordDatabase,
        _ fixture: StoreFixture
    ) async throws -> [CloudRecordOutcome] {
        let operations = (0..<count).map { number in
            let fields = [
                "number": CloudFieldInput(value: .integer(number)),
                "count": CloudFieldInput(value: .integer(number == count - 1 ? 1 : 0)),
            ]
            return CloudRecordOperation(kind: kind, name: "n\(number)", type: "Note", fields: fields)
        }
        return try await fixture.store.modifyRecords(
            operations,
            in: zone,
            of: database,
            by: author,
            isAtomic: isAtomic,
            notifications: RecordNotificationSettings(expires: fixture.clock.value) { "id" }
        ).get()
    }

    // MARK: - Answers

    private func withTwentyRecords(
        _ body: (StoreFixture, CloudRecordDatabase) async throws -> Void
    ) async throws {
        try await withLargeRecords(20, in: "today", body)
    }

    private func codes(_ outcomes: [CloudRecordOutcome]) -> [CloudRecordFailure.Code?] {
        outcomes.map { outcome in
            if case .failed(_, let failure) = outcome { failure.code } else { nil }
        }
    }

    @Test func operationsWhoseAnswersDoNotFitAreForLater() async throws {
        try await withTwentyRecords { fixture, database in
            let codes = codes(try await modify(.forceUpdate, 20, in: "today", of: database, fixture))
            #expect(codes == Array(repeating: nil, count: 17) + Array(repeating: .tryAgainLater, count: 3))
        }
    }

    @Test func anAtomicBatchWhoseAnswersDoNotFitIsRefused() async throws {
        try await withTwentyRecords { fixture, database in
            let codes = codes(try await modify(.forceUpdate, 20, isAtomic: true, in: "today", of: database, fixture))
            #expect(codes == Array(repeating: .atomicError, count: 17) + Array(repeating: .quotaExceeded, count: 3))
        }
    }

    @Test func aLookupThatDoesNotFitIsRefusedWithAnotherCodeThanAMistake() async throws {
        try await withTwentyRecords { fixture, database in
            let names = (0..<20).map { "n\($0)" }
            let result = try await fixture.store.records(names, in: "today", of: database)
            guard case .failure(let failure) = result else {
                Issue.record("19 MB were answered.")
                return
            }
            #expect(failure.code == .quotaExceeded)
            let half = try await fixture.store.records(Array(names.prefix(10)), in: "today", of: database)
            #expect(try half.get().count == 10)
        }
    }

    @Test func aPageOfChangesHasTheBytesThatAreLeft() async throws {
        try await withTwentyRecords { fixture, database in
            let zone = try #require(try await fixture.store.zone("today", of: database.number))
            let page = try #require(
                try await fixture.store.changedRecords(of: zone.number, after: 0, limit: 200, size: 3_000_000)
            )
            #expect(page.records.count == 3 && page.hasMore)
            let one = try await fixture.store.changedRecords(of: zone.number, after: 0, before: .max, limit: 9, size: 1)
            #expect(one?.records.map(\.name) == ["n19"])
        }
    }

    // MARK: - Queries

    private func withSeventyRecords(_ body: (CloudStore, CloudRecordDatabase) async throws -> Void) async throws {
        try await withLargeRecords(70, in: CloudStore.defaultZone) { fixture, database in
            try await body(fixture.store, database)
        }
    }

    private func page(
        _ query: JSONValue,
        after position: String? = nil,
        _ store: CloudStore,
        _ database: CloudRecordDatabase
    ) async throws -> Result<CloudRecordPage, CloudRecordFailure> {
        try await store.query(
            try CloudRecordQuery(json: query),
            in: CloudStore.defaultZone,
            of: database,
            limit: 200,
            after: position
        )
    }

    @Test func aPageEndsWhenItHasExaminedItsBytes() async throws {
        try await withSeventyRecords { store, database in
            let filter: JSONValue = [
                "fieldName": "count", "comparator": "NOT_EQUALS", "fieldValue": ["value": 0],
            ]
            let query: JSONValue = ["recordType": "Note", "filterBy": [filter]]
            let first = try await page(query, store, database).get()
            #expect(first.records.isEmpty)
            let next: String = try #require(first.position)
            let second = try await page(query, after: next, store, database).get()
            #expect(second.records.map(\.name) == ["n69"] && second.position == nil)
        }
    }

    @Test func sortingInMemoryHasALimitOfBytes() async throws {
        try await withSeventyRecords { store, database in
            let sorts: JSONValue = [["fieldName": "count"], ["fieldName": "number", "ascending": false]]
            let all: JSONValue = ["recordType": "Note", "sortBy": sorts]
            guard case .failure(let failure) = try await page(all, store, database) else {
                Issue.record("More than 64 MB were sorted.")
                return
            }
            #expect(failure.code == .badRequest)
            let few: JSONValue = [
                "fieldName": "number", "comparator": "LESS_THAN", "fieldValue": ["value": 3],
            ]
            let narrow: JSONValue = ["recordType": "Note", "sortBy": sorts, "filterBy": [few]]
            let found = try await page(narrow, store, database).get()
            #expect(found.records.map(\.name) == ["n2", "n1", "n0"])
        }
    }
}
