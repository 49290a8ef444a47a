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
