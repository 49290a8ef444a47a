import CardRendering
package import JSON

/// The topics that the person is subscribed to.
package struct TopicsReport: Report {
    /// The topics' names.
    package var topics: [String]

    /// Reports topics.
    package init(topics: [String]) { self.topics = topics }

    /// A line for each topic.
    package var text: String {
        guard !topics.isEmpty else { return "There are no subscriptions. Add one with: today topics add NAME" }
        return topics.map(TerminalText.safe).joined(separator: "\n")
    }

    /// An array of names.
    package var json: JSONValue { .array(topics.map(JSONValue.string)) }
}
