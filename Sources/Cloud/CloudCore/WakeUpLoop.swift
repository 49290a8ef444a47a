import AsyncPrimitives
import CloudStorage
import Foundation
import Logging

/// A worker's loop: it works, then sleeps until there may be more work.
struct WakeUpLoop: Sendable {
    /// The longest sleep before a date, in seconds, so that changes of the system's clock are noticed.
    static let longestSleep = 60.0

    /// Raised when there may be work before the sleep ends.
    let wakeUp: Signal
    let clock: any Clock<Duration>
    /// The delay after a failure of the store.
    let retryDelay: Duration
    /// The log message for failures of the store; it names the delayed work.
    let failureMessage: Logger.Message
    let logger: Logger

    /// Calls `work` repeatedly until the task is cancelled.
    ///
    /// - Parameter work: Does the work that is due, and returns the time to sleep afterwards: zero to be called again
    ///   at once, `nil` to sleep until ``wakeUp`` is raised. A `CloudStoreError` is logged, and `work` is called again
    ///   after ``retryDelay``.
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

    /// Returns the time to sleep until a date.
    ///
    /// - Parameters:
    ///   - date: The date; `nil` if no work has a date.
    ///   - now: The current time.
    ///   - shortest: The shortest sleep in seconds, greater than 0.
    /// - Returns: The time until the date, from `shortest` to ``longestSleep``; `nil` if `date` is `nil`.
    static func sleep(until date: Date?, now: Date, shortest: Double) -> Duration? {
        guard let seconds = date?.timeIntervalSince(now) else { return nil }
        return .milliseconds(Int((min(longestSleep, max(shortest, seconds)) * 1000).rounded()))
    }
}
