import AsyncPrimitives
import HostStorage

/// Sends queued changes of records and creates subscriptions, for several containers concurrently.
extension CloudSession {
    /// Longest time that changes of records wait for apps that process queued actions.
    static let recordAppsLimit = Duration.seconds(1)

    func runRecords() async throws {
        let queue = KeyedSerialQueue<String>(clock: dependencies.clock)
        let failure = CancellableFuture<CloudFailure>()
        let observation = dependencies.store.observe { commit in
            for case .recordQueue(let container) in commit.changes { queue.add(container) }
            for case .recordSubscriptions(let container) in commit.changes { queue.add(container) }
        }
        defer { observation.cancel() }
        parts.records.connectionBegan()
        for container in try await dependencies.store.read({ try $0.containersWithRecordWork() }).sorted() {
            queue.add(container)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [records = parts.records] in
                await queue.run { container in
                    await self.awaitApps(with: container)
                    do throws(CloudFailure) { return try await records.step(container) } catch {
                        _ = failure.finish(error)
                        return .stopping
                    }
                }
            }
            group.addTask { throw try await failure.wait() }
            defer { group.cancelAll() }
            try await group.next()
        }
        try Task.checkCancellation()
    }

    /// Waits until the apps with the container have processed the actions that were queued with the changes of its
    /// records: a person waits for what they do next, and an app may delete a record that a widget saved only to wake
    /// it.
    private func awaitApps(with container: String) async {
        guard let wait = dependencies.awaitRecordApps else { return }
        // Every observer is notified of a commit before the next read, so the apps have begun to process the actions.
        guard (try? await dependencies.store.read { _ in true }) != nil else { return }
        _ = try? await withDeadline(Self.recordAppsLimit, clock: dependencies.clock) { await wait(container) }
    }
}
