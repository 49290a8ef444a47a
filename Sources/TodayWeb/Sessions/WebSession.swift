import Foundation

/// A browser that is signed in.
struct WebSession: Codable, Hashable, Sendable {
    /// The hash of the token in the browser's cookie.
    var hash: String
    /// When the browser signed in.
    var made: Date
    /// When it was last seen, to the day.
    var seen: Date
}
