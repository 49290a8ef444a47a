import Synchronization

/// Enforces the budget of one process: tracks its running requests, and its usage when each began.
final class UsageMonitor: Sendable {
    private struct State {
        var lastID = 0
        /// The CPU time at each request's beginning; `nil` until usage is first recorded after it.
        var requests: [Int: Duration?] = [:]
        /// The CPU usage between requests; `nil` until usage is first recorded.
        var between: IdleCPUUsage?
        var peakMemory = 0
        /// Time of the first of the latest samples that all had hidden descriptors; `nil` if the last sample had none.
        var hiddenSince: Duration?
        var isFollowed = false
        /// `true` once the process is being ended because it exceeded its budget.
        var hasEnded = false
    }

    private let budget: ProcessBudget
    let memoryLimit: Int
    private let state = Mutex(State())
    /// Yields when the first request begins, and when the usage of a quiet process has grown.
    let activity: AsyncStream<Void>
    private let activityContinuation: AsyncStream<Void>.Continuation

    init(budget: ProcessBudget, memoryLimit: Int) {
        self.budget = budget
        self.memoryLimit = memoryLimit
        (activity, activityContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Peak resident memory of one process of the tree, or the memory of the whole tree that exceeded the limit, in
    /// bytes.
    var peakMemory: Int { state.withLock(\.peakMemory) }

    var watchLimit: Int { budget.watches }

    var lockLimit: Int { budget.locks }

    var isBusy: Bool { state.withLock { !$0.requests.isEmpty } }

    /// `true` while usage is sampled frequently, since a request runs or usage grows.
    var isFollowed: Bool {
        get { state.withLock(\.isFollowed) }
        set { state.withLock { $0.isFollowed = newValue } }
    }

    /// Records that a request begins, and returns its number for ``endRequest(_:at:)``.
    func beginRequest(at time: Duration) -> Int {
        let (id, isFirst) = state.withLock { state in
            state.lastID += 1
            state.requests[state.lastID] = .some(nil)
            let isFirst = state.requests.count == 1
            if isFirst { state.between?.begin(at: time) }
            return (state.lastID, isFirst)
        }
        if isFirst { noteActivity() }
        return id
    }

    /// Causes frequent samples of usage for a while.
    func noteActivity() { activityContinuation.yield() }

    /// Records that a request has ended, and returns `true` if the process was ended meanwhile because it exceeded its
    /// budget, so that the request has failed even if it was answered.
    @discardableResult
    func endRequest(_ id: Int, at time: Duration) -> Bool {
        state.withLock { state in
            state.requests[id] = nil
            if state.requests.isEmpty { state.between?.end(at: time) }
            return state.hasEnded
        }
    }

    /// Records that the process exceeds its budget and is ended; returns `true` if requests run, which fail with the
    /// reason.
    func end() -> Bool {
        state.withLock { state in
            state.hasEnded = true
            return !state.requests.isEmpty
        }
    }

    /// Records the usage at a time since any fixed moment; returns the reason for which the process must end, or `nil`.
    func record(_ usage: ProcessUsage, at time: Duration) -> EndReason? {
        state.withLock { state in
            state.peakMemory = max(state.peakMemory, usage.peakMemory)
            if let excess = excess(of: usage) {
                if case .memory = excess { state.peakMemory = max(state.peakMemory, usage.memory) }
                return excess
            }
            state.hiddenSince = usage.hidesDescriptors ? state.hiddenSince ?? time : nil
            if let since = state.hiddenSince, time - since >= budget.hiddenTime {
                return .hiddenDescriptors(time - since)
            }
            var between =
                state.between ?? IdleCPUUsage(cpu: usage.cpu, time: time, isBusy: !state.requests.isEmpty)
            between.record(cpu: usage.cpu, time: time, share: budget.shareBetweenRequests)
            state.between = between
            if between.excess > budget.cpuPerRequest {
                return .cpuBetweenRequests(used: between.excess, limit: budget.cpuPerRequest)
            }
            var oldest = usage.cpu
            for (id, baseline) in state.requests {
                let start = baseline ?? usage.cpu
                state.requests[id] = .some(start)
                oldest = min(oldest, start)
            }
            let used = usage.cpu - oldest
            return used > budget.cpuPerRequest ? .cpu(used: used, limit: budget.cpuPerRequest) : nil
        }
    }

    /// Checks the limits that apply at any time, independently of requests.
    private func excess(of usage: ProcessUsage) -> EndReason? {
        if usage.processes > budget.processes { return .processes(used: usage.processes, limit: budget.processes) }
        // A brief peak of one process between two samples counts as well.
        let memory = max(usage.memory, usage.peakOwnMemory)
        if memory > memoryLimit { return .memory(used: memory, limit: memoryLimit) }
        if usage.temporaryFiles > budget.temporaryFiles {
            return .temporaryFiles(used: usage.temporaryFiles, limit: budget.temporaryFiles)
        }
        if usage.watches > budget.watches { return .watches(used: usage.watches, limit: budget.watches) }
        if usage.locks > budget.locks { return .locks(used: usage.locks, limit: budget.locks) }
        return usage.unawaited > budget.unawaitedTime ? .unawaitedChildren(usage.unawaited) : nil
    }
}

/// The CPU time that a process used while no request ran, beyond the share that it may always use.
///
/// It accumulates over the whole life of the process; requests in between do not reset it. The system reports the CPU
/// time of requests and of the time between them as one sum, so the most that requests can have used is subtracted.
struct IdleCPUUsage: Hashable, Sendable {
    /// The CPU time beyond the share.
    private(set) var excess = Duration.zero
    /// The CPU time that the process had used in its life at the last sample.
    private var cpu: Duration
    private var time: Duration
    /// Time for which requests have run since usage was last recorded.
    private var busy = Duration.zero
    /// Time at which the first of the running requests began; `nil` while none runs.
    private var busySince: Duration?

    /// Starts at the first sample of usage; `isBusy` is `true` if requests run.
    init(cpu: Duration, time: Duration, isBusy: Bool) {
        self.cpu = cpu
        self.time = time
        busySince = isBusy ? time : nil
    }

    mutating func begin(at time: Duration) { busySince = time }

    mutating func end(at time: Duration) {
        if let since = busySince { busy += time - max(since, self.time) }
        busySince = nil
    }

    /// Records another sample of usage; `share` is that of the time which the process may use, from 0 to 1.
    mutating func record(cpu: Duration, time: Duration, share: Double) {
        let busy = busy + (busySince.map { time - max($0, self.time) } ?? .zero)
        let idle = time - self.time - busy
        // While requests run continuously, each has its own budget, on however many cores it works.
        if idle > .zero || (busy == .zero && busySince == nil) {
            excess = max(.zero, excess + max(.zero, cpu - self.cpu - busy) - idle * share)
        }
        (self.cpu, self.time, self.busy) = (cpu, time, .zero)
    }
}

/// Detects if the usage of a process grows from one sample to the next.
struct UsageTrend: Hashable, Sendable {
    /// Growth of memory between two samples up to which usage counts as still, in bytes.
    private static let growth = 512 * 1024
    /// Share of one CPU up to which usage counts as still.
    private static let share = 0.05

    /// `true` if nothing had grown at the last sample; `false` before the second one.
    private(set) var isStill = false
    private var last: ProcessUsage?

    @discardableResult
    mutating func record(_ usage: ProcessUsage, after interval: Duration) -> Bool {
        defer { last = usage }
        guard let last else { return false }
        let hasGrown =
            usage.memory - last.memory > Self.growth || usage.cpu - last.cpu > interval * Self.share
            || usage.processes > last.processes || usage.temporaryFiles > last.temporaryFiles
            || usage.watches > last.watches || usage.locks > last.locks || usage.hidesDescriptors
        isStill = !hasGrown
        return hasGrown
    }
}
