package import FoundationEssentials

/// How pushes of an app reach its iPhones and iPads: the key of the developer's account, and the server.
package struct APNsAccount: Hashable, Sendable {
    /// The private key, a text in PEM form.
    package var privateKey: String
    /// The id of the key.
    package var keyID: String
    /// The id of the team.
    package var teamID: String
    /// The bundle identifier of the app on iOS.
    package var topic: String
    /// The server's name or address.
    package var host: String
    package var port: Int
    /// The certificates of the authorities that may vouch for the server, in PEM form; `nil` for those of the system.
    package var authorities: String?

    package init(
        privateKey: String,
        keyID: String,
        teamID: String,
        topic: String,
        host: String,
        port: Int,
        authorities: String? = nil
    ) {
        self.privateKey = privateKey
        self.keyID = keyID
        self.teamID = teamID
        self.topic = topic
        self.host = host
        self.port = port
        self.authorities = authorities
    }
}

/// An app's account of APNs, and what waits to be sent with it.
package struct APNsAccountRecord: Hashable, Sendable {
    package let app: AppNumber
    /// The app's bundle identifier in this cloud.
    package let appName: String
    package let account: APNsAccount
    /// Changes whenever the account does.
    package let version: Int64
    /// Why APNs refused the account or could not be reached the last time; `nil` if it did neither.
    package let failure: String?
    /// Nothing is sent before this date.
    package let retry: Date
    /// When the first notification that waits is due; `nil` if none waits.
    package let next: Date?

    /// When something is to be sent; `nil` if nothing waits.
    package var due: Date? { next.map { max($0, retry) } }

    /// Whether something is to be sent at a date.
    package func isDue(at date: Date) -> Bool { due.map { $0 <= date } ?? false }
}

/// A change of the number on an app's icon.
package enum BadgeChange: Hashable, Sendable {
    /// Shows this number; 0 shows none.
    case set(Int)
    /// Adds a number, which may be negative, to the one that was shown.
    case add(Int)
}

/// What a push says to iPhones and iPads.
package struct APNsContent: Hashable, Sendable {
    /// The notification in the sender's form, a JSON object that the store does not interpret.
    package var body: String
    /// Whether it shows nothing and makes no sound; only channels that take silent pushes receive it then.
    package var isSilent: Bool
    /// What becomes of the number on the app's icon; `nil` leaves it as it is.
    package var badge: BadgeChange?
    /// Until when it is delivered.
    package var expires: Date

    package init(body: String, isSilent: Bool, badge: BadgeChange?, expires: Date) {
        self.body = body
        self.isSilent = isSilent
        self.badge = badge
        self.expires = expires
    }
}

/// A notification for one channel that waits to be sent.
package struct APNsDelivery: Hashable, Sendable {
    /// The store's row number.
    package let number: Int64
    package let channel: ChannelNumber
    /// The token of the device.
    package let deviceToken: String
    /// The notification, as in ``APNsContent/body``.
    package let body: String
    /// The number on the app's icon; `nil` leaves it as it is.
    package let badge: Int?
    package let expires: Date
    /// How many attempts have failed.
    package let attempts: Int
}

/// What became of a notification that was sent, or will not be.
package enum APNsDeliveryResult: Hashable, Sendable {
    /// APNs has it, or would never take it.
    case done
    /// The channel gets nothing more until its device registers again; a registration after `since` counts already.
    case disabled(reason: String, since: Date?)
    /// It is sent again at this date.
    case retry(Date)
}
