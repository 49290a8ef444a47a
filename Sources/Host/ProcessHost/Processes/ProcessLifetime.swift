import Synchronization

/// One process from the decision to start it to its end: lets others ask for its end and wait for it.
final class ProcessLifetime: Sendable {
    /// How the process ended, and what its callers are told.
    struct Exit: Sendable {
        var reason: EndReason
        var error: ProcessError
    }

    private enum ExitState {
        case running([CheckedContinuation<Exit, Never>])
        case ended(Exit)
    }

    /// Holds the process to its budget.
    let watch: UsageMonitor
    /// The time since the supervisor was made.
    let elapsed: @Sendable () -> Duration
    /// The requests that the process end; only the first counts.
    let stopRequests: AsyncStream<EndReason>
    private let stopRequest: AsyncStream<EndReason>.Continuation
    private let exitState = Mutex(ExitState.running([]))

    init(watch: UsageMonitor, elapsed: @escaping @Sendable () -> Duration) {
        self.watch = watch
        self.elapsed = elapsed
        (stopRequests, stopRequest) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Asks that the process end.
    func stop(_ reason: EndReason) { stopRequest.yield(reason) }

    /// How the process ended; waits until it has, and until its supervisor knows.
    ///
    /// Cancellation does not end the wait: every process ends within its deadlines.
    var exit: Exit {
        get async {
            await withCheckedContinuation { waiter in
                let exit: Exit? = exitState.withLock { state in
                    switch state {
                    case .ended(let exit): return exit
                    case .running(let waiters):
                        state = .running(waiters + [waiter])
                        return nil
                    }
                }
                if let exit { waiter.resume(returning: exit) }
            }
        }
    }

    /// Records how the process ended, and resumes everyone who waits for that.
    func finish(_ exit: Exit) {
        let waiters: [CheckedContinuation<Exit, Never>] = exitState.withLock { state in
            guard case .running(let waiters) = state else { return [] }
            state = .ended(exit)
            return waiters
        }
        for waiter in waiters { waiter.resume(returning: exit) }
    }
}
