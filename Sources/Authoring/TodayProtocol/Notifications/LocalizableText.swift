import JSON

/// A text that is shown as it is, or a key into the strings of the app's bundle.
///
/// The host looks a key up in `xx.lproj/Localizable.strings` for the language of each surface, and replaces `%@`, or
/// `%1$@`, `%2$@` and so on, with the arguments. A key without a string is shown itself. On the wire: a string, or
/// `{"key": "…", "arguments": ["…"]}`.
public enum LocalizableText: Hashable, Sendable {
    /// A text that is the same in every language.
    case text(String)
    /// A key into the bundle's strings, with the arguments of the string.
    case key(String, arguments: [String] = [])
}

extension LocalizableText: ExpressibleByStringInterpolation {
    /// Creates a text that is shown as it is.
    public init(stringLiteral value: String) { self = .text(value) }
}

extension LocalizableText: Codable {
    private enum CodingKeys: CodingKey { case key, arguments }

    /// Decodes the wire format.
    public init(from decoder: any Decoder) throws {
        switch try decoder.singleValueContainer().decode(JSONValue.self) {
        case .string(let text): self = .text(text)
        case .object:
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self = .key(
                try container.decode(String.self, forKey: .key),
                arguments: try container.decodeIfPresent([String].self, forKey: .arguments) ?? []
            )
        default:
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a text is a string, or an object with \"key\" and \"arguments\""
                )
            )
        }
    }

    /// Encodes the wire format.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .key(let key, let arguments):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(key, forKey: .key)
            if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
        }
    }
}
