import CloudStorage
import Testing
import TodayTestSupport

@Suite struct SegmentTests {
    private func segment(_ id: String, name: String = "n") -> NewSegment {
        NewSegment(id: SegmentID(id), name: name, definition: #"{"tag":"a"}"#, criteria: #"["tag","device","a"]"#)
    }

    @Test func aSegmentIsKeptChangedAndRemoved() async throws {
        try await withStore { fixture async throws in
            let store = fixture.store
            try await store.add(segment("a"), to: fixture.app)
            try await store.add(segment("b"), to: fixture.app)
            let first = try #require(try await store.segments([SegmentID("a"), SegmentID("x")], of: fixture.app).first)
            #expect(first.criteria == #"["tag","device","a"]"#)
            #expect(first.created == fixture.clock.value)
            fixture.clock.advance(by: 5)
            #expect(try await store.replace(segment("a", name: "changed"), of: fixture.app))
            let all = try await store.segments(of: fixture.app)
            #expect(all.map(\.name) == ["changed", "n"])
            #expect(all[0].created == first.created)
            #expect(all[0].modified == fixture.clock.value)
            #expect(try await store.segments(of: fixture.app, after: first.number, limit: 1).map(\.id.text) == ["b"])
            #expect(try await store.removeSegment(SegmentID("a"), of: fixture.app))
            #expect(try await store.removeSegment(SegmentID("a"), of: fixture.app) == false)
            #expect(try await store.replace(segment("a"), of: fixture.app) == false)
        }
    }

    @Test func aSegmentIsItsAppsAlone() async throws {
        try await withStore { fixture async throws in
            let store = fixture.store
            try await store.addApps([NewApp(name: "org.test.Other", key: "k2", secret: "s2", masterHash: hash("m2"))])
            let other = try #require(try await store.app(key: "k2")).number
            try await store.add(segment("a"), to: fixture.app)
            #expect(try await store.segments([SegmentID("a")], of: other).isEmpty)
            #expect(try await store.segments(of: other).isEmpty)
            #expect(try await store.replace(segment("a"), of: other) == false)
            #expect(try await store.removeSegment(SegmentID("a"), of: other) == false)
        }
    }

    @Test func anAppHasOnlySoManySegments() async throws {
        try await withStore { fixture async throws in
            for index in 0..<CloudStore.segmentLimit {
                try await fixture.store.add(segment("s\(index)"), to: fixture.app)
            }
            await #expect(throws: CloudStoreError.self) {
                try await fixture.store.add(segment("more"), to: fixture.app)
            }
        }
    }
}
