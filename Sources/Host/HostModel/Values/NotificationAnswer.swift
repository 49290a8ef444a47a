package import TodayProtocol

package enum AnswerOutcome: Codable, Hashable, Sendable {
    /// The response is on disk, and acknowledged if the surface waited.
    case done
    /// The response is on disk, and the surface must open this address.
    case open(url: String, opening: OpeningID? = nil)
    /// The notification was answered, dismissed or replaced before; nothing was done.
    case gone
    /// The surface waited, and the app failed; the reason is a sentence for the person.
    case failed(reason: LocalizableText)
}

/// A person's choice on a notification, as a surface sends it to the host.
package struct NotificationAnswer: Codable, Hashable, Sendable {
    /// Maximum size of the text, in bytes.
    package static let textLimit = 4096

    package var notification: DeliveredID
    /// The identifier of the action, or ``TodayProtocol/NotificationAction/defaultIdentifier`` to open the
    /// notification.
    package var action: String
    package var text: String?
    /// The passcode, if the surface asked for it together with the action.
    package var passcode: String?
    /// `true` to wait until the app has acknowledged the response, or has failed.
    package var waits: Bool

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

/// The id of a surface: a browser's session, a run of the command line, or the desktop.
///
/// The passcode unlocks only the surface on which it is entered.
package struct SurfaceID: Codable, Hashable, Sendable {
    /// A unique name, which is never shown.
    package var name: String

    package init(_ name: String) { self.name = name }

    /// The shared surface of all local tools that do not name themselves.
    package static let local = SurfaceID("local")
    /// The prefix of the name of a browser's surface, before the hash of the token of its session.
    package static let browserPrefix = "web."
    package static let desktop = SurfaceID("desktop")

    package var traced: TraceSurface {
        if self == .desktop { return .desktop }
        guard name.hasPrefix(Self.browserPrefix) else { return .terminal }
        return .browser(session: String(name.dropFirst(Self.browserPrefix.count)))
    }
}
