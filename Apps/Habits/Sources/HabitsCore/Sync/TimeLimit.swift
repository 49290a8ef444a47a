import TodayKit

/// Limits the time in which the cloud must answer, so that a cloud that is down does not delay the person's taps.
enum TimeLimit {
    private static let limit = Duration.seconds(10)

    /// Runs work.
    ///
    /// - Parameters:
    ///   - clock: Measures the time.
    ///   - work: The work, which is cancelled at the limit.
    /// - Returns: The result of `work`.
    /// - Throws: An error of `work`, or a `RecordError` with code `networkUnavailable` if the limit is exceeded.
    static func run<Result: Sendable>(
        on clock: any Clock<Duration> = ContinuousClock(),
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await clock.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let result = first else {
                throw RecordError(.networkUnavailable, "The cloud did not answer in time.")
            }
            return result
        }
    }
}
