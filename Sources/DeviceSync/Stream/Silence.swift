import Synchronization

/// Notices that a stream has been silent for too long.
///
/// A sign of life only moves the time; nobody is woken by it.
final class Silence: Sendable {
    private struct State {
        /// How long after the beginning the last sign of life came.
        var last = Duration.zero
        var patience = Duration.seconds(30)
    }

    private let state = Mutex(State())
    private let stopwatch: Stopwatch
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) {
        self.clock = clock
        stopwatch = Stopwatch(clock)
    }

    /// Notes a sign of life, and how long the next one may take if that is another time.
    func note(patience: Duration? = nil) {
        let now = stopwatch.elapsed
        state.withLock { state in
            state.last = now
            if let patience { state.patience = patience }
        }
    }

    /// Returns when there was none for too long.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func wait() async throws {
        while true {
            let rest = state.withLock { $0.last + $0.patience } - stopwatch.elapsed
            guard rest > .zero else { return }
            try await clock.sleep(for: rest)
        }
    }
}
