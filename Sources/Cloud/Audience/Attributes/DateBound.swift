package import Foundation

/// What the date of an attribute is compared with.
package enum DateBound: Hashable, Sendable {
    /// How many units away from now a date may be.
    package static let countLimit = 1_000_000

    /// A date.
    case at(Date)
    /// So many units from when the push is sent; a negative number is in the past.
    case relative(Int, DateUnit)

    /// The date that it means for a push that is sent at another.
    package func date(at now: Date) -> Date {
        switch self {
        case .at(let date): date
        case .relative(let count, let unit): count == 0 ? now : unit.adding(count, to: now)
        }
    }
}
