import JSONRPC

/// App to host: reads a page of the person's inbox of the app, the newest first.
///
/// It reads what is on this device and never waits for the cloud. A page ends after so many messages, or earlier when they
/// are large.
package struct MessagesListRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "messages/list"
    /// How many messages a page has at most.
    package static let limitRange = 1...100
    /// How many bytes a query may have.
    package static let queryLimit = 256

    /// What the host answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// The messages.
        package var messages: [Message]
        /// The last id of the page, if more follow it.
        package var next: MessageID?
        /// How many messages of the whole inbox are unread, whatever the query.
        package var unread: Int

        /// Makes an answer.
        package init(messages: [Message], next: MessageID?, unread: Int) {
            self.messages = messages
            self.next = next
            self.unread = unread
        }
    }

    /// The one message to read in place of a page; the answer then holds it, or no message if it is unknown, deleted or
    /// expired.
    package var id: MessageID?
    /// The message after which the page begins; from the newest if left out.
    package var after: MessageID?
    /// How many messages to read, 1 to 100; 50 if left out.
    package var limit: Int?
    /// Words that each stand in the title, the subtitle or the text of the body, in either case; every message if left
    /// out or empty.
    package var query: String?

    /// Asks for a page.
    package init(id: MessageID? = nil, after: MessageID? = nil, limit: Int? = nil, query: String? = nil) {
        self.id = id
        self.after = after
        self.limit = limit
        self.query = query
    }
}
