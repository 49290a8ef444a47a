import Testing
import TodayProtocol

@testable import DeviceSync

/// Lookups of more records than a cloud answers at a time.
@Suite(.timeLimit(.minutes(5))) struct RecordLookupTests {
    /// How a cloud refuses a lookup.
    enum Refusal: CaseIterable {
        case tooLarge
        case badRequest
        case quotaExceeded

        /// Has the cloud refuse lookups of more than a number of names.
        func begin(beyond count: Int, _ cloud: FakeRecordCloud) {
            switch self {
            case .tooLarge: cloud.setLargestPage(count)
            case .badRequest: cloud.setLargestLookup(count, else: "BAD_REQUEST")
            case .quotaExceeded: cloud.setLargestLookup(count, else: "QUOTA_EXCEEDED")
            }
        }
    }

    @Test(arguments: Refusal.allCases) func aLostAnswerIsLookedUpInParts(refusal: Refusal) async throws {
        try await withRecords { fixture in
            let names = ["a", "b", "c", "d", "e"]
            for name in names { fixture.cloud.write(name, [:]) }
            fixture.cloud.fail("records/modify", .lostAnswer)
            for (index, name) in names.enumerated() {
                try await fixture.save(.note(RecordName(name), "new", tag: "t\(index + 1)"))
            }
            await #expect(throws: RecordCallFailure.self) { try await fixture.flush() }
            refusal.begin(beyond: 2, fixture.cloud)
            try await fixture.flush()
            #expect(try await fixture.waiting == 0)
            #expect(try await fixture.failures.isEmpty)
            #expect(fixture.cloud.writes == 10)
        }
    }

    @Test(arguments: Refusal.allCases) func aRecordThatCannotBeLookedUpBlocksNoOther(refusal: Refusal) async throws {
        try await withRecords { fixture in
            fixture.cloud.fail("records/modify", .lostAnswer)
            try await fixture.save(.note("a"))
            await #expect(throws: RecordCallFailure.self) { try await fixture.flush() }
            refusal.begin(beyond: 0, fixture.cloud)
            try await fixture.save(.note("b"))
            try await fixture.flush()
            #expect(fixture.cloud.record("b") != nil)
            // Whether it was applied is not known, so the app decides.
            #expect(try await fixture.failures.map(\.error.code) == [.exists])
        }
    }

    @Test(arguments: Refusal.allCases) func aFetchAsksForFewerRecords(refusal: Refusal) async throws {
        try await withRecords { fixture in
            let names: [RecordName] = ["a", "b", "c", "d", "e"]
            for name in names { fixture.cloud.write(name.rawValue, [:]) }
            refusal.begin(beyond: 2, fixture.cloud)
            let results = try await fixture.sync.fetch(names, zone: .default, for: RecordFixture.caller)
            #expect(results.map(\.record?.name) == ["a", "b"])
        }
    }
}
