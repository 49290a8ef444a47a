import AsyncPrimitives
package import Foundation
import Synchronization

/// A date for expiries that a wrong clock must not trigger, such as those of browser sessions.
///
/// It advances with elapsed time, so it does not jump ahead when the clock is set forward. When the clock is set back,
/// it is set back too.
package final class SteadyDate: Sendable {
    private let now: @Sendable () -> Date
    private let elapsed: @Sendable () -> Duration
    /// The date at zero elapsed time, by the clock when it was furthest behind.
    private let start: Mutex<Date>

    /// Creates a date that starts at that of a clock; `elapsed` includes the time while the machine was suspended.
    package init(
        now: @escaping @Sendable () -> Date,
        elapsed: @escaping @Sendable () -> Duration = ContinuousClock().stopwatch()
    ) {
        self.now = now
        self.elapsed = elapsed
        start = Mutex(now() - elapsed() / .seconds(1))
    }

    package var value: Date { follow() }

    /// Sets the date back if the clock is behind it, and returns it.
    @discardableResult
    package func follow() -> Date {
        let (date, seconds) = (now(), elapsed() / .seconds(1))
        return start.withLock { start in
            start = min(start, date - seconds)
            return start + seconds
        }
    }
}
