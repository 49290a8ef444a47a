import AsyncPrimitives
import CloudStorage
import Foundation
import Logging

/// A worker's loop: it works, then sleeps until there may be more work.
extension Cloud {
    /// The longest sleep before a date, in seconds, so that changes of the system's clock are noticed.
    static let longestSleep = 60.0

    /// Calls `work` repeatedly until the task is cancelled.
    ///
    /// - Parameters:
    ///   - wakeUp: Raised when there may be work before the sleep ends.
    ///   - retryDelay: The delay after a failure of the store.
    ///   - failureMessage: The log message for failures of the store; it names the delayed work.
    ///   - work: Does the work that is due, and returns the time to sleep afterwards: zero to be called again at once,
    ///     `nil` to sleep until `wakeUp` is raised. A `CloudStoreError` is logged, and it is called again after
    ///     `retryDelay`.
    /// - Throws: `CancellationError`, or what `work` throws besides a `CloudStoreError`.
    func repeatWork(
        _ wakeUp: Signal,
        retryDelay: Duration,
        failureMessage: Logger.Message,
        _ work: () async throws -> Duration?
    ) async throws {
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

    /// Returns the time until a date, but at least `shortest`, which is greater than 0, and at most ``longestSleep``
    /// seconds; `nil` without a date.
    func sleep(until date: Date?, shortest: Double) -> Duration? {
        guard let seconds = date?.timeIntervalSince(now()) else { return nil }
        return .milliseconds(Int((min(Self.longestSleep, max(shortest, seconds)) * 1000).rounded()))
    }
}
