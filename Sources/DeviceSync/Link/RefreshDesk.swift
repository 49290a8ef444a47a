import Synchronization

/// Who waits for the inboxes to be fetched.
///
/// A round that begins after somebody asked serves them; one that was under way then does not.
final class RefreshDesk: Sendable {
    private struct State {
        var asked = 0
        var waiters: [Int: CheckedContinuation<Result<Void, CloudFailure>, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Whether somebody waits.
    var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

    /// Waits for a round that begins from now on.
    ///
    /// - Parameter ask: Called when the place in the queue is taken; has the round begin.
    /// - Throws: What the round ended with, or `cancelled` when the task is.
    func wait(_ ask: @Sendable () -> Void) async throws(CloudFailure) {
        let ticket = state.withLock { state in
            state.asked += 1
            return state.asked
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.waiters[ticket] = continuation
                    return false
                }
                if isCancelled { return continuation.resume(returning: .failure(Self.cancelled)) }
                ask()
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume(returning: .failure(Self.cancelled))
        }
        try result.get()
    }

    /// A round begins; who asked up to now is served by it.
    func begin() -> Int { state.withLock(\.asked) }

    /// A round has ended.
    func finish(_ round: Int, _ result: Result<Void, CloudFailure>) {
        let served = state.withLock { state in
            let served = state.waiters.filter { $0.key <= round }
            for ticket in served.keys { state.waiters[ticket] = nil }
            return served.values
        }
        for waiter in served { waiter.resume(returning: result) }
    }

    /// There will be no round soon.
    func fail(_ failure: CloudFailure) { finish(.max, .failure(failure)) }

    private static let cancelled = CloudFailure(.cancelled, "the request was given up.")
}
