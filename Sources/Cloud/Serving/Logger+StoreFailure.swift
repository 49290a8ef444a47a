import CloudStore
import Logging

extension Logger {
    /// Tells that a worker waits since the store failed; that a stop interrupted it is no failure.
    ///
    /// - Parameters:
    ///   - message: What waits.
    ///   - failure: How the store failed.
    /// - Throws: `CancellationError` if the worker is at its end, which may be why the store failed.
    func storeFailure(_ message: Logger.Message, _ failure: CloudStoreError) throws {
        try Task.checkCancellation()
        guard failure.code != .closed else { return }
        error(message, metadata: ["error": "\(failure)"])
    }
}
