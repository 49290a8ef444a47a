import Synchronization

/// Lets tasks through one at a time, in the order in which they came.
final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// Makes a place where so many may wait.
    init(limit: Int) { self.limit = limit }

    /// Runs a function alone; one that waits is not ended by cancellation, since everyone before it has an end.
    ///
    /// - Parameter body: What to run.
    /// - Returns: What it returns; `nil` if too many wait already.
    /// - Throws: What it throws.
    func run<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value? {
        guard await take() else { return nil }
        defer { pass() }
        return try await body()
    }

    private func take() async -> Bool {
        await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                if !state.isTaken {
                    state.isTaken = true
                    return true
                }
                guard state.waiting.count < limit else { return false }
                state.waiting.append(continuation)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    private func pass() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume(returning: true)
    }
}
