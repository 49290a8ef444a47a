import JSON

/// The calls that wait for replies; each is resumed exactly once.
struct PendingCalls: Sendable {
    typealias Waiter = CheckedContinuation<Result<JSONValue, RPCError>, Never>

    private enum Entry {
        /// The id is reserved, and nothing waits for the result yet.
        case reserved
        case waiting(Waiter)
        /// The call ended before its caller waited for the result.
        case finished(Result<JSONValue, RPCError>)
    }

    private var entries: [Int: Entry] = [:]
    private var lastID = 0
    private(set) var closeError: RPCError?

    /// Reserves an id that was never used on this connection.
    mutating func reserveID() -> Int {
        lastID += 1
        entries[lastID] = closeError.map { .finished(.failure($0)) } ?? .reserved
        return lastID
    }

    /// Returns `true` if the call has not ended yet.
    func isOpen(_ id: Int) -> Bool {
        switch entries[id] {
        case .reserved, .waiting: true
        case .finished, nil: false
        }
    }

    /// Sets the continuation of a call; returns the result, with which the caller resumes it, if the call has ended.
    mutating func wait(_ id: Int, _ waiter: Waiter) -> Result<JSONValue, RPCError>? {
        switch entries[id] {
        case .reserved:
            entries[id] = .waiting(waiter)
            return nil
        case .finished(let result):
            entries[id] = nil
            return result
        case .waiting, nil:
            preconditionFailure("call \(id) is waited for twice")
        }
    }

    /// Ends a call; returns the continuation to resume, or `nil` if there is none, if the id is unknown or if the call
    /// had already ended.
    mutating func finish(_ id: Int, _ result: Result<JSONValue, RPCError>) -> Waiter? {
        switch entries[id] {
        case .reserved:
            entries[id] = .finished(result)
            return nil
        case .waiting(let waiter):
            entries[id] = nil
            return waiter
        case .finished, nil:
            return nil
        }
    }

    /// Ends all calls, and later ones when they start; returns the continuations to resume.
    mutating func finishAll(_ error: RPCError) -> [Waiter] {
        guard closeError == nil else { return [] }
        closeError = error
        return entries.keys.sorted().compactMap { finish($0, .failure(error)) }
    }
}
