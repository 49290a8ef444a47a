package import TodayProtocol

/// A page of an inbox, or of all, the newest first.
package struct MessagePage: Hashable, Sendable {
    /// A message and whose inbox it is in.
    package struct Entry: Hashable, Sendable {
        /// The app.
        package var app: AppID
        /// The message.
        package var message: Message

        /// Joins an app and a message.
        package init(app: AppID, message: Message) {
            self.app = app
            self.message = message
        }
    }

    /// The messages with their apps.
    package var entries: [Entry]
    /// The last id of the page, if more follow it.
    package var next: MessageID?
    /// How many messages of the whole inbox, or of all, are unread.
    package var unread: Int

    /// Makes a page.
    package init(entries: [Entry], next: MessageID?, unread: Int) {
        self.entries = entries
        self.next = next
        self.unread = unread
    }

    /// The messages.
    package var messages: [Message] { entries.map(\.message) }
}
