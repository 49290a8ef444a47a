package import TodayProtocol

/// A page of the person's messages, the newest first.
package struct MessagePage: Codable, Hashable, Sendable {
    /// How many messages a page may have.
    package static let limitRange = 1...1000

    /// The messages.
    package var messages: [ShownMessage]
    /// The last id of the page, if more follow it; the next page begins after it.
    package var next: MessageID?
    /// How many messages are unread: of the app that was asked for, or of all.
    package var unread: Int

    /// Makes a page.
    package init(messages: [ShownMessage], next: MessageID?, unread: Int) {
        self.messages = messages
        self.next = next
        self.unread = unread
    }
}
