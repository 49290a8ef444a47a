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

    /// How an element that an app has answered is left in the store.
    enum Finish: Sendable {
        /// The app's changes and the completion of the element are committed.
        case committed
        /// The store refuses the app's changes or the completion; nothing was committed.
        case refused(StoreError)
        /// The app was removed meanwhile and the element with it, or the store is closed.
        case isOver(Step)
    }

    let store: DurableStore
    /// The apps for which something may wait.
    let queue: KeyedSerialQueue<AppID>
    let clock: any Clock<Duration>
    let logger: Logger
    let failureMessage: String

    /// Delivers elements until the task is cancelled, beginning with those left from earlier runs.
    ///
    /// - Parameters:
    ///   - waiting: Reads the apps for which something waits.
    ///   - next: Reads the first element that waits for an app.
    ///   - deliver: Delivers an element, and commits its completion.
    func run<Element: Sendable>(
        waiting: @escaping @Sendable (DurableReader) throws -> Set<AppID>,
        next: @escaping @Sendable (DurableReader, AppID) throws -> Element?,
        deliver: @escaping @Sendable (Element) async -> Step
    ) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.addWaiting(waiting) }
            await queue.run { app in
                let element: Element?
                do throws(StoreError) {
                    element = try await store.read { try next($0, app) }
                } catch {
                    return nextStep(after: error)
                }
                guard let element else { return .idle }
                return await deliver(element)
            }
            group.cancelAll()
        }
    }

    /// Commits what an app changed together with the completion of its element.
    ///
    /// Without changes, the completion is retried while the store fails, so that the app is not called again.
    func finish(
        _ effects: HostTransaction,
        completing completion: StoreOperation,
        of app: AppID,
        _ committer: EffectCommitter
    ) async -> Finish {
        do throws(StoreError) {
            if effects.operations.isEmpty {
                try await complete(completion, origin: .app(app))
                committer.show(effects, of: app)
            } else {
                try await committer.commit(effects, completing: completion, of: app, origin: .app(app))
            }
            return .committed
        } catch {
            return switch error.code {
            case .alreadyFinished: .isOver(.done)
            case .closed: .isOver(.stopping)
            default: .refused(error)
            }
        }
    }

    /// Commits the completion of an element, so that it is not delivered again; waits and retries while the store
    /// fails, and calls `onDelay` each time.
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

    func nextStep(after error: StoreError) -> Step {
        if error.code == .closed { return .stopping }
        logFailure(error)
        return .retry(after: Self.retryDelay)
    }

    private func logFailure(_ error: StoreError) { logger.error("\(failureMessage)", metadata: ["error": "\(error)"]) }

    private func addWaiting(_ waiting: @escaping @Sendable (DurableReader) throws -> Set<AppID>) async {
        while !Task.isCancelled {
            do throws(StoreError) {
                for app in try await store.read(waiting) { queue.add(app) }
                return
            } catch {
                guard case .retry(let delay) = nextStep(after: error) else { return }
                // Throws only if the task is cancelled, which ends the loop.
                try? await clock.sleep(for: delay)
            }
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
