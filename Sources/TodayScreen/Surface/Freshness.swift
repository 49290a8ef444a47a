package import Foundation

/// Whether what a widget shows is its newest, and if not, why.
package enum Freshness: Codable, Hashable, Sendable {
    /// It is the answer to the last update.
    case fresh
    /// It is the card of the bundle, shown until the first answer.
    case placeholder
    /// It is older than it should be.
    ///
    /// - Parameters:
    ///   - reason: A sentence for the person.
    ///   - since: When the content that is shown was made.
    case stale(reason: String, since: Date)
    /// The host has nothing to show at all.
    ///
    /// - Parameter reason: A sentence for the person.
    case failed(reason: String)
}
