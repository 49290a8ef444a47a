public import TodayKit

/// Reads the inbox.
struct InboxReader {
    let context: AppContext

    init(_ context: AppContext) { self.context = context }

    /// Reads the newest messages of the whole inbox, however large they are.
    func newest(_ limit: Int) async throws -> InboxPage {
        var newest = try await page(ListAddress(), limit: limit)
        while let next = newest.next, newest.messages.count < limit {
            let page = try await page(ListAddress(after: next), limit: limit - newest.messages.count)
            newest.messages += page.messages
            newest.next = page.next
        }
        return newest
    }

    /// Reads the messages that a page shows.
    func page(_ address: ListAddress, limit: Int) async throws -> InboxPage {
        let page = try await context.messages.list(
            after: address.after,
            limit: limit,
            matching: address.search.isEmpty ? nil : address.search
        )
        return InboxPage(messages: page.messages, next: page.next, unread: page.unread)
    }

    /// Returns a message, or `nil` if it is unknown, deleted or expired.
    func message(_ id: MessageID) async throws -> Message? { try await context.messages.message(id) }
}

/// A page of the inbox.
public struct InboxPage: Hashable, Sendable {
    /// The messages, the newest first.
    public var messages: [Message]
    /// The message after which the next page begins, or `nil` if this page is the last.
    public var next: MessageID?
    /// The number of unread messages in the whole inbox.
    public var unread: Int

    /// Creates a page.
    public init(messages: [Message] = [], next: MessageID? = nil, unread: Int = 0) {
        self.messages = messages
        self.next = next
        self.unread = unread
    }
}
