package import HostStorage
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

/// What became of a person's answer to a notification.
package enum AnswerOutcome: Codable, Hashable, Sendable {
    /// It is on disk, and the app does it; or it is done, if the surface waited.
    case done
    /// It is on disk, and this address is to be opened where the person is.
    case open(url: String)
    /// Somebody answered, dismissed or replaced the notification before; nothing was done.
    case gone
    /// The surface waited, and the app failed; the sentence is for the person.
    case failed(reason: String)
}

/// One place where a person is: a browser's session, a run of the command line, the desktop.
///
/// A passcode that was given holds on the surface where it was given alone.
package struct SurfaceID: Codable, Hashable, Sendable {
    /// What tells it from others; never shown.
    package var name: String

    /// Names a surface.
    package init(_ name: String) { self.name = name }
}
