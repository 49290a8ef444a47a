package import FoundationEssentials
package import TodayProtocol

/// What is to become of a message that came by way of a topic.
package struct TopicOrder: Hashable, Sendable {
    /// What is done.
    package enum Kind: Hashable, Sendable {
        /// A notification shows, in place of one of the same identifier; its content and actions are checked.
        case show(NotificationRequest, actions: [NotificationAction])
        /// The notification of an identifier is withdrawn.
        case withdraw(identifier: String)
    }

    /// The built-in app on whose behalf it shows.
    package var app: AppID
    /// Names the message: one with the same id is the same message once more.
    package var id: String
    /// When it was sent.
    package var sent: Date
    /// What is done.
    package var kind: Kind
    /// The event's number.
    package var sequence: Int64
    /// The name of the cloud's database to which the number belongs.
    package var epoch: String

    /// Describes an order.
    package init(app: AppID, id: String, sent: Date, kind: Kind, sequence: Int64, epoch: String) {
        self.app = app
        self.id = id
        self.sent = sent
        self.kind = kind
        self.sequence = sequence
        self.epoch = epoch
    }
}
