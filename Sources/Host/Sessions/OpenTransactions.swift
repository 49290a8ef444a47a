import Synchronization

/// The transactions of one process that are not over; writes name them by number.
final class OpenTransactions: Sendable {
    private struct State {
        var open: [Int: HostTransaction] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Begins a transaction.
    ///
    /// - Returns: Its number, never used before in this process.
    func begin() -> Int {
        state.withLock { state in
            state.last += 1
            state.open[state.last] = HostTransaction()
            return state.last
        }
    }

    /// Changes a transaction.
    ///
    /// - Returns: What `body` returns; `nil` if the transaction is over.
    func change<Value: Sendable, Failure: Error>(
        _ number: Int,
        _ body: (inout HostTransaction) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        let result: Result<Value, Failure>? = state.withLock { state in
            guard var transaction = state.open[number] else { return nil }
            let result = Result { () throws(Failure) in try body(&transaction) }
            state.open[number] = transaction
            return result
        }
        return try result?.get()
    }

    /// Ends a transaction; later writes that name it are refused.
    ///
    /// - Returns: What it collected.
    func end(_ number: Int) -> HostTransaction? { state.withLock { $0.open.removeValue(forKey: number) } }
}
