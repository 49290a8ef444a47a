import AsyncPrimitives
import HostStorage

/// Sends queued changes of records, and creates subscriptions, several containers at a time.
extension CloudSession {
    /// How long changes of records wait at most for apps that process queued actions.
    static let recordAppsLimit = Duration.seconds(1)

    func runRecords() async throws {
        let queue = KeyedSerialQueue<String>(clock: dependencies.clock)
        let failure = CancellableFuture<CloudFailure>()
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

    /// Lets the apps with a container process the actions that were enqueued with the changes of its records.
    ///
    /// A person waits for what the app does next, and nobody for the cloud. The app may also take a record back that a widget
    /// saved to wake it: such a record is not sent at all.
    private func awaitApps(with container: String) async {
        guard let wait = dependencies.awaitRecordApps else { return }
        // Every observer learns of a commit before the next read, so the apps' work has begun.
        guard (try? await dependencies.store.read { _ in true }) != nil else { return }
        _ = try? await withDeadline(Self.recordAppsLimit, clock: dependencies.clock) { await wait(container) }
    }
}
