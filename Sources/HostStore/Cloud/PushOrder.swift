package import FoundationEssentials
package import TodayProtocol

/// What is to become of a push that came from the cloud.
package struct PushOrder: Hashable, Sendable {
    /// The app that it is for.
    package var app: AppID
    /// What the app is told of it.
    package var push: Push
    /// The notification that it shows, checked; none if it is silent.
    ///
    /// When it shows is the store's to say.
    package var request: NotificationRequest?
    /// The notification's own actions beside its category's.
    package var actions: [NotificationAction]
    /// From when on it need not be shown.
    package var expires: Date?
    /// Whether the app is started for it in the background.
    package var wakes: Bool
    /// The event's number.
    package var sequence: Int64
    /// The name of the cloud's database to which the number belongs.
    package var epoch: String

    /// Describes an order.
    package init(
        app: AppID,
        push: Push,
        request: NotificationRequest? = nil,
        actions: [NotificationAction] = [],
        expires: Date? = nil,
        wakes: Bool = false,
        sequence: Int64,
        epoch: String
    ) {
        self.app = app
        self.push = push
        self.request = request
        self.actions = actions
        self.expires = expires
        self.wakes = wakes
        self.sequence = sequence
        self.epoch = epoch
    }
}
