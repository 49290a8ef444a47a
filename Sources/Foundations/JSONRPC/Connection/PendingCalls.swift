import JSON

/// The calls that wait for their answers; each is resumed exactly once, whatever comes first.
struct PendingCalls: Sendable {
    typealias Waiter = CheckedContinuation<Result<JSONValue, RPCError>, Never>

    private enum Entry {
        /// The id is given out; nobody waits yet.
        case announced
        case waiting(Waiter)
        /// The end came before the wait.
        case finished(Result<JSONValue, RPCError>)
    }

    private var entries: [Int: Entry] = [:]
    private var lastID = 0
    private(set) var closeError: RPCError?

    /// Gives out an id that was never used on this connection.
    mutating func announce() -> Int {
        lastID += 1
        entries[lastID] = closeError.map { .finished(.failure($0)) } ?? .announced
        return lastID
    }

    /// Whether the call has not ended yet.
    func isOpen(_ id: Int) -> Bool {
        switch entries[id] {
        case .announced, .waiting: true
        case .finished, nil: false
        }
    }

    /// Begins to wait.
    ///
    /// - Returns: The result, if the call has ended already; the caller resumes the waiter with it.
    mutating func wait(_ id: Int, _ waiter: Waiter) -> Result<JSONValue, RPCError>? {
        switch entries[id] {
        case .announced:
            entries[id] = .waiting(waiter)
            return nil
        case .finished(let result):
            entries[id] = nil
            return result
        case .waiting, nil:
            preconditionFailure("call \(id) is waited for twice")
        }
    }

    /// Ends a call.
    ///
    /// - Returns: The waiter to resume, if somebody waits; `nil` also for an id that is unknown or ended before.
    mutating func finish(_ id: Int, _ result: Result<JSONValue, RPCError>) -> Waiter? {
        switch entries[id] {
        case .announced:
            entries[id] = .finished(result)
            return nil
        case .waiting(let waiter):
            entries[id] = nil
            return waiter
        case .finished, nil:
            return nil
        }
    }

    /// Ends every call, and every later one.
    ///
    /// - Returns: The waiters to resume.
    mutating func finishAll(_ error: RPCError) -> [Waiter] {
        guard closeError == nil else { return [] }
        closeError = error
        return entries.keys.sorted().compactMap { finish($0, .failure(error)) }
    }
}
