import Synchronization
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

/// A page of an app's inbox.
public struct MessageList: Hashable, Sendable {
    /// The messages, the newest first.
    public var messages: [Message]
    /// The id after which the next page begins; none if this is the last.
    public var next: MessageID?
    /// How many messages of the whole inbox are unread, whatever was searched for.
    public var unread: Int

    /// Makes a page.
    public init(messages: [Message], next: MessageID? = nil, unread: Int) {
        self.messages = messages
        self.next = next
        self.unread = unread
    }
}

/// That an app's inbox is different.
public struct MessagesChange: Hashable, Sendable {
    /// How many messages are unread now.
    public var unread: Int

    /// Describes a change.
    public init(unread: Int) { self.unread = unread }
}

/// Those who watch the inbox of a process's app.
final class InboxChangeBroadcaster: Sendable {
    private struct State {
        var watchers: [Int: AsyncStream<MessagesChange>.Continuation] = [:]
        var last = 0
        var isOver = false
    }

    private let state = Mutex(State())

    /// The changes from now on, until the process ends.
    func changes() -> AsyncStream<MessagesChange> {
        let (stream, continuation) = AsyncStream<MessagesChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.last += 1
            state.watchers[state.last] = continuation
            return state.last
        }
        if let number {
            continuation.onTermination = { [weak self] _ in self?.remove(number) }
        } else {
            continuation.finish()
        }
        return stream
    }

    func tell(_ change: MessagesChange) {
        // Told under the lock, so that every watcher learns the changes in their order.
        state.withLock { state in
            for watcher in state.watchers.values { watcher.yield(change) }
        }
    }

    /// Ends every stream.
    func end() {
        let watchers = state.withLock { state in
            state.isOver = true
            let watchers = state.watchers
            state.watchers = [:]
            return watchers
        }
        for watcher in watchers.values { watcher.finish() }
    }

    private func remove(_ number: Int) { _ = state.withLock { $0.watchers.removeValue(forKey: number) } }
}
