import CloudCore
import CloudStorage
import CloudTestSupport
import Testing

@Suite struct SegmentCriteriaLoaderTests {
    private func add(_ id: String, terms: Int, _ fixture: CloudFixture) async throws {
        let audience = Audience.or((0..<terms).map { .namedUser("u\($0)") })
        let segment = try NewSegment(id: SegmentID(id), name: id, definition: "{}", audience: audience)
        try await fixture.store.add(segment, to: fixture.app.number)
    }

    private func segments(_ ids: String...) -> Audience { .or(ids.map { .segment(SegmentID($0)) }) }

    @Test func termsOfSegmentsCountEachTime() async throws {
        try await withCloud { fixture async throws in
            try await add("small", terms: 2, fixture)
            try await add("half", terms: 500, fixture)
            let table: [(Audience, Int?)] = [
                (.all, 1), (segments("small"), 2), (segments("small", "gone", "small"), 5),
                (.not(.and([.all, segments("half")])), 501), (segments("half", "half"), 1000),
                (segments("half", "half", "gone"), nil), (segments("half", "half", "small"), nil),
                (.or(Array(repeating: .all, count: 1001)), nil),
            ]
            var terms = SegmentCriteriaLoader(store: fixture.store, app: fixture.app.number)
            for (audience, count) in table { #expect(try await terms.count(audience) == count) }
            #expect(Set(terms.criteria.keys) == [SegmentID("small"), SegmentID("half")])
        }
    }

    @Test func noMoreSegmentsAreReadThanAnAudienceCanUse() async throws {
        try await withCloud { fixture async throws in
            for index in 0..<60 { try await add("s\(index)", terms: 200, fixture) }
            let audience = Audience.or((0..<60).map { .segment(SegmentID("s\($0)")) })
            var terms = SegmentCriteriaLoader(store: fixture.store, app: fixture.app.number)
            #expect(try await terms.count(audience) == nil)
            #expect(terms.criteria.count < 20)
        }
    }

    @Test func aSegmentThatGrewMakesAnAudienceForNobodyBeforeItIsPutTogether() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            try await add("large", terms: 1000, fixture)
            let audience = Audience.or([.all] + Array(repeating: .segment(SegmentID("large")), count: 999))
            _ = try await fixture.cloud.accept([PushSpecification(audience: audience)], of: fixture.app)
            let push = try #require(try await fixture.store.pendingPushes(limit: 1).first)
            #expect(push.selection.utf8.count < 200)
            try await fixture.deliver()
            #expect(try await fixture.events(ada).isEmpty)
        }
    }
}
