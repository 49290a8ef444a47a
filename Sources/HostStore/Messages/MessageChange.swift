package import TodayProtocol

/// What the person did with a message on this device and the cloud has not heard of.
package struct MessageChange: Hashable, Sendable {
    /// What was done.
    package enum Kind: String, Hashable, Sendable {
        /// It was marked as read.
        case read
        /// It was marked as unread.
        case unread
        /// It was deleted.
        case delete
    }

    /// Whose inbox it is in.
    package var app: AppID
    /// The message.
    package var message: MessageID
    /// What was done last.
    package var kind: Kind
    /// Grows with each change: names this one.
    package var generation: Int64

    /// Describes a change.
    package init(app: AppID, message: MessageID, kind: Kind, generation: Int64) {
        self.app = app
        self.message = message
        self.kind = kind
        self.generation = generation
    }
}
