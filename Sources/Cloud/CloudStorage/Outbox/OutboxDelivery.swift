package import FoundationEssentials

/// A change of the number on an app's icon.
package enum BadgeChange: Hashable, Sendable {
    /// Shows this number; 0 shows none.
    case set(Int)
    /// Adds a number, which may be negative, to the one that was shown.
    case add(Int)
}

/// What a push says to the channels of one type that are not hosts.
package struct OutboxContent: Hashable, Sendable {
    /// The type of the channels: `ios`, or `open::NAME`.
    package var type: String
    /// The notification in the sender's form, a JSON object that the store does not interpret.
    package var body: String
    /// Whether it shows nothing and makes no sound; only channels that take silent pushes receive it then.
    package var isSilent: Bool
    /// What becomes of the number on the app's icon; `nil` leaves it as it is.
    package var badge: BadgeChange?
    /// Until when it is delivered.
    package var expires: Date

    package init(type: String, body: String, isSilent: Bool = false, badge: BadgeChange? = nil, expires: Date) {
        self.type = type
        self.body = body
        self.isSilent = isSilent
        self.badge = badge
        self.expires = expires
    }
}

/// A notification for one channel that waits to be sent.
package struct OutboxDelivery: Hashable, Sendable {
    /// The store's row number.
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
    /// The number on the app's icon; `nil` leaves it as it is.
    package let badge: Int?
    package let expires: Date
    /// How many attempts have failed.
    package let attempts: Int
}

/// What became of a notification that was sent, or will not be.
package enum OutboxResult: Hashable, Sendable {
    /// The destination has it.
    case accepted
    /// The destination would never take it, or it has expired.
    case refused(reason: String)
    /// The channel gets nothing more until it is registered again; a registration after `since` counts already.
    case disabled(reason: String, since: Date?)
    /// It is sent again at this date.
    case retry(Date, reason: String)
    /// The destination refuses the account; the notification waits until it takes the account again.
    case held(reason: String)
}

/// An attempt to deliver a push to a channel that is not a host's, as the trace of the push shows it.
package struct OutboxAttempt: Hashable, Sendable {
    /// What the destination answered; `held` if it refuses the account and the notification waits.
    package enum Outcome: String, Hashable, Sendable {
        case accepted, refused, disabled, retry, held
    }

    package let date: Date
    package let channel: ChannelID
    /// The type of the channel.
    package let type: String
    package let outcome: Outcome
    /// Why it was not accepted; `nil` if it was.
    package let reason: String?
}
