import Synchronization
import TodayProtocol

/// Which inboxes apps and people want fetched, beside those of which the cloud says that they changed.
final class InboxFetchRequests: Sendable {
    /// How long after a wish the next one for the same inbox is no reason to ask again.
    private static let interval = Duration.seconds(2)

    private struct State {
        var wished: Set<AppID> = []
        var last: [AppID: Duration] = [:]
    }

    private let state = Mutex(State())
    private let stopwatch: Stopwatch

    init(clock: any Clock<Duration>) { stopwatch = Stopwatch(clock) }

    /// Notes a wish.
    ///
    /// - Returns: Whether it is one that is worth a request.
    func add(_ app: AppID) -> Bool {
        let now = stopwatch.elapsed
        return state.withLock { state in
            if let last = state.last[app], now - last < Self.interval { return false }
            state.last[app] = now
            state.wished.insert(app)
            return true
        }
    }

    /// Takes the wishes that were not taken yet.
    func take() -> Set<AppID> {
        state.withLock { state in
            defer { state.wished = [] }
            return state.wished
        }
    }
}

/// Who waits for the inboxes to be fetched.
///
/// A round that begins after somebody asked serves them; one that was under way then does not. Somebody has asked when
/// they can be served: their place in the order is taken in the same moment.
final class RefreshWaiters: Sendable {
    /// A round of fetching.
    struct Round: Hashable, Sendable {
        /// The place of the last one whom it serves.
        fileprivate var last: Int
        /// Whether somebody waits for it.
        var isAwaited: Bool
    }

    private struct Waiter {
        var place: Int
        var continuation: CheckedContinuation<Result<Void, CloudFailure>, Never>
    }

    private struct State {
        /// How many have asked.
        var asked = 0
        /// Whom no round has served yet, by the id under which they give up.
        var waiters: [Int: Waiter] = [:]
    }

    private let state = Mutex(State())
    private let ids = Atomic(0)

    /// Waits for a round that begins from now on.
    ///
    /// - Parameter ask: Called when the place in the queue is taken; has the round begin.
    /// - Throws: What the round ended with, or `cancelled` when the task is.
    func wait(_ ask: @Sendable () -> Void) async throws(CloudFailure) {
        let id = ids.add(1, ordering: .relaxed).newValue
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.asked += 1
                    state.waiters[id] = Waiter(place: state.asked, continuation: continuation)
                    return false
                }
                if isCancelled { return continuation.resume(returning: .failure(Self.cancelled)) }
                ask()
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.continuation.resume(returning: .failure(Self.cancelled))
        }
        try result.get()
    }

    /// A round begins; who asked up to now is served by it.
    func begin() -> Round { state.withLock { Round(last: $0.asked, isAwaited: !$0.waiters.isEmpty) } }

    /// A round has ended.
    func finish(_ round: Round, _ result: Result<Void, CloudFailure>) { serve(upTo: round.last, result) }

    /// There will be no round soon.
    func fail(_ failure: CloudFailure) { serve(upTo: .max, .failure(failure)) }

    private func serve(upTo last: Int, _ result: Result<Void, CloudFailure>) {
        let served = state.withLock { state in
            let served = state.waiters.filter { $0.value.place <= last }
            for id in served.keys { state.waiters[id] = nil }
            return served.values
        }
        for waiter in served { waiter.continuation.resume(returning: result) }
    }

    private static let cancelled = CloudFailure(.cancelled, "the request was given up.")
}
