/// The kinds of channels that senders distinguish.
///
/// A host's channel is of the open platform `today`, and also counts as iOS, for senders that do not know Today.
package enum ChannelPlatform: String, Hashable, Sendable {
    package static let host = "open::today"

    /// iOS devices and hosts.
    case ios
    case android
    case amazon
    case web
    /// Channels of open platforms, among them hosts.
    case open

    package func includes(_ type: String) -> Bool {
        switch self {
        case .ios: type == "ios" || type == Self.host
        case .android, .amazon, .web: type == rawValue
        case .open: type.hasPrefix("open::")
        }
    }
}

package enum DeviceTypes: Hashable, Sendable {
    case all
    /// These types: `ios`, `android`, `amazon`, `web`, `open::NAME` and so on.
    case some(Set<String>)

    /// Returns `true` if channels of a type are included; `ios` includes hosts.
    package func includes(_ type: String) -> Bool {
        switch self {
        case .all: true
        case .some(let types): types.contains(type) || (type == ChannelPlatform.host && types.contains("ios"))
        }
    }
}

extension DeviceTypes: Codable {
    package init(from decoder: any Decoder) throws {
        let types = try [String](from: decoder)
        self = types == ["all"] ? .all : .some(Set(types))
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .all: try ["all"].encode(to: encoder)
        case .some(let types): try types.sorted().encode(to: encoder)
        }
    }
}
