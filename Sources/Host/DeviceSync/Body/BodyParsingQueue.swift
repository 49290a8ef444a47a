import AsyncPrimitives
import Dispatch
import Synchronization

/// A serial queue that parses the bodies of messages under a time limit, because a parser may take very long on
/// untrusted input and cannot be interrupted: the caller gives up after the limit, and the queue stays busy until it
/// returns.
package final class BodyParsingQueue: Sendable {
    /// Longest time that parsing a body may take; half a megabyte of HTML takes some tens of milliseconds.
    package static let timeLimit = Duration.seconds(30)

    private final class WorkItem<Value: Sendable>: Sendable {
        enum State {
            case waiting, abandoned
            case done(Value)
        }

        let state = Mutex(State.waiting)
        let end = OneTimeSignal()
    }

    private let queue = DispatchQueue(label: "today.bodies")
    private let timeLimit: Duration
    private let clock: any Clock<Duration>

    /// Creates an idle queue; the limit is the longest time that a body may wait and be parsed, together.
    package init(timeLimit: Duration = BodyParsingQueue.timeLimit, clock: any Clock<Duration> = ContinuousClock()) {
        self.timeLimit = timeLimit
        self.clock = clock
    }

    /// Runs a function on the queue, unless the limit has passed before its turn; returns `nil` after the limit, and
    /// throws as soon as the task is cancelled.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value? {
        let item = WorkItem<Value>()
        queue.async {
            let isWaiting = item.state.withLock { if case .waiting = $0 { true } else { false } }
            guard isWaiting else { return }
            let value = work()
            item.state.withLock { $0 = .done(value) }
            item.end.raise()
        }
        _ = try await withDeadline(timeLimit, clock: clock) { await item.end.wait() }
        try Task.checkCancellation()
        return item.state.withLock { state in
            if case .done(let value) = state { return value }
            state = .abandoned
            return nil
        }
    }
}
