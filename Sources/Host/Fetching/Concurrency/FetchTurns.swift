import Synchronization
import TodayProtocol

/// Lets a bounded number of requests run at a time, and a bounded number wait; first come, first served.
final class FetchTurns: Sendable {
    private struct Waiting {
        let owner: String
        let answer: CancellableFuture<Void>
    }

    private struct State {
        var running: [String: Int] = [:]
        var total = 0
        var waiting: [Waiting] = []
    }

    private let limits: FetchLimits
    private let state = Mutex(State())

    init(limits: FetchLimits) { self.limits = limits }

    /// Runs something when it is its owner's turn.
    ///
    /// - Throws: ``FetchFailure`` with code `tooManyRequests` if too many of the owner wait already,
    ///   `CancellationError` if the task is cancelled while it waits, and what `body` throws.
    func run<Value>(for owner: String, _ body: () async throws -> Value) async throws -> Value {
        try await take(owner)
        defer { giveBack(owner) }
        return try await body()
    }

    private func take(_ owner: String) async throws {
        let answer = CancellableFuture<Void>()
        let waits: Bool? = state.withLock { state in
            if !state.waiting.contains(where: { $0.owner == owner }), canRun(owner, state) {
                begin(owner, &state)
                return false
            }
            guard state.waiting.count(where: { $0.owner == owner }) < limits.waitingPerApp else { return nil }
            state.waiting.append(Waiting(owner: owner, answer: answer))
            return true
        }
        guard let waits else {
            throw FetchFailure(
                .tooManyRequests,
                "More than \(limits.waitingPerApp) requests of this app wait already."
            )
        }
        guard waits else { return }
        do {
            try await answer.wait {}
        } catch {
            // The turn may have come at the same moment; then it goes to the next.
            let wasWaiting = state.withLock { state in
                let count = state.waiting.count
                state.waiting.removeAll { $0.answer === answer }
                return state.waiting.count < count
            }
            if !wasWaiting { giveBack(owner) }
            throw error
        }
    }

    private func giveBack(_ owner: String) {
        let next: [CancellableFuture<Void>] = state.withLock { state in
            state.total -= 1
            state.running[owner, default: 1] -= 1
            if state.running[owner] == 0 { state.running[owner] = nil }
            var next: [CancellableFuture<Void>] = []
            while let index = state.waiting.firstIndex(where: { canRun($0.owner, state) }) {
                let waiting = state.waiting.remove(at: index)
                begin(waiting.owner, &state)
                next.append(waiting.answer)
            }
            return next
        }
        for answer in next { answer.finish(()) }
    }

    private func canRun(_ owner: String, _ state: State) -> Bool {
        state.total < limits.concurrent && state.running[owner, default: 0] < limits.concurrentPerApp
    }

    private func begin(_ owner: String, _ state: inout State) {
        state.total += 1
        state.running[owner, default: 0] += 1
    }
}
