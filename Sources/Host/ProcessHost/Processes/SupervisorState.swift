/// The life of an app's or widget's process as a value: what is so, and what is to be done when something happens.
///
/// It knows no clock and no process; times are durations since the supervisor was made. Its owner, ``ProcessSupervisor``,
/// does what the transitions return.
package struct SupervisorState: Hashable, Sendable {
    /// Where the process is in its life.
    package enum Phase: Hashable, Sendable {
        /// There is no process, and a call starts one.
        case idle
        /// A process was launched and has not answered `initialize` yet.
        case starting
        /// A process runs, used by so many calls, and unused since the given time if by none.
        case running(uses: Int, unusedSince: Duration?)
        /// A process is being ended; what comes meanwhile waits for the next one.
        case stopping
        /// The process has failed, and calls fail until the given time.
        case backingOff(until: Duration)
        /// Nothing starts any more.
        case closed
    }

    /// What a call has to do.
    package enum Acquisition: Hashable, Sendable {
        /// Start a process, and wait for it.
        case start
        /// Wait for the process that is being started.
        case wait
        /// Use the process that runs, and release it afterwards.
        case use
        /// Fail: the process is started again after the given time.
        case backOff(Duration)
        /// Fail: the host stops.
        case fail
    }

    /// What is to be done when a process has ended.
    package enum NextAction: Hashable, Sendable {
        /// Nothing: nobody waits.
        case rest
        /// Start the next one: somebody waits for it.
        case start
        /// Fail those that wait.
        case fail
    }

    /// Where the process is in its life.
    package private(set) var phase = Phase.idle
    /// How many times in a row the process has failed.
    package private(set) var failures = 0
    /// Why the last process ended.
    package private(set) var lastEnd: EndReason?

    private let timings: ProcessTimings
    private var waitsForNext = false
    private var lastRetry: Duration?

    /// Makes the state of a process that was never started.
    package init(timings: ProcessTimings) { self.timings = timings }

    /// A call wants the process.
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

    /// The process has answered `initialize`; so many calls waited for that and use it now.
    ///
    /// - Returns: Whether it is wanted: not if it is already being ended.
    package mutating func started(uses: Int, at now: Duration) -> Bool {
        guard case .starting = phase else { return false }
        phase = .running(uses: uses, unusedSince: uses == 0 ? now : nil)
        return true
    }

    /// A call has done with the process.
    ///
    /// The process may have ended meanwhile; then nothing happens.
    package mutating func release(at now: Duration) {
        guard case .running(let uses, _) = phase, uses > 0 else { return }
        phase = .running(uses: uses - 1, unusedSince: uses == 1 ? now : nil)
    }

    /// How long the process may still be unused before it is ended; `nil` while it is used or does not run.
    package func timeToIdleEnd(at now: Duration) -> Duration? {
        guard case .running(_, let since?) = phase else { return nil }
        return max(.zero, since + timings.idle - now)
    }

    /// Whether calls use the process.
    package var isInUse: Bool {
        switch phase {
        case .starting, .running(_, nil): true
        default: false
        }
    }

    /// The process is to end.
    ///
    /// - Returns: Whether there is one that is not being ended already.
    package mutating func stop() -> Bool {
        switch phase {
        case .starting, .running:
            // Whoever waits for this one to start is to get the next one.
            waitsForNext = phase == .starting
            phase = .stopping
            return true
        case .idle, .stopping, .backingOff, .closed: return false
        }
    }

    /// The process has been unused for long enough, unless somebody took it at the last moment.
    ///
    /// - Returns: Whether it is to end.
    package mutating func stopIfIdle(at now: Duration) -> Bool { timeToIdleEnd(at: now) == .zero && stop() }

    /// The process has ended, or could not be started.
    package mutating func ended(_ reason: EndReason, at now: Duration) -> NextAction {
        lastEnd = reason
        let wasStopping = phase == .stopping
        let waits = waitsForNext && wasStopping
        waitsForNext = false
        guard phase != .closed else { return .fail }
        guard reason.isFailure else {
            phase = waits ? .starting : .idle
            return waits ? .start : wasStopping ? .rest : .fail
        }
        let isQuiet = lastRetry.map { now - $0 >= timings.quiet } ?? true
        failures = isQuiet ? 1 : failures + 1
        let until = now + backoff
        lastRetry = until
        phase = .backingOff(until: until)
        return .fail
    }

    /// Nothing is to start any more.
    ///
    /// - Returns: Whether there is a process to wait for, which the caller ends.
    package mutating func close() -> Bool {
        defer { phase = .closed }
        switch phase {
        case .starting, .running, .stopping: return true
        case .idle, .backingOff, .closed: return false
        }
    }

    /// How long calls still fail; `nil` if they do not.
    package func retryAfter(at now: Duration) -> Duration? {
        guard case .backingOff(let until) = phase, until > now else { return nil }
        return until - now
    }

    private var backoff: Duration {
        var delay = timings.firstBackoff
        for _ in 1..<max(failures, 1) where delay < timings.longestBackoff { delay *= 2 }
        return min(delay, timings.longestBackoff)
    }
}
