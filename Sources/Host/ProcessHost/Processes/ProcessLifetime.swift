import Synchronization

/// One process from the decision to start it to its end, as those see it who wait for it or want it to end.
final class ProcessLifetime: Sendable {
    /// How a life ended.
    struct End: Sendable {
        var reason: EndReason
        var error: ProcessError
    }

    private enum EndState {
        case open([CheckedContinuation<End, Never>])
        case ended(End)
    }

    /// What the process uses.
    let watch: UsageMonitor
    /// What measures its life.
    let time: ElapsedTime
    /// Wishes that it end; the first counts.
    let stops: AsyncStream<EndReason>
    private let stopping: AsyncStream<EndReason>.Continuation
    private let endState = Mutex(EndState.open([]))

    init(watch: UsageMonitor, time: ElapsedTime) {
        self.watch = watch
        self.time = time
        (stops, stopping) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Wants the process to end.
    func stop(_ reason: EndReason) { stopping.yield(reason) }

    /// Waits until the process has ended and its supervisor knows.
    var end: End {
        get async {
            await withCheckedContinuation { continuation in
                let end: End? = endState.withLock { state in
                    switch state {
                    case .ended(let end): return end
                    case .open(let waiting):
                        state = .open(waiting + [continuation])
                        return nil
                    }
                }
                if let end { continuation.resume(returning: end) }
            }
        }
    }

    /// Tells everybody that the process has ended.
    func finish(_ end: End) {
        let waiting: [CheckedContinuation<End, Never>] = endState.withLock { state in
            guard case .open(let waiting) = state else { return [] }
            state = .ended(end)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: end) }
    }
}

/// A clock seen as the time since a beginning.
struct ElapsedTime: Sendable {
    private let read: @Sendable () -> Duration
    private let clock: any Clock<Duration>

    /// Begins now.
    init(_ clock: any Clock<Duration>) {
        self.clock = clock
        read = Self.reader(clock)
    }

    /// The time since the beginning.
    var now: Duration { read() }

    /// Sleeps.
    ///
    /// - Throws: `CancellationError`.
    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

    private static func reader<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
