import HostStorage
import Logging
import TodayProtocol

/// Works off what waits in the store for apps, in order per app, also what waited when the host was ended.
///
/// The store is the queue. When it fails, everything that waits there is tried again after a while.
struct DurableQueueWorker: Sendable {
    /// How long to wait before a store that failed is asked again.
    static let patience = Duration.seconds(5)

    let store: DurableStore
    /// Measures how long to wait.
    let clock: any Clock<Duration>
    let logger: Logger
    /// What goes wrong when the store fails, for the log.
    let complaint: String

    /// Works until the task is cancelled.
    ///
    /// - Parameters:
    ///   - app: Whose work a change of the store is; none if it is nothing to do.
    ///   - waiting: Reads the apps for which something waits.
    ///   - step: Does the next thing for an app.
    func run(
        noting app: @escaping @Sendable (StoreChange) -> AppID?,
        waiting: @escaping @Sendable (DurableReader) throws -> Set<AppID>,
        step: @escaping @Sendable (AppID) async -> KeyedSerialQueue.Step
    ) async {
        let lanes = KeyedSerialQueue(clock: clock)
        let observation = store.observe { commit in
            for app in commit.changes.compactMap(app) { lanes.add(app) }
        }
        defer { observation.cancel() }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.addAll(to: lanes, waiting) }
            await lanes.run(step)
            group.cancelAll()
        }
    }

    /// Writes down how something ended, again and again while the store fails: what was done is not done once more for it.
    ///
    /// - Parameters:
    ///   - operation: What ends it.
    ///   - origin: On whose behalf.
    ///   - delayed: Called each time when the store has failed.
    /// - Throws: ``HostStorage/StoreError`` if the store refuses it, or is closed first.
    func finish(
        _ operation: StoreOperation,
        origin: ChangeOrigin = .host,
        delayed: (StoreError) -> Void = { _ in }
    ) async throws(StoreError) {
        while true {
            let failure: StoreError
            do throws(StoreError) {
                try await store.commit(operation, origin: origin)
                return
            } catch {
                failure = error
            }
            guard failure.isTransient else { throw failure }
            complain(failure)
            delayed(failure)
            do { try await clock.sleep(for: Self.patience) } catch {
                throw StoreError(.closed, "Today is stopping.", cause: error)
            }
        }
    }

    /// What becomes of a step that the store keeps from its beginning.
    func trouble(_ error: StoreError) -> KeyedSerialQueue.Step {
        if error.code == .closed { return .stopping }
        complain(error)
        return .retry(after: Self.patience)
    }

    private func complain(_ error: StoreError) { logger.error("\(complaint)", metadata: ["error": "\(error)"]) }

    private func addAll(
        to lanes: KeyedSerialQueue,
        _ waiting: @escaping @Sendable (DurableReader) throws -> Set<AppID>
    ) async {
        while !Task.isCancelled {
            do throws(StoreError) {
                for app in try await store.read(waiting) { lanes.add(app) }
                return
            } catch {
                guard case .retry(let pause) = trouble(error) else { return }
                // Thrown is only that the task is cancelled.
                try? await clock.sleep(for: pause)
            }
        }
    }
}

extension StoreError {
    /// Whether it may be over in a while, so that the same thing is worth another try.
    fileprivate var isTransient: Bool {
        switch code {
        case .diskFull, .overloaded, .unavailable: true
        case .invalid, .limitExceeded, .notFound, .claimed, .alreadyFinished, .locked, .newerSchema, .closed: false
        }
    }
}
