package import AsyncPrimitives
import Synchronization

/// A budget of processor time for work for the other side of a connection, which is not read while that is exhausted.
package final class ReadingMeter: Sendable {
    private let budget: Mutex<TokenBucket>
    private let begin = ContinuousClock.now
    private let shared: ReadingMeter?

    /// Creates a meter with a budget, and with one that is charged as well and whose budget several connections share.
    package init(_ budget: TokenBucket, within shared: ReadingMeter? = nil) {
        self.budget = Mutex(budget)
        self.shared = shared
    }

    /// The time for which the transport must not read.
    package var wait: Duration {
        let now = ContinuousClock.now - begin
        return max(budget.withLock { $0.wait(at: now) }, shared?.wait ?? .zero)
    }

    /// Charges the processor time of work that was measured elsewhere.
    package func charge(_ time: Duration) {
        let now = ContinuousClock.now - begin
        budget.withLock { $0.spend(time, at: now) }
        shared?.charge(time)
    }

    /// Runs a function and charges its processor time.
    package func measure<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let start = Duration.threadTime
        defer { charge(.threadTime - start) }
        return try body()
    }
}
