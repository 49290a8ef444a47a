import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import Synchronization
import Testing
import TodayTestSupport

@Suite struct TopicSchedulerTests {
    @Test func aPageOfMessagesIsPublishedInOneWrite() async throws {
        try await withCloud { fixture async throws in
            for index in 0..<120 {
                let time = fixture.date.value + Double(index % 60)
                try await fixture.cloud.schedule(
                    TopicMessageRecord(
                        id: "m\(index)",
                        topic: "home",
                        sequenceID: "m\(index)",
                        time: time,
                        expires: time + 600,
                        body: "{}"
                    )
                )
            }
            let writes = Writes()
            fixture.store.observe { writes.add($0.published.map(\.message.id)) }
            fixture.date.advance(by: 60)
            try await fixture.cloud.topicScheduler.step()
            #expect(writes.all.map(\.count) == [100, 20])
            #expect(Set(writes.all.joined()).count == 120)
            #expect(writes.all.first?.prefix(4) == ["m0", "m60", "m1", "m61"])
        }
    }
}

/// The messages that each write published.
private final class Writes: Sendable {
    private let state = Mutex<[[String]]>([])
    var all: [[String]] { state.withLock { $0 } }
    func add(_ ids: [String]) { state.withLock { $0.append(ids) } }
}
