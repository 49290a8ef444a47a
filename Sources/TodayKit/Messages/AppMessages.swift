public import TodayProtocol

/// The person's inbox of an app: what the cloud sent, as it is on this device.
///
/// The app needs the entitlement `aps-environment`. Reading never waits for the cloud. What is changed is changed on this
/// device at once and in the cloud as soon as it can be reached; within a perform, a response or a push it is
/// committed with that. The number on the app's icon is the number of unread messages, as long as there are any messages.
public struct AppMessages: Sendable {
    let process: ProcessContext

    /// Reads a page, the newest first.
    ///
    /// Give ``MessageList/next`` of one page as `after` to read the next.
    ///
    /// - Parameters:
    ///   - after: The message after which the page begins; from the newest if left out.
    ///   - limit: How many messages to read, 1 to 100; the page may have fewer if they are large.
    ///   - query: Words that each stand in the title, the subtitle or the text of the body, in either case; every
    ///     message if left out or empty.
    /// - Returns: The page.
    /// - Throws: ``RequestError``, with code `notFound` if the message `after` is gone: begin with the newest then.
    public func list(
        after: MessageID? = nil,
        limit: Int = 50,
        matching query: String? = nil
    ) async throws -> MessageList {
        let page = try await process.session.ask(MessagesListRequest(after: after, limit: limit, query: query))
        return MessageList(messages: page.messages, next: page.next, unread: page.unread)
    }

    /// Reads one message.
    ///
    /// - Parameter id: Its id.
    /// - Returns: The message; none if it is unknown, deleted or expired.
    /// - Throws: ``RequestError`` if the host refuses.
    public func message(_ id: MessageID) async throws -> Message? {
        try await process.session.ask(MessagesListRequest(id: id)).messages.first
    }

    /// Marks messages as read or unread; ids that name nothing are passed over.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func markRead(_ ids: [MessageID], _ isRead: Bool = true) async throws {
        try await inParts(ids) { part in
            try await process.ask { MessagesReadRequest(ids: part, isRead: isRead, transaction: $0) }
        }
    }

    /// Deletes messages on all of the person's devices; ids that name nothing are passed over.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func delete(_ ids: [MessageID]) async throws {
        try await inParts(ids) { part in
            try await process.ask { MessagesDeleteRequest(ids: part, transaction: $0) }
        }
    }

    /// Asks the cloud for the inbox soon; returns at once, also offline.
    ///
    /// What is new is told by ``changes``.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func refresh() async throws { _ = try await process.session.ask(MessagesRefreshRequest()) }

    /// Tells each time the inbox changed, as it is committed, whoever changed it.
    ///
    /// Begin to watch before you read, and nothing is missed. Of changes that wait only the newest is kept. The sequence
    /// ends with the process.
    public var changes: some AsyncSequence<MessagesChange, Never> & Sendable { process.session.inbox.changes() }

    private func inParts(_ ids: [MessageID], _ ask: ([MessageID]) async throws -> Void) async throws {
        for begin in stride(from: 0, to: ids.count, by: MessagesReadRequest.idsLimit) {
            try await ask(Array(ids[begin..<min(begin + MessagesReadRequest.idsLimit, ids.count)]))
        }
    }
}
