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
        case .some(let types): types.contains(type) || (type == ChannelKindName.host && types.contains("ios"))
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
