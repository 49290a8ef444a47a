import AsyncPrimitives
import HostModel
import Synchronization
import TodayProtocol

/// Collects requests of apps and people to fetch inboxes, at most one for each inbox in two seconds.
final class InboxFetchRequests: Sendable {
    /// Time after a request during which further ones for the same inbox are ignored.
    private static let interval = Duration.seconds(2)

    private struct State {
        var requested: Set<AppID> = []
        var last: [AppID: Duration] = [:]
    }

    private let state = Mutex(State())
    private let elapsed: @Sendable () -> Duration

    init(clock: any Clock<Duration>) { elapsed = clock.stopwatch() }

    /// Adds a request, and returns `false` if it was ignored.
    func add(_ app: AppID) -> Bool {
        let now = elapsed()
        return state.withLock { state in
            if let last = state.last[app], now - last < Self.interval { return false }
            state.last[app] = now
            state.requested.insert(app)
            return true
        }
    }

    /// Returns the inboxes requested since the last call.
    func removeAll() -> Set<AppID> {
        state.withLock { state in
            defer { state.requested = [] }
            return state.requested
        }
    }
}

/// The callers that wait for a round of fetching that begins after their registration; a caller that registers during a
/// round waits for the next one.
final class RefreshWaiters: Sendable {
    struct Round: Hashable, Sendable {
        /// The number of the last caller that it resumes.
        fileprivate var last: Int
        /// `true` if any caller waits for the round.
        var isAwaited: Bool
    }

    private struct Waiter {
        /// The only inbox for which the caller waits; `nil` if it waits for all.
        var app: AppID?
        let end = CancellableFuture<Result<Void, CloudFailure>>()
    }

    private struct State {
        /// Number of callers registered so far.
        var registered = 0
        /// Callers that still wait, by their numbers.
        var waiters: [Int: Waiter] = [:]
    }

    private let state = Mutex(State())

    /// Waits for the end of a round that begins after the call, for one inbox or all; `startRound` requests a round,
    /// once the caller is registered.
    ///
    /// - Throws: The failure of the round, or for one inbox that of this inbox only, also if the app has none in the
    ///   cloud; ``CloudFailure`` with code `cancelled` if the task is cancelled.
    func wait(for app: AppID? = nil, _ startRound: @Sendable () -> Void) async throws(CloudFailure) {
        if Task.isCancelled { throw .cancelled() }
        let waiter = Waiter(app: app)
        let number = state.withLock { state in
            state.registered += 1
            state.waiters[state.registered] = waiter
            return state.registered
        }
        let result: Result<Void, CloudFailure>
        do { result = try await waiter.end.wait(startRound) } catch {
            state.withLock { _ = $0.waiters.removeValue(forKey: number) }
            throw .cancelled()
        }
        try result.get()
    }

    /// Begins a round for all callers registered so far.
    func begin() -> Round { state.withLock { Round(last: $0.registered, isAwaited: !$0.waiters.isEmpty) } }

    /// Resumes the callers of a round with its result, unless they wait for an inbox that was fetched even if others
    /// failed.
    func finish(_ round: Round, _ result: Result<Void, CloudFailure>, fetched: Set<AppID> = []) {
        resume(upTo: round.last) { app in
            guard let app else { return result }
            if fetched.contains(app) { return .success(()) }
            if case .failure = result { return result }
            return .failure(CloudFailure(.notFound, .cloudHasNoInbox("\(app)")))
        }
    }

    /// Resumes all callers with a failure because no round will begin soon.
    func fail(_ failure: CloudFailure) { resume(upTo: .max) { _ in .failure(failure) } }

    private func resume(upTo last: Int, _ result: (AppID?) -> Result<Void, CloudFailure>) {
        let resumed = state.withLock { state in
            let resumed = state.waiters.filter { $0.key <= last }
            for id in resumed.keys { state.waiters[id] = nil }
            return resumed.values
        }
        for waiter in resumed { waiter.end.finish(result(waiter.app)) }
    }
}
