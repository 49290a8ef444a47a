package import AsyncPrimitives
import Glibc
import Synchronization

/// Measures what this side does for the other side of a connection, and holds it to a budget of processor time.
///
/// The transport reads nothing while the budget is spent: so the other side waits, and nobody else does.
package final class ReadingMeter: Sendable {
    private let budget: Mutex<TokenBucket>
    private let begin = ContinuousClock.now
    private let shared: ReadingMeter?

    /// Makes a meter.
    ///
    /// - Parameters:
    ///   - budget: What may be spent: at once, and as a share of one processor all the time.
    ///   - shared: A meter that is charged too, and whose budget several connections share; `nil` if there is none.
    package init(_ budget: TokenBucket, within shared: ReadingMeter? = nil) {
        self.budget = Mutex(budget)
        self.shared = shared
    }

    /// How long nothing must be read.
    package var wait: Duration {
        let now = ContinuousClock.now - begin
        return max(budget.withLock { $0.wait(at: now) }, shared?.wait ?? .zero)
    }

    /// Charges work that is done elsewhere.
    ///
    /// - Parameter time: The processor time that it takes.
    package func charge(_ time: Duration) {
        let now = ContinuousClock.now - begin
        budget.withLock { $0.spend(time, at: now) }
        shared?.charge(time)
    }

    /// Charges the processor time that a function takes.
    package func measure<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let start = Self.threadTime
        defer { charge(Self.threadTime - start) }
        return try body()
    }

    /// The processor time of this thread.
    package static var threadTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
