import HostStorage
import Testing
import TodayProtocol

@Suite struct RevisionCounterTests {
    @Test(.timeLimit(.minutes(10))) func aRunThatUsesUpItsReservationReservesMore() async throws {
        try await withFolder { folder in
            let store = try DurableStore(path: folder + "/promises.sqlite")
            let first = store.nextRevision()
            // More than the half block after which the store reserves the next one.
            var last = first
            for _ in 0..<((1 << 23) + 10) { last = store.nextRevision() }
            #expect(last.number - first.number >= (1 << 23) + 10)
            await store.close()
            let next = try DurableStore(path: folder + "/promises.sqlite")
            // Without a second reservation this run would go on 2^24 after the first one's start.
            #expect(next.revision.number > first.number + (1 << 24) + 100)
            await next.close()
        }
    }
}
