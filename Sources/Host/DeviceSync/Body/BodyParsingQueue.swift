import AsyncPrimitives
import Dispatch
import Synchronization

/// A thread beside all others for reading bodies, one at a time.
///
/// What a stranger sent may take longer than anybody thought of, and no parser can be interrupted. On this thread it takes
/// nothing from the rest of the host: what passes its time is given up, and the thread is busy until it ends by itself.
package final class BodyParsingQueue: Sendable {
    /// How long a piece of work may take; half a megabyte of HTML takes some tens of milliseconds.
    package static let time = Duration.seconds(30)

    /// A piece of work with what became of it.
    private final class Piece<Value: Sendable>: Sendable {
        enum State {
            case wanted, givenUp
            case done(Value)
        }

        let state = Mutex(State.wanted)
        let end = OneTimeSignal()
    }

    private let queue = DispatchQueue(label: "today.bodies")
    private let time: Duration
    private let clock: any Clock<Duration>

    /// Makes a thread; it sleeps while there is nothing to do.
    ///
    /// - Parameters:
    ///   - time: How long a piece of work may take, and wait for those before it.
    ///   - clock: Measures that.
    package init(time: Duration = BodyParsingQueue.time, clock: any Clock<Duration> = ContinuousClock()) {
        self.time = time
        self.clock = clock
    }

    /// Does a piece of work on the thread.
    ///
    /// - Returns: What it makes, or `nil` if its time was up: then it is not begun any more, or what it makes is dropped.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value? {
        let piece = Piece<Value>()
        queue.async {
            let isWanted = piece.state.withLock { if case .wanted = $0 { true } else { false } }
            guard isWanted else { return }
            let value = work()
            piece.state.withLock { $0 = .done(value) }
            piece.end.give()
        }
        _ = try await withDeadline(time, clock: clock) { await piece.end.wait() }
        try Task.checkCancellation()
        return piece.state.withLock { state in
            if case .done(let value) = state { return value }
            state = .givenUp
            return nil
        }
    }
}
