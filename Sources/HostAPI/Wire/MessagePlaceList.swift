package import Host

/// The answer of `POST /api/messages/find`.
package struct MessagePlaceList: Codable, Hashable, Sendable {
    /// Where the messages are that there are.
    package var messages: [MessagePlace]

    /// Makes a list.
    package init(messages: [MessagePlace]) { self.messages = messages }
}
