package import Foundation
package import JSON
package import TodayProtocol

/// An action in the queue of an app, as people see it.
package struct OutboxEntry: Codable, Hashable, Sendable {
    /// The number that identifies the action for retrying or discarding it.
    package var number: Int64
    package var app: AppID
    package var appTitle: String
    package var group: GroupID
    package var id: ActionID
    /// The author's value; `nil` unless the request asked for it.
    package var payload: JSONValue?
    package var enqueued: Date
    package var state: PendingAction.State
    /// The number of attempts that failed.
    package var attempts: Int
    /// The time of the next attempt; `nil` unless the action waits for a retry.
    package var nextAttempt: Date?
    /// The reason that the last attempt failed, as a sentence.
    package var error: LocalizableText?

    package init(
        number: Int64,
        app: AppID,
        appTitle: String,
        group: GroupID,
        id: ActionID,
        payload: JSONValue? = .none,
        enqueued: Date,
        state: PendingAction.State = .waiting,
        attempts: Int = 0,
        nextAttempt: Date? = nil,
        error: LocalizableText? = nil
    ) {
        self.number = number
        self.app = app
        self.appTitle = appTitle
        self.group = group
        self.id = id
        self.payload = payload
        self.enqueued = enqueued
        self.state = state
        self.attempts = attempts
        self.nextAttempt = nextAttempt
        self.error = error
    }
}

/// The actions that apps have not processed.
package struct Outbox: Codable, Hashable, Sendable {
    package var entries: [OutboxEntry]
    /// `true` if there are more actions than the request asked for, or than fit into a reply.
    package var hasMore: Bool

    package init(entries: [OutboxEntry] = [], hasMore: Bool = false) {
        self.entries = entries
        self.hasMore = hasMore
    }
}

/// Asks for the actions that apps have not processed.
///
/// The reply ends early, with ``Outbox/hasMore``, when its actions reach ``replyBytes``; a request after the last
/// number gets the next ones.
package struct GetOutboxRequest: HostRequest, RoutedRequest {
    package typealias Reply = Outbox

    package static let routes = [Route(.get, "outbox", defaults: ["limit": 1000], ranges: ["limit": limitRange])]

    /// The range of ``limit``; other values are clamped to it.
    package static let limitRange = 1...10_000

    /// The largest size of the actions in a reply, in bytes of JSON; the first action is always included.
    package static let replyBytes = 6 << 20

    /// The app; `nil` for all.
    package var app: AppID?
    /// The number after which the actions begin; `nil` to begin with the first one.
    package var after: Int64?
    package var limit: Int
    package var hasPayloads: Bool
    /// The language of the apps' names.
    package var language: String

    private enum CodingKeys: String, CodingKey { case app, after, limit, hasPayloads = "payloads", language }

    package init(
        of app: AppID? = nil,
        after: Int64? = nil,
        limit: Int = 1000,
        hasPayloads: Bool = false,
        language: String
    ) {
        self.app = app
        self.after = after
        self.limit = limit
        self.hasPayloads = hasPayloads
        self.language = language
    }
}

/// Finds an action by its number or, if none has that number, by its own id or a prefix of it; fails with `notFound` if
/// no or several groups or apps have it, and with `invalid` if the prefix is ambiguous.
package struct FindActionRequest: HostRequest, RoutedRequest {
    package typealias Reply = Int64

    package static let routes = [Route(.get, "find/action")]
    package static let replyCoding = ReplyCoding<Reply>.member("number")

    package var name: String
    /// The app; `nil` for any.
    package var app: AppID?

    package init(_ name: String, of app: AppID? = nil) {
        self.name = name
        self.app = app
    }
}

/// Makes an app process an action again now, with the full number of attempts.
///
/// Fails with `notFound` if the action was processed or removed, and with `invalid` while the app is processing it.
package struct RetryActionRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.post, "outbox/:number/retry", body: .empty)]

    package var number: Int64

    package init(_ number: Int64) { self.number = number }

    package static func absence(of text: String) -> HostError {
        HostError(.notFound, "There is no action \(text.prefix(40)).")
    }
}

/// Removes an action, so that the app never receives it; fails like ``RetryActionRequest``.
package struct DiscardActionRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.delete, "outbox/:number")]

    package var number: Int64

    package init(_ number: Int64) { self.number = number }

    package static func absence(of text: String) -> HostError { RetryActionRequest.absence(of: text) }
}

/// Asks for the newest background runs of an app, newest first.
package struct GetBackgroundRunsRequest: HostRequest, RoutedRequest {
    package typealias Reply = [BackgroundRun]

    package static let routes = [Route(.get, "apps/:app/runs", defaults: ["limit": 20], ranges: ["limit": 1...1000])]

    package var app: AppID
    package var limit: Int

    package init(of app: AppID, limit: Int) {
        self.app = app
        self.limit = limit
    }
}
