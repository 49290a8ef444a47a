public import TodayProtocol

/// The app's inbox: the messages that the cloud delivered to this device.
///
/// The app needs the entitlement `aps-environment`. Reading never waits for the cloud. A change takes effect on this
/// device at once and in the cloud as soon as it can be reached; within an action, a response or a push it is committed
/// with that. As long as the inbox has messages, the badge on the app's icon is the number of unread ones.
public struct AppMessages: Sendable {
    let process: ProcessContext

    /// Reads a page of messages, the newest first.
    ///
    /// To read the next page, pass `MessageList.next` as `after`.
    ///
    /// - Parameters:
    ///   - after: The message after which the page begins, or `nil` for the newest messages.
    ///   - limit: The number of messages to read, 1 to 100; a page of large messages may have fewer.
    ///   - query: Words that must each occur in the title, the subtitle or the body, ignoring case; `nil` or an empty
    ///     text for every message.
    /// - Returns: The page.
    /// - Throws: ``RequestError``, with code `notFound` if the message `after` was deleted: start with the newest then.
    public func list(
        after: MessageID? = nil,
        limit: Int = 50,
        matching query: String? = nil
    ) async throws -> MessageList {
        try await process.session.ask(MessagesListRequest(after: after, limit: limit, query: query))
    }

    /// Reads one message, or `nil` if it is unknown, deleted or expired; throws ``RequestError`` if the host refuses.
    public func message(_ id: MessageID) async throws -> Message? {
        try await process.session.ask(MessagesListRequest(id: id)).messages.first
    }

    /// Marks messages as read or unread; unknown ids are ignored; throws ``RequestError`` if the host refuses.
    public func markRead(_ ids: [MessageID], _ isRead: Bool = true) async throws {
        try await inParts(ids) { part in
            try await process.ask { MessagesReadRequest(ids: part, isRead: isRead, transaction: $0) }
        }
    }

    /// Deletes messages on all of the person's devices; unknown ids are ignored.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func delete(_ ids: [MessageID]) async throws {
        try await inParts(ids) { part in
            try await process.ask { MessagesDeleteRequest(ids: part, transaction: $0) }
        }
    }

    /// Deletes messages on all of the person's devices after a delay, during which ``restore(_:)`` brings them back.
    ///
    /// On this device they disappear at once. The person's other devices keep them until the time is over; then the host
    /// deletes them everywhere, even if it was killed or the app does not run. Together with
    /// ``ProcessScoped/offerUndo(_:_:for:)`` this makes a deletion that can be undone.
    ///
    /// - Parameters:
    ///   - ids: The messages; unknown ids are ignored.
    ///   - hold: The time, 1 second to 10 minutes; other values are clamped.
    /// - Throws: ``RequestError`` if the host refuses.
    public func delete(_ ids: [MessageID], after hold: Duration) async throws {
        let range = MessagesDeleteRequest.holdRange
        let seconds = min(max(hold / .seconds(1), range.lowerBound), range.upperBound)
        try await inParts(ids) { part in
            try await process.ask { MessagesDeleteRequest(ids: part, hold: seconds, transaction: $0) }
        }
    }

    /// Restores messages that ``delete(_:after:)`` hides; other ids are ignored.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func restore(_ ids: [MessageID]) async throws {
        try await inParts(ids) { part in
            try await process.ask { MessagesRestoreRequest(ids: part, transaction: $0) }
        }
    }

    /// Asks the cloud for new messages soon; returns at once, even offline.
    ///
    /// New messages are announced by ``changes``.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func refresh() async throws { _ = try await process.session.ask(MessagesRefreshRequest()) }

    /// Asks the cloud for new messages and waits for the result.
    ///
    /// In ``App/receive(push:_:)`` pass the push: a message that the push announced may have arrived already, and still
    /// counts as a change. ``MessagesRefresh/pushResult`` is then the answer to the push.
    ///
    /// - Parameters:
    ///   - limit: The longest time to wait: 1 to 30 seconds; other values are clamped. A push has a budget of 30
    ///     seconds, so leave time to store what is new.
    ///   - push: The push that is being handled: everything that changed in the cloud since it came counts as a change.
    ///     Without a push only the changes that this request brings count.
    /// - Returns: The result: a changed inbox, an unchanged one, or the reason why the request failed.
    /// - Throws: ``RequestError`` if the host refuses, with code `notFound` if the push is not being handled;
    ///   a `CancellationError` if the task is cancelled.
    public func refresh(within limit: Duration, for push: Push? = nil) async throws -> MessagesRefresh {
        let range = MessagesRefreshRequest.waitRange
        let seconds = min(max(limit / .seconds(1), range.lowerBound), range.upperBound)
        let reply = try await process.session.ask(
            MessagesRefreshRequest(wait: seconds, push: push?.id),
            deadline: .seconds(seconds) + HostSession.deadline
        )
        return switch reply.result {
        case .changed: .changed
        case .unchanged: .unchanged
        case .failed: .failed(reason: reply.reason ?? "The cloud could not be asked.")
        // An older host, which does not support waiting.
        case nil: .failed(reason: "This host does not report how a refresh ends.")
        }
    }

    /// The changes of the inbox as they are committed, including those of other processes and devices.
    ///
    /// Start to iterate before you read the inbox, so that you miss no change. Only the newest change that was not read
    /// yet is kept. The sequence ends with the process.
    public var changes: some AsyncSequence<MessagesChange, Never> & Sendable { process.session.inbox.stream(\.self) }

    private func inParts(_ ids: [MessageID], _ ask: ([MessageID]) async throws -> Void) async throws {
        for part in ids.parts(of: MessagesReadRequest.idsLimit) { try await ask(part) }
    }
}

/// A change of an app's inbox.
public struct MessagesChange: Hashable, Sendable {
    /// The number of unread messages after the change.
    public var unread: Int

    /// Creates a change.
    public init(unread: Int) { self.unread = unread }
}

/// The result of asking the cloud for an app's messages.
public enum MessagesRefresh: Hashable, Sendable {
    /// The cloud changed the inbox: messages were added or removed, or marked on another device.
    case changed
    /// The cloud's list is the same as before.
    case unchanged
    /// The list could not be fetched: the cloud cannot be reached, refuses, or did not answer in time.
    case failed(reason: String)

    /// The corresponding answer to a push.
    public var pushResult: PushResult {
        switch self {
        case .changed: .newData
        case .unchanged: .noData
        case .failed: .failed
        }
    }
}
