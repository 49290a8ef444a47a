package import TodayProtocol

/// A page of the person's messages, the newest first.
package struct MessagePage: Codable, Hashable, Sendable {
    /// The page sizes that may be requested.
    package static let limitRange = 1...1000

    package var messages: [ShownMessage]
    /// The last id of the page, if more follow it; the next page begins after it.
    package var next: MessageID?
    /// The number of unread messages, of the requested app or of all apps.
    package var unread: Int

    package init(messages: [ShownMessage], next: MessageID?, unread: Int) {
        self.messages = messages
        self.next = next
        self.unread = unread
    }
}

package struct MessageReference: Codable, Hashable, Sendable {
    package var app: AppID
    package var id: MessageID

    package init(app: AppID, id: MessageID) {
        self.app = app
        self.id = id
    }
}

/// The body of a message, sanitized when it arrived.
package struct SanitizedMessageBody: Codable, Hashable, Sendable {
    /// A complete HTML document in UTF-8, without scripts, forms or external resources.
    ///
    /// It refers to its pictures by relative addresses, `images/NAME`; the host has each of them.
    package var html: String
    package var text: String

    package init(html: String, text: String) {
        self.html = html
        self.text = text
    }
}

/// A message as surfaces list it.
package struct ShownMessage: Codable, Hashable, Sendable {
    /// The app whose inbox it is in.
    package var app: AppID
    package var appTitle: String
    package var message: Message

    package init(app: AppID, appTitle: String, message: Message) {
        self.app = app
        self.appTitle = appTitle
        self.message = message
    }
}
