extension Clock<Duration> {
    /// Tells how long the clock has run since this was called; unlike a time on the wall, that never goes back.
    package func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
