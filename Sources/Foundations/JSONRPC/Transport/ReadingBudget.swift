import Glibc
import Synchronization

/// How much processor time this side may spend on what the other side sends: a token bucket.
///
/// A value without a clock; times are durations since any fixed moment.
package struct ReadingBudget: Hashable, Sendable {
    /// What may be spent at once.
    package let burst: Duration
    /// The share of one processor that is added all the time, above 0.
    package let share: Double
    private var left: Duration
    private var date = Duration.zero

    /// Makes a budget of which nothing is spent.
    package init(burst: Duration, share: Double) {
        self.burst = burst
        self.share = share
        left = burst
    }

    /// Records that time was spent; more may be spent than is left.
    package mutating func spend(_ time: Duration, at now: Duration) {
        left = left(at: now) - time
        date = now
    }

    /// How long nothing more must be read; zero while something is left.
    package func wait(at now: Duration) -> Duration { max(.zero, .zero - left(at: now)) / share }

    private func left(at now: Duration) -> Duration { min(burst, left + (now - date) * share) }
}

/// Measures what this side does for the other side of a connection, and holds it to a ``ReadingBudget``.
///
/// The transport reads nothing while the budget is spent: so the other side waits, and nobody else does.
package final class ReadingMeter: Sendable {
    private let budget: Mutex<ReadingBudget>
    private let begin = ContinuousClock.now
    private let shared: ReadingMeter?

    /// Makes a meter.
    ///
    /// - Parameters:
    ///   - budget: What may be spent.
    ///   - shared: A meter that is charged too, and whose budget several connections share; `nil` if there is none.
    package init(_ budget: ReadingBudget, within shared: ReadingMeter? = nil) {
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
