/// The answer of `GET /api/topics`.
package struct TopicList: Codable, Hashable, Sendable {
    /// The topics that the person's devices are subscribed to, by name.
    package var topics: [String]

    /// Makes a list.
    package init(topics: [String]) { self.topics = topics }
}
