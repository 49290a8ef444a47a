package import HostStore
import TodayProtocol

/// What a person chooses on a notification, on its way from a surface to the host.
package struct NotificationAnswer: Codable, Hashable, Sendable {
    /// How long a text may be, in bytes.
    package static let textLimit = 4096

    /// The notification.
    package var notification: DeliveredID
    /// The action: one that it offers, or opening it, ``TodayProtocol/NotificationAction/defaultIdentifier``.
    package var action: String
    /// What the person wrote, for an action that takes text.
    package var text: String?
    /// The passcode, where the surface asked for it together with the action.
    package var passcode: String?
    /// Whether to wait until the app has acknowledged it, or failed to.
    package var waits: Bool

    /// Describes an answer.
    package init(
        notification: DeliveredID,
        action: String,
        text: String? = nil,
        passcode: String? = nil,
        waits: Bool = false
    ) {
        self.notification = notification
        self.action = action
        self.text = text
        self.passcode = passcode
        self.waits = waits
    }
}
