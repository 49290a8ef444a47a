import AsyncPrimitives
import HostStorage

/// Sends queued changes of records, and creates subscriptions, several containers at a time.
extension CloudSession {
    func runRecords() async throws {
        let queue = KeyedSerialQueue<String>(clock: dependencies.clock)
        let shutOut = CancellableFuture<CloudFailure>()
        let observation = dependencies.store.observe { commit in
            for case .recordQueue(let container) in commit.changes { queue.add(container) }
            for case .recordSubscriptions(let container) in commit.changes { queue.add(container) }
        }
        defer { observation.cancel() }
        records.connectionBegan()
        for container in try await dependencies.store.read({ try $0.containersWithRecordWork() }).sorted() {
            queue.add(container)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [records] in
                await queue.run { container in
                    do throws(CloudFailure) { return try await records.step(container) } catch {
                        _ = shutOut.finish(error)
                        return .stopping
                    }
                }
            }
            group.addTask { throw try await shutOut.wait() }
            defer { group.cancelAll() }
            try await group.next()
        }
        try Task.checkCancellation()
    }
}
