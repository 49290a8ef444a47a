package import Foundation
import Synchronization

/// A date that a test sets.
package final class SettableDate: Sendable {
    private let date: Mutex<Date>

    /// Makes one that says 2026-11-21 08:00:00 in UTC, a Saturday.
    package init(_ date: Date = Date(timeIntervalSince1970: 1_795_248_000)) { self.date = Mutex(date) }

    /// What it says.
    package var value: Date { date.withLock { $0 } }

    /// Moves it.
    package func advance(by seconds: Double) { date.withLock { $0.addTimeInterval(seconds) } }
}
