import Synchronization

/// Runs large changes of an app one at a time, in the order in which they came; changes of different apps run in
/// parallel.
final class AppTurns: Sendable {
    /// The waiting callers of each app of which a change is running.
    private let waiting = Mutex<[AppNumber: [CheckedContinuation<Void, Never>]]>([:])

    /// Runs a function after the earlier ones of its app have ended.
    ///
    /// Cancellation does not end the wait, which is finite.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - body: What to run.
    /// - Returns: What it returns.
    /// - Throws: What it throws.
    func run<Value, Failure: Error>(
        _ app: AppNumber,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await take(app)
        defer { pass(app) }
        return try await body()
    }

    private func take(_ app: AppNumber) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[app] != nil else {
                    waiting[app] = []
                    return true
                }
                waiting[app]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func pass(_ app: AppNumber) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard let first = waiting[app]?.first else {
                waiting[app] = nil
                return nil
            }
            waiting[app]?.removeFirst()
            return first
        }
        next?.resume()
    }
}
