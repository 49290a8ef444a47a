package import FoundationEssentials
import SQLStore

package enum BadgeChange: Hashable, Sendable {
    /// Shows this number; 0 removes it.
    case set(Int)
    /// Adds a number, which may be negative, to the current one.
    case add(Int)
}

/// The content of a push for the channels of one type other than hosts.
package struct OutboxContent: Hashable, Sendable {
    /// The type of the channels: `ios`, or `open::NAME`.
    package var type: String
    /// The notification in the sender's form, a JSON object that the store does not interpret.
    package var body: String
    /// `true` if it shows nothing and makes no sound; then only channels that accept silent pushes receive it.
    package var isSilent: Bool
    /// The change of the number on the app's icon; `nil` to leave it.
    package var badge: BadgeChange?
    package var expires: Date

    package init(type: String, body: String, isSilent: Bool = false, badge: BadgeChange? = nil, expires: Date) {
        self.type = type
        self.body = body
        self.isSilent = isSilent
        self.badge = badge
        self.expires = expires
    }
}

package struct OutboxDelivery: Hashable, Sendable {
    package let number: Int64
    package let pushNumber: PushNumber
    package let push: PushID
    package let channel: ChannelNumber
    package let channelID: ChannelID
    /// The address of the channel; for APNs the token of the device.
    package let address: String
    /// The properties that the channel was registered with, a JSON object.
    package let properties: String
    /// The notification, as in ``OutboxContent/body``.
    package let body: String
    /// The number on the app's icon; `nil` to leave it.
    package let badge: Int?
    package let expires: Date
    package let attempts: Int

    init(_ row: SQLRow) {
        number = row["number"]
        pushNumber = row["pushNumber"]
        push = row["push"]
        channel = row["channelNumber"]
        channelID = row["channel"]
        address = row["address"] ?? ""
        properties = row["properties"]
        body = row["body"]
        badge = row["badge"]
        expires = row.date("expires")
        attempts = row["attempts"]
    }
}

package enum OutboxResult: Hashable, Sendable {
    case accepted
    /// The destination refused it permanently, or it has expired.
    case refused(reason: String)
    /// The channel is disabled until it is registered again; a registration after `since` already counts as that.
    case disabled(reason: String, since: Date?)
    /// The notification is sent again at this date.
    case retry(Date, reason: String)
    /// The destination refuses the account; the notification waits until the account is accepted again.
    case held(reason: String)
}

/// An attempt to deliver a push to a channel that is not a host's, as the trace of the push shows it.
package struct OutboxAttempt: Hashable, Sendable {
    /// The outcome of the attempt; `held` if the destination refuses the account and the notification waits.
    package enum Outcome: String, Hashable, Sendable {
        case accepted, refused, disabled, retry, held
    }

    package let date: Date
    package let channel: ChannelID
    package let type: String
    package let outcome: Outcome
    /// The reason why it was not accepted; `nil` if it was.
    package let reason: String?
}
