import AsyncPrimitives
import HostModel
import HostStorage
import Logging
import TodayProtocol

/// Delivers the elements that the store holds for apps, such as pushes, in order per app and concurrently for different
/// apps.
///
/// The store is the queue, so a restart of the host loses nothing. When the store fails, the delivery is tried again
/// after ``retryDelay``.
struct DurableQueueWorker: Sendable {
    typealias Step = KeyedSerialQueue<AppID>.Step

    static let retryDelay = Duration.seconds(5)

    let store: DurableStore
    let queue: KeyedSerialQueue<AppID>
    let clock: any Clock<Duration>
    let logger: Logger
    let failureMessage: String

    /// Delivers elements until the task is cancelled, beginning with those left from earlier runs; `deliver` also
    /// commits their completion.
    func run<Element: Sendable>(
        waiting: @escaping @Sendable (DurableReader) throws -> Set<AppID>,
        next: @escaping @Sendable (DurableReader, AppID) throws -> Element?,
        deliver: @escaping @Sendable (Element) async throws(StoreError) -> Step
    ) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.addWaiting(waiting) }
            await queue.run { app in
                do throws(StoreError) {
                    guard let element = try await store.read({ try next($0, app) }) else { return .idle }
                    return try await deliver(element)
                } catch {
                    return nextStep(after: error)
                }
            }
            group.cancelAll()
        }
    }

    /// Commits what an app changed together with the completion of its element; `false` if the app was removed.
    func finish(
        _ effects: HostTransaction,
        completing completion: StoreOperation,
        of app: AppID,
        _ committer: EffectCommitter
    ) async throws(StoreError) -> Bool {
        do throws(StoreError) {
            if effects.operations.isEmpty {
                try await complete(completion, origin: .app(app))
                committer.show(effects, of: app)
            } else {
                try await committer.commit(effects, completing: completion, of: app, origin: .app(app))
            }
            return true
        } catch {
            guard error.code == .alreadyFinished else { throw error }
            return false
        }
    }

    /// Commits the completion of an element; waits and retries while the store fails, to prevent a repetition.
    func complete(
        _ completion: StoreOperation,
        origin: ChangeOrigin = .host,
        onDelay: (StoreError) -> Void = { _ in }
    ) async throws(StoreError) {
        while true {
            let failure: StoreError
            do throws(StoreError) {
                try await store.commit(completion, origin: origin)
                return
            } catch {
                failure = error
            }
            guard failure.isTransient else { throw failure }
            logFailure(failure)
            onDelay(failure)
            do { try await clock.sleep(for: Self.retryDelay) } catch {
                throw StoreError(.closed, .todayStopping, cause: error)
            }
        }
    }

    /// Calls a function until the store does not fail; returns `nil` if the store is closed or the task is cancelled.
    func retrying<Value>(_ body: () async throws(StoreError) -> Value) async -> Value? {
        while !Task.isCancelled {
            do throws(StoreError) { return try await body() } catch {
                guard case .retry(let delay) = nextStep(after: error) else { return nil }
                // Throws only if the task is cancelled, which ends the loop.
                try? await clock.sleep(for: delay)
            }
        }
        return nil
    }

    private func nextStep(after error: StoreError) -> Step {
        if error.code == .closed { return .stopping }
        logFailure(error)
        return .retry(after: Self.retryDelay)
    }

    private func logFailure(_ error: StoreError) { logger.error("\(failureMessage)", metadata: ["error": "\(error)"]) }

    private func addWaiting(_ waiting: @escaping @Sendable (DurableReader) throws -> Set<AppID>) async {
        _ = await retrying { () throws(StoreError) in
            for app in try await store.read(waiting) { queue.add(app) }
        }
    }
}

extension StoreError {
    /// `true` if the same operation may succeed later.
    var isTransient: Bool {
        switch code {
        case .diskFull, .overloaded, .unavailable: true
        case .invalid, .limitExceeded, .notFound, .claimed, .alreadyFinished, .locked, .newerSchema, .closed: false
        }
    }
}
