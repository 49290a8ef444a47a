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
    /// `work` does what is due, and returns the time to sleep until the next call, or `nil` to sleep until `wakeUp` is
    /// raised, which also ends other sleeps. Its `CloudStoreError` is logged with `failureMessage`, which names the
    /// delayed work, and it is called again after `retryDelay`; other errors are thrown. With a `lease`, it is called only
    /// while this node has that.
    func repeatWork(
        _ wakeUp: Signal,
        lease: CloudWork? = nil,
        retryDelay: Duration,
        failureMessage: Logger.Message,
        _ work: () async throws -> Duration?
    ) async throws {
        while true {
            try Task.checkCancellation()
            do {
                if let lease, let node, try await !node.holds(lease) {
                    try await clock.sleep(for: CloudNode.leaseRetry)
                    continue
                }
                let sleep = try await work()
                if sleep != .zero { try await clock.pause(for: sleep, or: wakeUp) }
            } catch let error as CloudStoreError {
                try logger.storeFailure(failureMessage, error)
                try await clock.sleep(for: retryDelay)
            }
        }
    }

    /// Repeats work that one node does at a time (``repeatWork(_:lease:retryDelay:failureMessage:_:)``).
    func repeatWork(
        _ kind: CloudWork,
        retryDelay: Duration,
        failureMessage: Logger.Message,
        _ work: () async throws -> Duration?
    ) async throws {
        try await repeatWork(
            signal(kind),
            lease: kind,
            retryDelay: retryDelay,
            failureMessage: failureMessage,
            work
        )
    }

    /// Returns the time until a date, from `shortest` (more than 0) to ``longestSleep`` seconds; `nil` without a date.
    func sleep(until date: Date?, shortest: Double) -> Duration? {
        guard let seconds = date?.timeIntervalSince(now()) else { return nil }
        return .milliseconds(Int((min(Self.longestSleep, max(shortest, seconds)) * 1000).rounded()))
    }
}
