/// Kinds of channels that senders tell apart, and what a host counts as.
///
/// A host's channel is an open channel of the platform `today`. It also counts as an iOS device, since it shows what iOS
/// shows: so senders that know nothing of Today reach it.
package enum ChannelPlatform: String, Hashable, Sendable {
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

/// Which types of channels a push is for.
package enum DeviceTypes: Hashable, Sendable {
    /// Every type.
    case all
    /// These: `ios`, `android`, `amazon`, `web`, `open::NAME` and the like.
    case some(Set<String>)

    /// Whether channels of a type are meant; `ios` means hosts too.
    package func includes(_ type: String) -> Bool {
        switch self {
        case .all: true
        case .some(let types): types.contains(type) || (type == ChannelPlatform.host && types.contains("ios"))
        }
    }
}

extension DeviceTypes: Codable {
    /// Reads the form that ``encode(to:)`` writes.
    package init(from decoder: any Decoder) throws {
        let types = try [String](from: decoder)
        self = types == ["all"] ? .all : .some(Set(types))
    }

    /// Writes an array of types, or of the word `all`.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .all: try ["all"].encode(to: encoder)
        case .some(let types): try types.sorted().encode(to: encoder)
        }
    }
}
