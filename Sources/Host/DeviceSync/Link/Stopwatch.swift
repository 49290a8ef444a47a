/// How long something takes, by any clock.
struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    /// Starts one.
    init(_ clock: any Clock<Duration>) { read = Self.start(clock) }

    /// The time since the start.
    var elapsed: Duration { read() }

    private static func start<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let begin = clock.now
        return { begin.duration(to: clock.now) }
    }
}
