import Synchronization

/// Holds one process to its budget: knows which requests run, and what the process had used when they began.
final class UsageWatch: Sendable {
    private struct State {
        var lastID = 0
        /// The CPU time at each request's beginning; `nil` until the first look after it.
        var requests: [Int: Duration?] = [:]
        /// The CPU time when the last request ended.
        var idleSince: Duration?
        var usage: ProcessUsage?
        var peakMemory = 0
    }

    private let budget: ProcessBudget
    private let memoryLimit: Int
    private let state = Mutex(State())
    /// Yields when the first request begins.
    let begun: AsyncStream<Void>
    private let begin: AsyncStream<Void>.Continuation

    init(budget: ProcessBudget, memoryLimit: Int) {
        self.budget = budget
        self.memoryLimit = memoryLimit
        (begun, begin) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The most resident memory one process has had, as far as was looked.
    var peakMemory: Int { state.withLock(\.peakMemory) }

    /// Whether a request runs.
    var isBusy: Bool { state.withLock { !$0.requests.isEmpty } }

    /// A request begins.
    func beginRequest() -> Int {
        let (id, isFirst) = state.withLock { state in
            state.lastID += 1
            state.requests[state.lastID] = .some(nil)
            return (state.lastID, state.requests.count == 1)
        }
        if isFirst { begin.yield() }
        return id
    }

    /// A request has ended.
    func endRequest(_ id: Int) {
        state.withLock { state in
            state.requests[id] = nil
            state.idleSince = nil
        }
    }

    /// Takes what the process uses now.
    ///
    /// - Returns: Why it must end, if it has used too much.
    func look(_ usage: ProcessUsage) -> EndReason? {
        state.withLock { state in
            state.usage = usage
            state.peakMemory = max(state.peakMemory, usage.peakMemory)
            if usage.processes > budget.processes { return .processes(budget.processes) }
            if usage.memory > memoryLimit { return .memory(used: usage.memory, limit: memoryLimit) }
            var oldest: Duration?
            for (id, baseline) in state.requests {
                let start = baseline ?? usage.cpu
                state.requests[id] = .some(start)
                oldest = min(oldest ?? start, start)
            }
            if state.requests.isEmpty {
                oldest = state.idleSince ?? usage.cpu
                state.idleSince = oldest
            }
            return usage.cpu - (oldest ?? usage.cpu) > budget.cpuPerRequest ? .cpu(budget.cpuPerRequest) : nil
        }
    }
}
