package import TodayProtocol

/// The host's link to a cloud, with the last event that it has received.
///
/// It holds a secret, which its description omits.
package struct CloudLink: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The cloud's address, without a slash at its end.
    package var url: String
    /// The host's device id in the cloud.
    package var deviceID: String
    /// The token that authenticates the host; a secret.
    package var deviceToken: String
    /// The name of the person in the cloud.
    package var user: String
    /// Name of the cloud's database to which event numbers belong.
    package var epoch: String
    /// The number of the last received event; 0 before the first.
    package var sequence: Int64
    /// `true` if it is the cloud inside this program.
    package var isLocal: Bool

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

    package var description: String { "\(url) as \(user), event \(sequence) of \(epoch)" }

    package var debugDescription: String { description }
}

/// The registration of one of the host's apps with the cloud.
///
/// It holds a secret, which its description omits.
package struct CloudChannel: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    package var app: AppID
    package var channelID: String
    /// The user name for the inbox.
    package var inboxUser: String
    /// The password for the inbox; a secret.
    package var inboxPassword: String

    package init(app: AppID, channelID: String, inboxUser: String, inboxPassword: String) {
        self.app = app
        self.channelID = channelID
        self.inboxUser = inboxUser
        self.inboxPassword = inboxPassword
    }

    package var description: String { "\(app): channel \(channelID)" }

    package var debugDescription: String { description }
}
