package import Foundation
import Synchronization

/// A date that a test controls.
package final class SettableDate: Sendable {
    private let date: Mutex<Date>

    /// Starts at 2027-01-15 08:00:00 UTC, a Friday, unless a test names another moment.
    package init(_ date: Date = Date(timeIntervalSince1970: 1_800_000_000)) { self.date = Mutex(date) }

    /// The current value.
    package var value: Date { date.withLock { $0 } }

    /// Moves the date forward.
    package func advance(by seconds: Double) { date.withLock { $0.addTimeInterval(seconds) } }
}
