import AsyncPrimitives
import CloudStorage
import Foundation
import Logging

/// The loop of a worker: it works, then sleeps until there may be something to do.
struct WakeUpLoop: Sendable {
    /// The longest sleep before a date, in seconds, so that a change of the system's clock is noticed.
    static let longestSleep = 60.0

    /// Raised when there is something to do before the sleep ends.
    let wakeUp: Signal
    let clock: any Clock<Duration>
    /// How long to wait after the store has failed.
    let retryDelay: Duration
    /// The log message for failures of the store: what waits.
    let failureMessage: Logger.Message
    let logger: Logger

    /// Calls `work` again and again until the task is cancelled.
    ///
    /// - Parameter work: Does what is to be done now, and returns how long to sleep afterwards: zero to be called again at
    ///   once, `nil` to sleep until ``wakeUp`` is raised. If it throws a `CloudStoreError`, that is logged, and `work` is
    ///   called again after ``retryDelay``.
    /// - Throws: `CancellationError`, or what `work` throws besides a `CloudStoreError`.
    func run(_ work: () async throws -> Duration?) async throws {
        while true {
            try Task.checkCancellation()
            do {
                let sleep = try await work()
                if sleep != .zero { try await clock.pause(for: sleep, or: wakeUp) }
            } catch let error as CloudStoreError {
                try logger.storeFailure(failureMessage, error)
                try await clock.sleep(for: retryDelay)
            }
        }
    }

    /// Returns how long to sleep until a date.
    ///
    /// - Parameters:
    ///   - date: The date; `nil` if nothing is to be done at any date.
    ///   - now: The current time.
    ///   - shortest: The shortest sleep in seconds, greater than 0.
    /// - Returns: The time until the date, from `shortest` to ``longestSleep``; `nil` if `date` is `nil`.
    static func sleep(until date: Date?, now: Date, shortest: Double) -> Duration? {
        guard let seconds = date?.timeIntervalSince(now) else { return nil }
        return .milliseconds(Int((min(longestSleep, max(shortest, seconds)) * 1000).rounded()))
    }
}
