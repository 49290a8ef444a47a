import AsyncPrimitives
package import Foundation
import Synchronization

/// The date by which things grow old that a wrong clock must not end, such as the sessions of browsers.
///
/// It never jumps ahead, as a clock does that is set: it goes on at the pace of time. If the clock is set back, it follows.
package final class SteadyDate: Sendable {
    private let now: @Sendable () -> Date
    private let elapsed: @Sendable () -> Duration
    /// When no time had elapsed, by the clock when it was furthest behind.
    private let start: Mutex<Date>

    /// Begins with the date of a clock.
    ///
    /// - Parameters:
    ///   - now: The date of the clock.
    ///   - elapsed: How much time has passed, also while the machine was suspended.
    package init(
        now: @escaping @Sendable () -> Date,
        elapsed: @escaping @Sendable () -> Duration = ContinuousClock().stopwatch()
    ) {
        self.now = now
        self.elapsed = elapsed
        start = Mutex(now() - elapsed() / .seconds(1))
    }

    /// The date now.
    package var value: Date { follow() }

    /// Notes how far the clock is behind, if it is.
    ///
    /// - Returns: The date now.
    @discardableResult
    package func follow() -> Date {
        let (date, seconds) = (now(), elapsed() / .seconds(1))
        return start.withLock { start in
            start = min(start, date - seconds)
            return start + seconds
        }
    }
}
