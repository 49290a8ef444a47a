package import TodayProtocol

/// One app on this host, as the cloud knows it.
///
/// It holds a secret; its description leaves that out.
package struct CloudChannel: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The app.
    package var app: AppID
    /// The channel's id.
    package var channelID: String
    /// The name under which the person's inbox is read.
    package var inboxUser: String
    /// The password to that, which is secret.
    package var inboxPassword: String

    /// Describes a channel.
    package init(app: AppID, channelID: String, inboxUser: String, inboxPassword: String) {
        self.app = app
        self.channelID = channelID
        self.inboxUser = inboxUser
        self.inboxPassword = inboxPassword
    }

    /// The app and the channel.
    package var description: String { "\(app): channel \(channelID)" }

    /// As ``description``.
    package var debugDescription: String { description }
}
