import Synchronization

/// One process from the decision to start it to its end, which others can request and await.
final class ProcessLifetime: Sendable {
    private enum ExitState {
        case running([CheckedContinuation<ProcessError, Never>])
        case ended(ProcessError)
    }

    let watch: UsageMonitor
    /// Returns the time since the supervisor was created.
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

    func stop(_ reason: EndReason) { stopRequest.yield(reason) }

    /// The error for the callers of the process, once it has ended; the wait cannot be cancelled, but is within
    /// deadlines.
    var exit: ProcessError {
        get async {
            await withCheckedContinuation { waiter in
                let exit: ProcessError? = exitState.withLock { state in
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

    func finish(_ exit: ProcessError) {
        let waiters: [CheckedContinuation<ProcessError, Never>] = exitState.withLock { state in
            guard case .running(let waiters) = state else { return [] }
            state = .ended(exit)
            return waiters
        }
        for waiter in waiters { waiter.resume(returning: exit) }
    }
}
