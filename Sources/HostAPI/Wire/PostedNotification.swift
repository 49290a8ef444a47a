/// The answer of `POST /api/notifications`.
package struct PostedNotification: Codable, Hashable, Sendable {
    /// The identifier by which its response is asked for.
    package var identifier: String

    /// Makes an answer.
    package init(identifier: String) { self.identifier = identifier }
}
