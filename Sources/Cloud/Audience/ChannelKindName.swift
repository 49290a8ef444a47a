/// Kinds of channels that senders tell apart, and what a host counts as.
///
/// A host's channel is an open channel of the platform `today`. It also counts as an iOS device, since it shows what iOS
/// shows: so senders that know nothing of Today reach it.
package enum ChannelKindName: String, Hashable, Sendable {
    /// The type of a host's channel.
    package static let host = "open::today"

    /// iOS devices and hosts.
    case ios
    /// Android devices.
    case android
    /// Amazon devices.
    case amazon
    /// Browsers.
    case web
    /// Channels of open platforms, among them hosts.
    case open

    /// Whether a channel's type is of this kind.
    package func includes(_ type: String) -> Bool {
        switch self {
        case .ios: type == "ios" || type == Self.host
        case .android, .amazon, .web: type == rawValue
        case .open: type.hasPrefix("open::")
        }
    }
}
