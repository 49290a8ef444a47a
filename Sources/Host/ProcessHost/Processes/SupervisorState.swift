/// The states of an app's or widget's process, as a pure value whose transitions return the action that its owner,
/// ``ProcessSupervisor``, must take; times are durations since that was created.
package struct SupervisorState: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        /// There is no process, and a call starts one.
        case idle
        /// A process was launched and has not answered `initialize` yet.
        case starting
        /// A process runs and is used by a number of calls; if by none, it has been unused since the given time.
        case running(uses: Int, unusedSince: Duration?)
        /// A process is being ended; calls that come meanwhile wait for the next one.
        case stopping
        /// The process has failed, and calls fail until the given time.
        case backingOff(until: Duration)
        /// Nothing starts any more.
        case closed
    }

    /// The action that a call must take.
    package enum Acquisition: Hashable, Sendable {
        /// Start a process, and wait for it.
        case start
        /// Wait for the process that is being started.
        case wait
        /// Use the process that runs, and release it afterwards.
        case use
        /// Fail: the process is started again after the given time.
        case backOff(Duration)
        /// Fail: no process is started any more.
        case fail
    }

    package enum NextAction: Hashable, Sendable {
        /// Nothing: no call waits.
        case stayIdle
        /// Start the next one: a call waits for it.
        case start
        /// Fail the calls that wait.
        case fail
    }

    package private(set) var phase = Phase.idle
    package private(set) var failures = 0
    package private(set) var lastEnd: EndReason?

    private let timings: ProcessTimings
    private var waitsForNext = false
    private var lastRetry: Duration?

    package init(timings: ProcessTimings) { self.timings = timings }

    /// Records that a call needs the process.
    package mutating func acquire(at now: Duration) -> Acquisition {
        switch phase {
        case .backingOff(let until) where now < until: return .backOff(until - now)
        case .idle, .backingOff:
            phase = .starting
            return .start
        case .starting: return .wait
        case .running(let uses, _):
            phase = .running(uses: uses + 1, unusedSince: nil)
            return .use
        case .stopping:
            waitsForNext = true
            return .wait
        case .closed: return .fail
        }
    }

    /// Records that the process has answered `initialize`, and that the calls which waited for it use it now; returns
    /// `false` if it is being ended already.
    package mutating func started(uses: Int, at now: Duration) -> Bool {
        guard case .starting = phase else { return false }
        phase = .running(uses: uses, unusedSince: uses == 0 ? now : nil)
        return true
    }

    /// Records that a call no longer uses the process; it has no effect if the process has ended meanwhile.
    package mutating func release(at now: Duration) {
        guard case .running(let uses, _) = phase, uses > 0 else { return }
        phase = .running(uses: uses - 1, unusedSince: uses == 1 ? now : nil)
    }

    /// Returns the time until the process is ended if it stays unused; `nil` while it is used or does not run.
    package func timeToIdleEnd(at now: Duration) -> Duration? {
        guard case .running(_, let since?) = phase else { return nil }
        return max(.zero, since + timings.idle - now)
    }

    /// `true` while calls use the process, or wait for its start.
    package var isInUse: Bool {
        switch phase {
        case .starting, .running(_, nil): true
        default: false
        }
    }

    /// Begins to end the process, and returns `true` if there is a process that was not being ended already.
    package mutating func stop() -> Bool {
        switch phase {
        case .starting, .running:
            // Calls that wait for this one to start get the next one.
            waitsForNext = phase == .starting
            phase = .stopping
            return true
        case .idle, .stopping, .backingOff, .closed: return false
        }
    }

    /// Begins to end the process if it has been unused for long enough, and returns `true` if it is to end.
    package mutating func stopIfIdle(at now: Duration) -> Bool { timeToIdleEnd(at: now) == .zero && stop() }

    /// Records that the process has ended, or could not be started.
    package mutating func ended(_ reason: EndReason, at now: Duration) -> NextAction {
        lastEnd = reason
        let wasStopping = phase == .stopping
        let waits = waitsForNext && wasStopping
        waitsForNext = false
        guard phase != .closed else { return .fail }
        guard reason.isFailure else {
            phase = waits ? .starting : .idle
            return waits ? .start : wasStopping ? .stayIdle : .fail
        }
        let isQuiet = lastRetry.map { now - $0 >= timings.quiet } ?? true
        failures = isQuiet ? 1 : failures + 1
        let until = now + backoff(after: reason)
        lastRetry = until
        phase = .backingOff(until: until)
        return .fail
    }

    /// Starts no process from now on, and returns `true` if there is a process, whose end the caller must request and
    /// await.
    package mutating func close() -> Bool {
        defer { phase = .closed }
        switch phase {
        case .starting, .running, .stopping: return true
        case .idle, .backingOff, .closed: return false
        }
    }

    /// Returns the time for which calls still fail; `nil` if they do not.
    package func retryAfter(at now: Duration) -> Duration? {
        guard case .backingOff(let until) = phase, until > now else { return nil }
        return until - now
    }

    private func backoff(after reason: EndReason) -> Duration {
        var delay = reason.isExcess ? timings.excessBackoff : timings.firstBackoff
        for _ in 1..<max(failures, 1) where delay < timings.longestBackoff { delay *= 2 }
        return min(delay, timings.longestBackoff)
    }
}
