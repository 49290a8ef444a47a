package import TodayProtocol

/// The cloud that the host is linked to, and how far it has taken in what came from there.
///
/// It holds a secret; its description leaves that out.
package struct CloudLink: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The cloud's address, without a slash at its end.
    package var url: String
    /// The host's own id there.
    package var deviceID: String
    /// What the host proves itself with, which is secret.
    package var deviceToken: String
    /// Whose host it is there.
    package var user: String
    /// The name of the cloud's database, to which event numbers belong.
    package var epoch: String
    /// The last event that was taken in; 0 for none.
    package var sequence: Int64
    /// Whether it is the cloud inside this program.
    package var isLocal: Bool

    /// Describes a link.
    package init(
        url: String,
        deviceID: String,
        deviceToken: String,
        user: String,
        epoch: String,
        sequence: Int64,
        isLocal: Bool
    ) {
        self.url = url
        self.deviceID = deviceID
        self.deviceToken = deviceToken
        self.user = user
        self.epoch = epoch
        self.sequence = sequence
        self.isLocal = isLocal
    }

    /// Where it leads and whose it is.
    package var description: String { "\(url) as \(user), event \(sequence) of \(epoch)" }

    /// As ``description``.
    package var debugDescription: String { description }
}

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
