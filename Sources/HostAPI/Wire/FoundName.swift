/// The answer of `GET /api/find/…`.
package struct FoundName: Codable, Hashable, Sendable {
    /// The bundle identifier.
    package var id: String

    /// Makes an answer.
    package init(id: String) { self.id = id }
}
